"""Ctrl-C in compiled code.

A long loop lets the handlers of signals run now and then, and what is passed in and out
is passed without Python. Numba runs Python there, to unpickle types and to ask ctypes
for addresses. Meanwhile the handler of a signal may run, and where it raises, numba
goes on without what it asked for: the process crashes. Besides, it takes time.
"""

from collections.abc import Callable
from unittest import mock

from llvmlite import ir
from numba import config, types
from numba.core import cgutils, pythonapi
from numba.core.cpu import CPUContext
from numba.extending import NativeValue, intrinsic


def generated(uncompiled: Callable) -> Callable:
    """Make a decorator that is numba's `intrinsic`.

    Where numba is switched off (NUMBA_DISABLE_JIT), it gives `uncompiled`, the twin in
    Python, instead.
    """
    return lambda function: uncompiled if config.DISABLE_JIT else intrinsic(function)


def _python_hears():
    """Do nothing: Python itself lets the handlers run between its instructions."""


@generated(uncompiled=_python_hears)
def hear_interrupt(context):
    """Let the handlers of signals run; what they raise ends the compiled call.

    This takes some 100 ns where there are none to run.
    """

    def generated(context, builder, signature, arguments):
        python = context.get_python_api(builder)
        number = ir.IntType(32)
        check = cgutils.get_or_insert_function(
            builder.module, ir.FunctionType(number, ()), "PyErr_CheckSignals"
        )
        lock = python.gil_ensure()
        raised = builder.call(check, ())
        python.gil_release(lock)
        with builder.if_then(
            builder.icmp_signed("!=", raised, number(0)), likely=False
        ):
            context.call_conv.return_exc(builder)
        return context.get_dummy_value()

    return types.void(), generated


class Passing(pythonapi.PythonAPI):
    """Numba's way of passing values, which passes some types as is done here.

    Random generators are passed in, arrays and named tuples out.
    """

    def to_native_value(self, kind, given):
        """Pass a value into compiled code."""
        if isinstance(kind, types.NumPyRandomBitGeneratorType):
            return _bit_generator(self, kind, given)
        return super().to_native_value(kind, given)

    def from_native_value(self, kind, value, env_manager=None):
        """Pass a value out of compiled code."""
        if type(kind) not in (types.Array, types.NamedTuple, types.NamedUniTuple):
            return super().from_native_value(kind, value, env_manager)

        # Numba pickles the types that it needs into the code. Here they stand among the
        # function's constants, as its number types do anyway.
        def read(constant):
            found = env_manager.read_const(env_manager.add_const(constant))
            self.incref(found)
            return found

        with mock.patch.multiple(
            self, serialize_object=lambda constant: constant, unserialize=read
        ):
            return super().from_native_value(kind, value, env_manager)


class PassingContext(CPUContext):
    """What numba knows of this processor, for functions that pass values as here."""

    def get_python_api(self, builder):
        """Return how values are passed."""
        return Passing(self, builder)


def _bit_generator(python, kind, given):
    """Read a bit generator's addresses where NumPy keeps them for C.

    They stand at the beginning of its `bitgen_t`.
    """
    context = python.context
    builder = python.builder
    word = context.get_value_type(types.uintp)
    point = ir.FunctionType(cgutils.voidptr_t, (python.pyobj, cgutils.voidptr_t))
    point = cgutils.get_or_insert_function(
        builder.module, point, "PyCapsule_GetPointer"
    )
    capsule = python.object_getattr_string(given, "capsule")
    name = context.insert_const_string(builder.module, "BitGenerator")
    address = builder.call(point, (capsule, name))
    made = cgutils.create_struct_proxy(kind)(context, builder)
    failed = cgutils.is_null(builder, address)
    made.parent = given
    with builder.if_then(builder.not_(failed)):
        fields = builder.bitcast(address, word.as_pointer())
        for place, field in enumerate(
            ("state", "fnptr_next_uint64", "fnptr_next_uint32", "fnptr_next_double")
        ):
            there = builder.gep(fields, [ir.IntType(32)(place)])
            setattr(made, field, builder.load(there))
        python.decref(capsule)
    return NativeValue(made._getvalue(), is_error=failed)

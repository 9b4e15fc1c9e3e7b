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
from numba.core import boxing, cgutils, pythonapi
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


def pass_without_python() -> None:
    """Have numba pass some types as is done here.

    Random generators are passed in, arrays and named tuples out.
    """
    pythonapi._unboxers.functions[types.NumPyRandomBitGeneratorType] = _bit_generator
    boxes = {types.Array: boxing.box_array, types.NamedTuple: boxing.box_namedtuple}
    boxes[types.NamedUniTuple] = boxing.box_namedtuple
    pythonapi._boxers.functions |= {
        kind: _with_constant_types(box) for kind, box in boxes.items()
    }


def _bit_generator(kind, given, c):
    """Read a bit generator's addresses where NumPy keeps them for C.

    They stand at the beginning of its `bitgen_t`.
    """
    word = c.context.get_value_type(types.uintp)
    builder = c.builder
    point = ir.FunctionType(cgutils.voidptr_t, (c.pyapi.pyobj, cgutils.voidptr_t))
    point = cgutils.get_or_insert_function(
        builder.module, point, "PyCapsule_GetPointer"
    )
    capsule = c.pyapi.object_getattr_string(given, "capsule")
    address = builder.call(
        point, (capsule, c.context.insert_const_string(builder.module, "BitGenerator"))
    )
    made = cgutils.create_struct_proxy(kind)(c.context, builder)
    failed = cgutils.is_null(builder, address)
    made.parent = given
    with builder.if_then(builder.not_(failed)):
        fields = builder.bitcast(address, word.as_pointer())
        for place, name in enumerate(
            ("state", "fnptr_next_uint64", "fnptr_next_uint32", "fnptr_next_double")
        ):
            setattr(
                made, name, builder.load(builder.gep(fields, [ir.IntType(32)(place)]))
            )
        c.pyapi.decref(capsule)
    return NativeValue(made._getvalue(), is_error=failed)


def _with_constant_types(box):
    """Make numba's `box` take the types that it needs from the function's constants.

    Its number types are constants anyway.
    """

    def made(kind, value, c):
        def read(constant):
            found = c.env_manager.read_const(c.env_manager.add_const(constant))
            c.pyapi.incref(found)
            return found

        with mock.patch.multiple(
            c.pyapi, serialize_object=lambda constant: constant, unserialize=read
        ):
            return box(kind, value, c)

    return made

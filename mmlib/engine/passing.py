"""What passes between Python and compiled code: random generators in, arrays and named tuples out, without Python.

Numba runs Python there, to unpickle types and to ask ctypes for addresses. Meanwhile the handler of a signal may run,
as of Ctrl-C, and where it raises, numba goes on without what it asked for: the process crashes. Besides, it takes time.
"""

from unittest import mock

from llvmlite import ir
from numba import types
from numba.core import boxing, cgutils, pythonapi
from numba.extending import NativeValue

#: What NumPy's `bitgen_t` begins with, each as long as a pointer.
BITGEN = ("state", "fnptr_next_uint64", "fnptr_next_uint32", "fnptr_next_double")


def pass_without_python() -> None:
    """Have numba pass these kinds of values as is done here."""
    pythonapi._unboxers.functions[types.NumPyRandomBitGeneratorType] = _bit_generator
    pythonapi._boxers.functions |= {
        types.Array: _with_constant_types(boxing.box_array),
        types.NamedTuple: _with_constant_types(boxing.box_namedtuple),
        types.NamedUniTuple: _with_constant_types(boxing.box_namedtuple),
    }


def _bit_generator(kind, given, c):
    """Read a bit generator's addresses where NumPy keeps them for C."""
    word, builder = c.context.get_value_type(types.uintp), c.builder
    point = ir.FunctionType(cgutils.voidptr_t, (c.pyapi.pyobj, cgutils.voidptr_t))
    point = cgutils.get_or_insert_function(builder.module, point, "PyCapsule_GetPointer")
    capsule = c.pyapi.object_getattr_string(given, "capsule")
    address = builder.call(point, (capsule, c.context.insert_const_string(builder.module, "BitGenerator")))
    made = cgutils.create_struct_proxy(kind)(c.context, builder)
    made.parent = given
    failed = cgutils.is_null(builder, address)
    with builder.if_then(builder.not_(failed)):
        fields = builder.bitcast(address, word.as_pointer())
        for place, name in enumerate(BITGEN):
            setattr(made, name, builder.load(builder.gep(fields, [ir.IntType(32)(place)])))
        made.state_address = made.state
        c.pyapi.decref(capsule)
    return NativeValue(made._getvalue(), is_error=failed)


def _with_constant_types(box):
    """As numba's `box`, but the types that it needs are constants of the function, as its number types are anyway."""

    def made(kind, value, c):
        def read(constant):
            found = c.env_manager.read_const(c.env_manager.add_const(constant))
            c.pyapi.incref(found)
            return found

        with mock.patch.multiple(c.pyapi, serialize_object=lambda constant: constant, unserialize=read):
            return box(kind, value, c)

    return made

"""Ctrl-C in compiled code: a long loop comes up for air, and Python does what a signal asked for meanwhile."""

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic


@intrinsic
def hear_interrupt(context):
    """Let the handlers of signals run, some 100 ns where there are none; what they raise ends the compiled call."""

    def generated(context, builder, signature, arguments):
        python, number = context.get_python_api(builder), ir.IntType(32)
        check = cgutils.get_or_insert_function(builder.module, ir.FunctionType(number, ()), "PyErr_CheckSignals")
        lock = python.gil_ensure()
        raised = builder.call(check, ())
        python.gil_release(lock)
        with builder.if_then(builder.icmp_signed("!=", raised, number(0)), likely=False):
            context.call_conv.return_exc(builder)
        return context.get_dummy_value()

    return types.void(), generated

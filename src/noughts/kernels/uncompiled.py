"""A stand-in for Cython's module where the kernels are not compiled."""

from contextlib import nullcontext

nogil = nullcontext()

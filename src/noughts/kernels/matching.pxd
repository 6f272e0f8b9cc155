cimport cython
from libc.stdint cimport int64_t, uint64_t

from noughts.kernels.words cimport lowest

cdef class Matching:
    cdef int64_t groups
    cdef uint64_t[::1] commons
    cdef uint64_t[::1] owned
    cdef int64_t[::1] owner
    cdef uint64_t free
    cdef uint64_t visited

    @cython.locals(square=uint64_t)
    cdef uint64_t grant(self, int64_t number, uint64_t free) noexcept

    @cython.locals(square=uint64_t, owner=int64_t)
    cdef bint augment(self, int64_t number) noexcept

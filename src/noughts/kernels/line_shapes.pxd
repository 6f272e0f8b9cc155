cimport cython
from libc.stdint cimport int64_t, uint8_t

cdef int64_t _UNKNOWN

@cython.final
cdef class LineShapes:
    cdef readonly int64_t k
    cdef readonly uint8_t[::1] found
    cdef int64_t[::1] groups
    cdef int64_t[::1] single
    cdef int64_t[::1] several

    @cython.locals(place=int64_t)
    cpdef int64_t shape(self, int64_t left, int64_t right) noexcept

    @cython.locals(
        best=int64_t, ways=int64_t, side=int64_t, bit=int64_t, code=int64_t, grown=int64_t,
        group=int64_t,
    )
    cdef int64_t find(self, int64_t left, int64_t right) noexcept

    @cython.locals(marks=int64_t)
    cdef int64_t adjacent(self, int64_t side) noexcept

cimport cython
from libc.stdint cimport int64_t, uint64_t

cdef class Grid:
    cdef readonly int64_t size
    cdef readonly int64_t k
    cdef readonly uint64_t full
    cdef readonly int64_t bytes
    cdef readonly int64_t symmetries
    cdef readonly uint64_t maker
    cdef readonly uint64_t breaker
    cdef readonly uint64_t[::1] lines
    cdef readonly int64_t[::1] runs
    cdef readonly uint64_t[::1] through
    cdef readonly int64_t[::1] first
    cdef readonly uint64_t[::1] images

    @cython.locals(place=int64_t, found=uint64_t)
    cpdef uint64_t image(self, uint64_t bits, int64_t symmetry) noexcept

    @cython.locals(symmetry=int64_t, turned=uint64_t, other=uint64_t)
    cpdef void canonical(self, uint64_t maker, uint64_t breaker) noexcept

    @cython.locals(found=uint64_t, number=int64_t, missing=uint64_t)
    cpdef uint64_t completing(self, uint64_t own, uint64_t empty) noexcept

    @cython.locals(found=uint64_t, number=int64_t, missing=uint64_t)
    cpdef uint64_t gained(self, uint64_t own, uint64_t empty, int64_t square) noexcept

@cython.locals(odd=uint64_t, pairs=uint64_t, nibbles=uint64_t, bytes_=uint64_t, full=uint64_t)
cpdef int64_t count(uint64_t bits) noexcept nogil

cpdef int64_t lowest(uint64_t bits) noexcept nogil

cimport cython
from libc.stdint cimport int64_t, uint64_t

cdef int64_t _BUCKET
cdef int64_t _ZERO
cdef int64_t _SURE

@cython.final
cdef class Transpositions:
    cdef uint64_t[::1] words
    cdef int64_t entries
    cdef uint64_t mask
    cdef int64_t generation
    cdef readonly int64_t move
    cdef readonly int64_t score
    cdef readonly int64_t depth
    cdef readonly int64_t bound

    cpdef object clear(self)

    cpdef void age(self) noexcept

    @cython.locals(place=int64_t, word=uint64_t, _=int64_t, score=int64_t)
    cpdef bint recall(self, uint64_t key, int64_t ply) noexcept

    @cython.locals(place=int64_t, found=int64_t)
    cpdef void keep(
        self, uint64_t key, int64_t move, int64_t score, int64_t ply, int64_t depth, int64_t bound
    ) noexcept

    cdef int64_t sooner(self, int64_t score, int64_t ply) noexcept

    @cython.locals(word=uint64_t, age=int64_t)
    cdef int64_t value(self, int64_t place) noexcept

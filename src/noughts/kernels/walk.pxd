cimport cython
from libc.stdint cimport int64_t, uint64_t

from .grid cimport Grid, Words, count, lowest, mixed, word

cdef int64_t _FREE
cdef int64_t _REACHED
cdef int64_t _ANSWERED
cdef int64_t _ZERO
cdef int64_t _OPEN
cdef int64_t _CLOSE

cdef class Walk:
    cdef Grid grid
    cdef word full
    cdef const unsigned char[::1] text
    cdef bint wins
    cdef int64_t at
    cdef readonly int64_t positions
    cdef Words firsts
    cdef Words seconds
    cdef unsigned char[::1] states
    cdef uint64_t mask

    cpdef bint follow_all(self) noexcept

    @cython.locals(place=int64_t, one=word, wanted=word, square=int64_t)
    cpdef int64_t answer(self, word first, word second) noexcept

    @cython.locals(
        free=word, begins=cython.bint, threats=word, own=word, moves=word,
        move=word,
    )
    cdef void follow(self, word first, word second) noexcept

    cdef bint skip_pairs(self, bint begins) noexcept

    @cython.locals(one=word, square=int64_t, place=int64_t, image=word)
    cdef word read(self, word first, word second, word free) noexcept

    @cython.locals(place=int64_t)
    cdef bint add(self, word first, word second) noexcept

    @cython.locals(place=uint64_t)
    cdef uint64_t find(self, word first, word second) noexcept

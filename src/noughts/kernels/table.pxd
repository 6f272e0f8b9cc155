cimport cython
from libc.stdint cimport int64_t, uint64_t

from .grid cimport mixed, upper, word

cdef int64_t NARROW

cdef uint64_t _USED
cdef uint64_t _TURN
cdef uint64_t _NEWS
cdef uint64_t _MOST_WORK
cdef uint64_t _LOW
cdef uint64_t _FULL

cdef word whole(word lower, word above) noexcept

cdef class Table:
    cdef readonly uint64_t[::1] words
    cdef uint64_t mask
    cdef int64_t width
    cdef readonly int64_t filled
    cdef readonly int64_t proof
    cdef readonly int64_t disproof
    cdef readonly int64_t work

    @cython.locals(place=int64_t)
    cpdef bint recall(self, word maker, word breaker, bint makers) noexcept

    @cython.locals(turn=uint64_t, place=int64_t)
    cpdef void keep(
        self, word maker, word breaker, bint makers, uint64_t proof, uint64_t disproof,
        uint64_t work,
    ) noexcept

    cdef uint64_t work_at(self, int64_t place) noexcept

    @cython.locals(
        found=uint64_t[::1], end=int64_t, place=int64_t, number=int64_t, last=uint64_t
    )
    cpdef object gather(self, bint only_news=*)

    @cython.locals(
        place=int64_t, maker=word, breaker=word, turn=uint64_t, proof=uint64_t,
        disproof=uint64_t, work=int64_t, is_better=cython.bint, kept=int64_t,
    )
    cpdef void absorb(self, const uint64_t[::1] words) noexcept

    cdef int64_t bucket(self, word maker, word breaker, uint64_t turn) noexcept

    @cython.locals(place=int64_t, _=int64_t)
    cdef int64_t find(self, word maker, word breaker, uint64_t turn) noexcept

    @cython.locals(found=int64_t, _=int64_t)
    cdef int64_t least(self, int64_t place) noexcept

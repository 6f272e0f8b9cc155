cimport cython
from libc.stdint cimport int64_t, uint64_t

from noughts.kernels.grid cimport Grid, count, lowest

cdef int64_t MOST_LINES

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

cdef class Regrouping(Matching):
    cdef uint64_t[::1] lines
    cdef int64_t[::1] runs
    cdef uint64_t[::1] open
    cdef int64_t[::1] ends
    cdef int64_t[::1] run
    cdef uint64_t[::1] parts
    cdef int64_t saved
    cdef uint64_t saved_free
    cdef uint64_t[::1] saved_commons
    cdef uint64_t[::1] saved_owned
    cdef int64_t[::1] saved_run

    @cython.locals(number=int64_t)
    cdef bint succeeds(
        self, uint64_t empty, uint64_t breaker, uint64_t[::1] pairs, int64_t known
    ) noexcept

    @cython.locals(
        end=int64_t, run=int64_t, common=uint64_t, number=int64_t, line=uint64_t,
    )
    cdef void group(self, uint64_t empty, uint64_t breaker) noexcept

    cdef void append(self, uint64_t common, int64_t run) noexcept

    @cython.locals(place=int64_t, pair=uint64_t, number=int64_t)
    cdef void adopt(self, uint64_t empty, uint64_t[::1] pairs, int64_t known) noexcept

    cdef void own(self, int64_t number, uint64_t squares) noexcept

    cdef bint complete(self, int64_t number) noexcept

    @cython.locals(
        visited=uint64_t, region=uint64_t, place=int64_t, last=int64_t, competes=cython.bint,
    )
    cdef bint regroup(self, int64_t number) noexcept

    @cython.locals(place=int64_t)
    cdef void save(self) noexcept

    @cython.locals(lines=int64_t, before=int64_t, place=int64_t, cuts=int64_t, parts=int64_t)
    cdef bint recut(self, int64_t run, int64_t number, uint64_t region) noexcept

    @cython.locals(parts=int64_t, common=uint64_t, number=int64_t)
    cdef int64_t cut(self, int64_t run, int64_t cuts) noexcept

    @cython.locals(total=int64_t, union=uint64_t, part=int64_t, outside=uint64_t)
    cdef int64_t gained(self, int64_t parts, uint64_t region) noexcept

    @cython.locals(moved=int64_t, place=int64_t, part=int64_t)
    cdef bint fits(self, int64_t run, int64_t parts, int64_t number) noexcept

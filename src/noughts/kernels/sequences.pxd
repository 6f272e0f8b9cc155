cimport cython
from libc.stdint cimport int64_t, uint64_t

cdef int64_t _ATTACKER
cdef int64_t _DEFENDER
cdef int64_t _NONE
cdef int64_t _SEVERAL
cdef int64_t _MOST_THREES
cdef int64_t _FREE
cdef int64_t _CLOSED
cdef int64_t _FAILED
cdef int64_t _LONGEST

@cython.final
cdef class WindowBoard:
    cdef readonly int64_t size
    cdef readonly int64_t k
    cdef int64_t windows
    cdef int64_t[::1] at
    cdef int64_t[::1] through
    cdef int64_t[::1] ends
    cdef int64_t[::1] rows
    cdef int64_t[::1] worths
    cdef int64_t[::1] lists
    cdef int64_t[::1] counts
    cdef int64_t[::1] places
    cdef int64_t[::1] states
    cdef int64_t[::1] sums
    cdef int64_t[::1] marks
    cdef int64_t[::1] moves
    cdef readonly int64_t count
    cdef uint64_t[::1] numbers
    cdef readonly uint64_t hash

    @cython.locals(step=int64_t, place=int64_t)
    cpdef void put(self, int64_t side, int64_t square) noexcept

    @cython.locals(square=int64_t, side=int64_t, step=int64_t, place=int64_t)
    cpdef void undo(self) noexcept

    @cython.locals(row=int64_t, last=int64_t)
    cdef void shift(self, int64_t window, int64_t step) noexcept

    @cython.locals(marks=int64_t)
    cdef int64_t row(self, int64_t side, int64_t lacks) noexcept

    cpdef bint has_line(self, int64_t side) noexcept

    @cython.locals(row=int64_t, square=int64_t, place=int64_t)
    cpdef int64_t completing(self, int64_t side) noexcept

    @cython.locals(worth=int64_t, place=int64_t)
    cpdef int64_t promise(self, int64_t square) noexcept

    @cython.locals(square=int64_t, place=int64_t)
    cdef int64_t lowest(self, int64_t row) noexcept

@cython.final
cdef class Sequences:
    cdef WindowBoard board
    cdef readonly int64_t[::1] moves
    cdef readonly int64_t length
    cdef readonly int64_t[::1] zone
    cdef readonly int64_t left
    cdef uint64_t[::1] failed
    cdef uint64_t[::1] salts
    cdef int64_t stamp
    cdef int64_t[::1] stamps
    cdef int64_t[::1] first
    cdef int64_t[::1] second
    cdef int64_t[::1] paired
    cdef int64_t pairs
    cdef int64_t[::1] needed
    cdef int64_t needs
    cdef int64_t[::1] stack
    cdef int64_t top

    @cython.locals(last=int64_t, most=int64_t)
    cpdef bint find(self, int64_t threes, int64_t nodes) noexcept

    @cython.locals(square=int64_t)
    cpdef bint wins(self) noexcept

    @cython.locals(
        board=WindowBoard, danger=int64_t, fork=int64_t, key=uint64_t, begin=int64_t, end=int64_t,
        won=cython.bint, place=int64_t,
    )
    cdef bint attack(self, int64_t threes, int64_t ply) noexcept

    @cython.locals(won=cython.bint)
    cdef bint tries(self, int64_t move, int64_t threes, int64_t ply) noexcept

    @cython.locals(
        board=WindowBoard, threat=int64_t, won=cython.bint, begin=int64_t, middle=int64_t
    )
    cdef bint defend(self, int64_t threes, int64_t ply) noexcept

    @cython.locals(
        board=WindowBoard, end=int64_t, is_known=cython.bint, place=int64_t, _=int64_t,
        answer=int64_t, won=cython.bint,
    )
    cdef bint meets(self, int64_t begin, int64_t middle, int64_t threes, int64_t ply) noexcept

    @cython.locals(board=WindowBoard, danger=int64_t, move=int64_t, won=cython.bint)
    cdef bint follows(self, int64_t ply) noexcept

    @cython.locals(
        board=WindowBoard, threat=int64_t, won=cython.bint, begin=int64_t, middle=int64_t
    )
    cdef bint answers(self, int64_t ply) noexcept

    @cython.locals(
        board=WindowBoard, end=int64_t, place=int64_t, _=int64_t, answer=int64_t,
        won=cython.bint,
    )
    cdef bint replays(self, int64_t begin, int64_t middle, int64_t ply) noexcept

    @cython.locals(
        board=WindowBoard, row=int64_t, place=int64_t, window=int64_t, one=int64_t, fork=int64_t,
        square=int64_t,
    )
    cdef int64_t find_forks(self) noexcept

    cdef void pair(self, int64_t square, int64_t partner) noexcept

    @cython.locals(kept=int64_t, place=int64_t, meets=int64_t)
    cdef void narrow(self, int64_t square, bint is_first) noexcept

    @cython.locals(middle=int64_t, place=int64_t)
    cdef int64_t list_defences(self) noexcept

    @cython.locals(
        board=WindowBoard, number=int64_t, window=int64_t, place=int64_t, square=int64_t
    )
    cdef void list_moves(self, int64_t row) noexcept

    @cython.locals(board=WindowBoard, number=int64_t, window=int64_t, place=int64_t)
    cdef void look_at(self, int64_t row) noexcept

    @cython.locals(
        board=WindowBoard, row=int64_t, place=int64_t, one=int64_t, other=int64_t
    )
    cdef void look_at_forks(self) noexcept

    @cython.locals(board=WindowBoard, place=int64_t)
    cdef int64_t free_square(self, int64_t window) noexcept

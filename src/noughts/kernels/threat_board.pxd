cimport cython
from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t

from noughts.kernels.line_shapes cimport LineShapes

cdef int64_t NOTHING
cdef int64_t SHAPES
cdef int64_t THREATS
cdef int64_t EMPTY
cdef int64_t _UNKNOWN
cdef int64_t _MOVING
cdef int64_t _WAITING
cdef int64_t _LIVE
cdef int64_t _SUMS
cdef int64_t _KINDS
cdef int64_t _PRESENT
cdef int64_t _ENOUGH
cdef int64_t MAKES_THREE
cdef int64_t FOUR
cdef int64_t FIVE
cdef int64_t OPEN_FOUR
cdef int64_t THREE_CLOSED
cdef int64_t THREE_HALF
cdef int64_t TWO_OPEN

@cython.final
cdef class ThreatBoard:
    cdef readonly int64_t size
    cdef readonly int64_t k
    cdef int64_t reach
    cdef LineShapes shapes
    cdef int64_t[::1] weights
    cdef int64_t bias
    cdef int64_t enough
    cdef int64_t[::1] present
    cdef int64_t[::1] steps
    cdef int64_t[::1] line_of
    cdef int64_t[::1] behind
    cdef int64_t[::1] ahead
    cdef uint64_t[::1] words
    cdef uint64_t[::1] walls
    cdef readonly uint8_t[::1] marks
    cdef readonly int64_t[::1] keys
    cdef readonly uint8_t[::1] threats
    cdef uint8_t[::1] found
    cdef int32_t[::1] facts
    cdef int32_t[::1] sums
    cdef int32_t[::1] earlier
    cdef int64_t[::1] makings
    cdef int64_t[::1] takings
    cdef int64_t[::1] lives
    cdef readonly int32_t[::1] making
    cdef readonly int32_t[::1] taking
    cdef readonly int32_t[::1] tally
    cdef readonly int32_t[::1] worths
    cdef readonly int32_t[::1] live
    cdef int64_t[::1] neighbours
    cdef int64_t[::1] neighbours_from
    cdef int64_t[::1] near
    cdef uint64_t[::1] numbers
    cdef uint64_t turn_number
    cdef int64_t[::1] changed
    cdef int64_t[::1] changed_keys
    cdef int64_t[::1] ends
    cdef readonly int64_t[::1] moves
    cdef readonly int64_t count
    cdef readonly int64_t turn
    cdef int64_t end
    cdef readonly uint64_t hash

    @cython.locals(
        size=int64_t, square=int64_t, side=int64_t, key=int64_t, step=int64_t, place=int64_t,
        wall=uint64_t, shape=int64_t, threat=int64_t,
    )
    cdef object start(self)

    @cython.locals(
        row=int64_t, kind=int64_t, bit=int64_t, others=int64_t, other=int64_t, worth=int64_t
    )
    cdef void combine(self) noexcept

    @cython.locals(place=int64_t)
    cdef void vanish(self, int64_t side, int64_t square) noexcept

    @cython.locals(
        ending=uint64_t, blocked=uint64_t, left=int64_t, right=int64_t, found=int64_t
    )
    cdef int64_t shape(
        self, uint64_t marks, uint64_t marks_back, uint64_t blocks, uint64_t blocks_back,
        int64_t behind, int64_t ahead,
    ) noexcept

    cdef int64_t learn(self, int64_t key) noexcept

    @cython.locals(worth=int64_t, step=int64_t)
    cdef int64_t weigh(self, int64_t key, int64_t[::1] weights, int64_t first) noexcept

    @cython.locals(
        fours=int64_t, threes=int64_t, open_twos=int64_t, others=int64_t, shape=int64_t
    )
    cdef int64_t classify(self, int64_t key) noexcept

    cpdef void put(self, int64_t side, int64_t square) noexcept

    cpdef void give_turn(self, int64_t side) noexcept

    @cython.locals(side=int64_t, step=int64_t, place=int64_t)
    cpdef void play(self, int64_t square) noexcept

    @cython.locals(
        place=int64_t, line=int64_t, word=int64_t, wall=uint64_t, own=uint64_t,
        own_back=uint64_t, other=uint64_t, other_back=uint64_t, blocks=uint64_t,
        blocks_back=uint64_t, limits=uint64_t, limits_back=uint64_t, behind=int64_t, ahead=int64_t,
        stride=int64_t, sees_own=cython.bint, sees_other=cython.bint, _=int64_t, mark=int64_t,
        shape=int64_t,
    )
    cdef void spread(self, int64_t side, int64_t square, int64_t step, int64_t way) noexcept

    @cython.locals(place=int64_t, old=int64_t, key=int64_t, threat=int64_t)
    cdef void update(self, int64_t side, int64_t square, int64_t step, int64_t shape) noexcept

    @cython.locals(square=int64_t, side=int64_t, place=int64_t, began=int64_t)
    cpdef void undo(self) noexcept

    @cython.locals(one=uint64_t, place=int64_t, word=int64_t)
    cdef void toggle(self, int64_t side, int64_t square) noexcept

    cpdef void pass_turn(self) noexcept

    @cython.locals(
        worth=int64_t, own=int64_t, other=int64_t, kinds=int64_t, kind=int64_t, live=int64_t
    )
    cpdef int64_t evaluate(self) noexcept

    cpdef bint is_near(self, int64_t square) noexcept

    @cython.locals(base=int64_t, square=int64_t)
    cdef int64_t gather(self, int64_t threat, int64_t[::1] found, int64_t end) noexcept

    @cython.locals(base=int64_t, square=int64_t)
    cpdef int64_t find(self, int64_t side, int64_t threat) noexcept

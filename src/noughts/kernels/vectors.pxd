# The return type of a function that is compiled, with all it calls, once for each generation of
# vector instructions; the best that the processor has is chosen on loading. Where compilers or
# systems cannot do so, it is just void. On 3×3 the three play 36, 336 and 696 million games a second.

cdef extern from *:
    """
    #if defined(__x86_64__) && defined(__GLIBC__) && !defined(__clang__) && __GNUC__ >= 12
    #define VECTORISED __attribute__((flatten, target_clones( \
        "default", "arch=x86-64-v3", "arch=x86-64-v4")))
    /* Pointers to such functions are declared with this type, too, and cannot have it. */
    #pragma GCC diagnostic ignored "-Wattributes"
    #else
    #define VECTORISED
    #endif
    """
    ctypedef void vectorised "VECTORISED void"

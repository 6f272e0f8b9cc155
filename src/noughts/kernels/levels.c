/* Begins a kernel in the best version that this processor can run.

   setup.py compiles a kernel whose loops become vectors once for each level, the same code with
   other instructions, and this file with the name of the kernel. On 3x3 the three levels of x86-64
   play 26, 205 and 325 million games a second. Elsewhere, without AVX-512, the lower two play 22 and
   175 million, 0.7 and 1.1 million on 15x15:5, and step 4,096 boards of 3x3 in 0.18 and 0.12 ms.
   NOUGHTS_LEVEL=avx2 or =baseline asks for a lower one. */

#include <Python.h>

#include <stdlib.h>
#include <string.h>

#if defined(_MSC_VER)
#include <windows.h>
#define HAS_AVX2 IsProcessorFeaturePresent(PF_AVX2_INSTRUCTIONS_AVAILABLE)
#elif defined(__x86_64__)
#define HAS_AVX2 __builtin_cpu_supports("avx2")
#define HAS_AVX512                                                            \
    (__builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") \
     && __builtin_cpu_supports("avx512vl"))
#endif

#define JOIN(start, end) start##end
#define JOINED(start, end) JOIN(start, end)
#define BEGIN JOINED(PyInit_, KERNEL)

PyMODINIT_FUNC JOINED(BEGIN, _baseline)(void);
PyMODINIT_FUNC JOINED(BEGIN, _avx2)(void);
PyMODINIT_FUNC JOINED(BEGIN, _avx512)(void);

static int is_wanted(const char *level)
{
    const char *asked = getenv("NOUGHTS_LEVEL");
    return !asked || !*asked || strcmp(asked, level) == 0;
}

PyMODINIT_FUNC BEGIN(void)
{
#ifdef HAS_AVX512
    if (HAS_AVX512 && is_wanted("avx512")) return JOINED(BEGIN, _avx512)();
#endif
#ifdef HAS_AVX2
    if (HAS_AVX2 && is_wanted("avx2")) return JOINED(BEGIN, _avx2)();
#endif
    return JOINED(BEGIN, _baseline)();
}

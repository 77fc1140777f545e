// Compiles the kernels as a CPU library with one block of one thread, which the tests load instead of a GPU.

#define __global__
#define __device__
#define __forceinline__ inline
#define __launch_bounds__(...)
#define __shared__ static
#define __syncthreads()

struct Dimension {
    unsigned x;
};
static const Dimension threadIdx = {0}, blockIdx = {0}, blockDim = {1}, gridDim = {1};

template <class T, class V> static T exchange(T *place, V value) {
    T before = *place;
    *place = (T)value;
    return before;
}
template <class T, class V> static T atomicAdd(T *place, V value) { return exchange(place, *place + (T)value); }
template <class T, class V> static T atomicSub(T *place, V value) { return exchange(place, *place - (T)value); }
template <class T, class V> static T atomicMin(T *place, V value) { return exchange(place, *place < (T)value ? *place : (T)value); }
template <class T, class V> static T atomicOr(T *place, V value) { return exchange(place, *place | (T)value); }
template <class T, class E, class V> static T atomicCAS(T *place, E expected, V value) {
    return *place == (T)expected ? exchange(place, value) : *place;
}

#include "kernels.cu"

#include <string.h>

template <int... Index> struct Indices {};
template <int Count, int... Index> struct Counted : Counted<Count - 1, Count - 1, Index...> {};
template <int... Index> struct Counted<0, Index...> {
    typedef Indices<Index...> Type;
};

template <class... Arguments, int... Index>
static int run(void (*kernel)(Arguments...), void **arguments, Indices<Index...>) {
    kernel(*(Arguments *)arguments[Index]...);
    return 1;
}

template <class... Arguments> static int run(void (*kernel)(Arguments...), void **arguments) {
    return run(kernel, arguments, typename Counted<sizeof...(Arguments)>::Type());
}

extern "C" int launch(const char *name, void **arguments) {
    return !strcmp(name, "build_level") ? run(build_level, arguments)
         : !strcmp(name, "roots")       ? run(roots, arguments)
         : !strcmp(name, "search_2")    ? run(search_2, arguments)
         : !strcmp(name, "search_4")    ? run(search_4, arguments)
                                        : 0;
}

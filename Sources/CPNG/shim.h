// The system's libpng. It leaves a failed call with longjmp, which must not cross Swift: CImaging calls it, and nothing else does.
#ifndef TOUCHSTONE_CPNG_SHIM_H
#define TOUCHSTONE_CPNG_SHIM_H

#include <png.h>

#endif

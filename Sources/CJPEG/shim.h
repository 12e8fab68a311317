// The system's libjpeg-turbo. It leaves a failed call with longjmp, which must not cross Swift: CImaging calls it, and nothing else does.
#ifndef TOUCHSTONE_CJPEG_SHIM_H
#define TOUCHSTONE_CJPEG_SHIM_H

// jpeglib.h uses FILE and size_t without including them.
#include <stddef.h>
#include <stdio.h>

#include <jpeglib.h>

#endif

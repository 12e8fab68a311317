// The system's FreeType, where there is no Core Text: outlines of a font's glyphs, and their coverage of pixels.
#ifndef TOUCHSTONE_CFREETYPE_SHIM_H
#define TOUCHSTONE_CFREETYPE_SHIM_H

#include <ft2build.h>

#include FT_FREETYPE_H

#endif

// The system's FreeType, where there is no Core Text: outlines of a font's glyphs, and their coverage of pixels.
#ifndef TOUCHSTONE_CFREETYPE_SHIM_H
#define TOUCHSTONE_CFREETYPE_SHIM_H

#if !__has_include(<ft2build.h>)
#error "FreeType's headers are missing: run Touchstone's scripts/setup.sh, or install libfreetype-dev (Debian, Ubuntu), freetype-devel (Fedora) or freetype2 (Arch); if they lie elsewhere, set CPATH and LIBRARY_PATH"
#endif

#include <ft2build.h>

#include FT_FREETYPE_H

#endif

// The system's cmark-gfm: the reference implementation of GitHub's Markdown.
#ifndef TOUCHSTONE_CMARKGFM_SHIM_H
#define TOUCHSTONE_CMARKGFM_SHIM_H

#if !__has_include(<cmark-gfm.h>) || !__has_include(<cmark-gfm-core-extensions.h>)
#error "cmark-gfm's headers are missing: run Touchstone's scripts/setup.sh, or install libcmark-gfm-dev and libcmark-gfm-extensions-dev (Debian, Ubuntu), cmark-gfm-devel (Fedora) or cmark-gfm (Arch, Homebrew); if they lie elsewhere, set CPATH and LIBRARY_PATH"
#endif

#include <cmark-gfm.h>
#include <cmark-gfm-core-extensions.h>

#endif

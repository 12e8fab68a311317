// The system's cmark-gfm: the reference implementation of GitHub's Markdown.
#ifndef TOUCHSTONE_CMARKGFM_SHIM_H
#define TOUCHSTONE_CMARKGFM_SHIM_H

#include <cmark-gfm.h>
#include <cmark-gfm-core-extensions.h>

#endif

#if !__has_include(<libpq-fe.h>)
#error "libpq's headers are missing: run Touchstone's scripts/setup.sh postgres, or install libpq-dev (Debian, Ubuntu), libpq-devel (Fedora), postgresql-libs (Arch) or libpq (Homebrew); if they lie elsewhere, set CPATH and LIBRARY_PATH"
#endif

#include <libpq-fe.h>

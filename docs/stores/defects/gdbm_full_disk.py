"""dbm.gnu: after one write that fails, as on a full disk, nothing that was synced can be read any more, nor after an opening.

GDBM marks the database as one that needs gdbm_recover(), which Python's module does not have.
"""
import dbm.gnu, os, resource, signal, sys, tempfile

signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
path = os.path.join(tempfile.mkdtemp(), "store")
store = dbm.gnu.open(path, "c")
store[b"first"] = b"x"
store.sync()
resource.setrlimit(resource.RLIMIT_FSIZE, (os.path.getsize(path) + 1_000, resource.RLIM_INFINITY))
try: store[b"second"] = b"x" * 100_000
except dbm.gnu.error as error: print("the write fails, as it should:", error)
resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))


def attempt(what, work):
    try: print(what, work())
    except (dbm.gnu.error, KeyError) as error:
        print("DEFECT:", what, repr(error))
        return 1
    return 0


failures = attempt("read of what was synced:", lambda: store[b"first"])
failures += attempt("reorganize:", store.reorganize)
store.close()
failures += attempt("read after an opening:", lambda: dbm.gnu.open(path, "c")[b"first"])
sys.exit(failures > 0)

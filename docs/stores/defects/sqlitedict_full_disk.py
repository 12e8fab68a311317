"""sqlitedict: after one commit that fails, as on a full disk, commit(blocking=True) waits for ever.

The thread that writes ends with the first error of a COMMIT, and nobody tells the one who waits for its answer.
"""
import os, resource, signal, tempfile, threading
from sqlitedict import SqliteDict

signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
store = SqliteDict(os.path.join(tempfile.mkdtemp(), "store"), journal_mode="DELETE")
store["first"] = "x"
store.commit(blocking=True)
resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, resource.RLIM_INFINITY))
store["second"] = "x" * 100_000


def commit():
    try: store.commit(blocking=True)
    except Exception as error: print("the commit fails, as it should:", repr(error), flush=True)


waiting = threading.Thread(target=commit, daemon=True)
waiting.start()
waiting.join(10)
print("DEFECT: the commit has not returned in 10 s" if waiting.is_alive() else "no defect", flush=True)
os._exit(1 if waiting.is_alive() else 0)

"""Kyoto Cabinet: after an end_transaction that fails, as on a full disk, the next begin_transaction waits for ever.

A commit that fails returns false, and a second end_transaction says that there is no transaction. The next transaction waits for its end.
"""
import os, resource, signal, sys, tempfile, time
import kyotocabinet as kc

signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
path = os.path.join(tempfile.mkdtemp(), "store.kct")
store = kc.DB()
assert store.open(path, kc.DB.OWRITER | kc.DB.OCREATE), store.error()


def transactions():
    """Transactions until one cannot end, and then another, when there is space again."""
    for count in range(1, 2_000):
        store.begin_transaction(True)
        store.set(b"key %d" % count, b"x" * 3_000)
        if not store.end_transaction(True):
            print("a transaction cannot end, as it should be:", store.error(), flush=True)
            break
    resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    print("there is space again; the next transaction begins:", store.begin_transaction(True), flush=True)


# The call that waits lets no other thread of Python run: the transactions have a process of their own.
child = os.fork()
if child == 0:
    resource.setrlimit(resource.RLIMIT_FSIZE, (os.path.getsize(path) + 2_000, resource.RLIM_INFINITY))
    transactions()
    os._exit(0)
for _ in range(200):
    time.sleep(0.1)
    if os.waitpid(child, os.WNOHANG)[0]: print("no defect") or sys.exit(0)
os.kill(child, signal.SIGKILL)
print("DEFECT: begin_transaction has not returned in 20 s")
sys.exit(1)

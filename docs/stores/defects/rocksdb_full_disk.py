"""RocksDB, as Debian 12 builds it: a synced write that finds the disk full ends the process by SIGABRT, where it should return an error.

The library is built with its assertions, and one of them (AssertFalseAndGetStatusForPrevError) fails after an error of the log: of small
writes at the first that does not fit. Larger ones return the error, as all do in a build without assertions, such as that of rocksdict.
The script calls the C interface of librocksdb.so.
"""
import ctypes, os, resource, signal, sys, tempfile

rocksdb = ctypes.CDLL("librocksdb.so")
for name in "options_create", "writeoptions_create", "open": getattr(rocksdb, "rocksdb_" + name).restype = ctypes.c_void_p
path = os.path.join(tempfile.mkdtemp(), "store").encode()
child = os.fork()
if child == 0:
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    options, synced = (ctypes.c_void_p(rocksdb.rocksdb_options_create()), ctypes.c_void_p(rocksdb.rocksdb_writeoptions_create()))
    rocksdb.rocksdb_options_set_create_if_missing(options, 1)
    rocksdb.rocksdb_writeoptions_set_sync(synced, 1)
    error = ctypes.c_char_p()
    db = ctypes.c_void_p(rocksdb.rocksdb_open(options, path, ctypes.byref(error)))
    resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, resource.RLIM_INFINITY))
    for number in range(1_000):
        key, value = b"key %d" % number, b"x" * 60
        rocksdb.rocksdb_put(
            db, synced, key, ctypes.c_size_t(len(key)), value, ctypes.c_size_t(len(value)), ctypes.byref(error))
        if error.value: print("the write fails, as it should:", error.value.decode(), flush=True); os._exit(0)
    os._exit(0)
_, status = os.waitpid(child, 0)
ended = os.WTERMSIG(status) if os.WIFSIGNALED(status) else 0
print(f"DEFECT: the process ended by {signal.Signals(ended).name}" if ended else "no defect")
sys.exit(ended != 0)

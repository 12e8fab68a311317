"""Tkrzw: on a full disk, the process ends by SIGBUS, where each call returns a Status, and Tkrzw has one for the system's errors.

The file is mapped into memory and grows without a reservation of its blocks, so that a write to the mapping finds no space. The script
mounts a small disk in memory, which needs root, or user namespaces: unshare --map-root-user --mount python3 tkrzw_full_disk.py
"""
import os, signal, subprocess, sys, tempfile, tkrzw

path = tempfile.mkdtemp()
subprocess.run(["mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", path], check=True)
child = os.fork()
if child == 0:
    db = tkrzw.DBM()
    db.Open(path + "/store", True, dbm="TreeDBM")
    for number in range(100):
        status = db.Set(f"key {number}", b"x" * 100_000)
        if status.IsOK(): status = db.Synchronize(True)
        if not status.IsOK(): print("the write fails, as it should:", status, flush=True); os._exit(0)
    os._exit(0)
_, status = os.waitpid(child, 0)
subprocess.run(["umount", path], check=True)
os.rmdir(path)
ended = os.WTERMSIG(status) if os.WIFSIGNALED(status) else 0
print(f"DEFECT: the process ended by {signal.Signals(ended).name}" if ended else "no defect")
sys.exit(ended != 0)

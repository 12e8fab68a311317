import os, subprocess, time
import redis
from touchstone_adapter import Buffered, Failure, serve


class Redis(Buffered):
    """A Redis server of each place's own, which appends every call to a file and flushes it. A transaction is one MULTI … EXEC."""
    durability, constantFiles = "powerLoss", False

    def open(self, path):
        os.makedirs(path, exist_ok=True)
        options = dict(port=0, unixsocket=path + "/socket", dir=path, appendonly="yes", appendfsync="always", save="", loglevel="warning")
        words = [word for name, value in options.items() for word in ("--" + name, str(value))]
        # In the group of this process: kill -9 of the group is a crash of the server.
        self.server = subprocess.Popen(["redis-server"] + words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.db = redis.Redis(unix_socket_path=path + "/socket", retry=None)
        for _ in range(500):
            try: return self.db.ping()
            except redis.RedisError: time.sleep(0.01)
            if self.server.poll() is not None: raise OSError(f"the server ended with {self.server.returncode}")
        raise OSError("the server does not answer")

    def close(self):
        self.db.close()
        self.server.terminate()
        self.server.wait()

    def load(self, key): return self.db.hget("items", key)
    def keys(self): return self.db.hkeys("items")

    def apply(self, changes):
        with self.db.pipeline(transaction=True) as calls:
            for key, value in changes.items(): calls.hdel("items", key) if value is None else calls.hset("items", key, value)
            try: calls.execute()
            except redis.ConnectionError as error: raise Failure("lost", reason=str(error))

    @staticmethod
    def files(path): return [file for file in Buffered.files(path) if not file.endswith("/socket")]


serve(Redis)

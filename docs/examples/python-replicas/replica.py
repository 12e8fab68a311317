"""The protocol of docs/replica-protocol.md, for replicas in Python. It needs the standard library alone."""
import base64, json, sys, traceback


class Failure(Exception):
    """An error of the protocol: its code, and the members that go with it."""
    def __init__(self, code, **members):
        super().__init__(code)
        self.code, self.error = code, dict(members, code=code)


class Device:
    """The place of a replica: the device's name, its folder and its clock, and the calls of the server and the disk."""
    def __init__(self, channel, name, directory, old):
        self._channel, self.name, self.directory, self.old = channel, name, directory, old

    @property
    def clock(self): return self._channel.clock
    def push(self, changes): return self._channel.call("push", changes=changes)["outcomes"]
    def read(self): return self._channel.call("read")["texts"]
    def write(self, texts): self._channel.call("write", texts=texts)

    def pages(self, token, limit=10):
        """The pages after a token, each with the token that comes after it. A stale token begins again."""
        while True:
            try:
                page = self._channel.call("pull", limit=limit, **({} if token is None else {"after": token}))
            except Failure as failure:
                if failure.code != "staleToken" or token is None:
                    raise
                token = None
                continue
            token = page["token"]
            yield page["records"], token
            if page["isLast"]:
                return


class Channel:
    """Standard input and output. While a call waits for its answer, the user goes on editing: requests come in between."""
    def __init__(self, make, hello): self.make, self.hello, self.calls, self.clock, self.replica = make, hello, 0, 0, None

    def call(self, op, **members):
        self.calls += 1
        number = self.calls
        self.send(call=number, op=op, **members)
        while True:
            message = self.receive()
            if "op" in message:
                self.answer(message)
            elif "err" in message:
                raise Failure(**message["err"])
            else:
                return message["ok"]

    def receive(self):
        line = sys.stdin.buffer.readline()
        if not line:
            sys.exit()
        return json.loads(line)

    def send(self, **message): print(json.dumps(message), flush=True)

    def answer(self, request):
        number, op = request.pop("id"), request.pop("op")
        self.clock = request.pop("clock", 0)
        try:
            self.send(id=number, ok=self.perform(op, request) or {})
        except Failure as failure:
            self.send(id=number, err=failure.error)
        except Exception as error:
            traceback.print_exc()
            self.send(id=number, err={"code": "failed", "message": repr(error)})

    def perform(self, op, members):
        if op == "hello":
            return self.hello
        if op == "open":
            self.replica = self.make(Device(self, members["device"], members["directory"], members.get("old", False)))
        elif op == "close":
            self.replica = None
        else:
            return getattr(self.replica, op)(**members)


def serve(make, name, **capabilities):
    """Serves replicas until the input ends. `make` opens one on a device; its methods carry the protocol's names."""
    channel = Channel(make, {"name": name, "protocol": 1, "capabilities": capabilities})
    while True:
        channel.answer(channel.receive())


class DocumentReplica:
    """A replica that is one document of a CRDT library. Each device keeps its state on the server in a record of its own."""
    def __init__(self, device):
        self.device, kept = device, device.read()
        self.token, self.unsent = kept.get("token"), kept.get("unsent") == "yes"
        # A library must not take up an identity again that it may have used for edits that are not on the disk.
        self.opened, self.edits = int(kept.get("opened", 0)) + 1, 0
        self.document = self.load(base64.b64decode(kept.get("state", "")))
        self.save()

    def save(self):
        self.device.write({"state": self.text(), "token": self.token, "unsent": "yes" if self.unsent else None, "opened": str(self.opened)})

    def text(self): return base64.b64encode(self.state()).decode()

    def edit(self, change):
        change()
        self.unsent, self.edits = True, self.edits + 1
        self.save()

    def sync(self):
        own, refused = f"document-{self.device.name}", []
        while self.unsent and not refused:
            edits = self.edits
            # Only this device writes the record, so there is nothing to conflict with.
            outcome, = self.device.push([{"name": own, "body": self.text()}])
            # The user may have gone on editing meanwhile.
            self.unsent = "saved" not in outcome or edits != self.edits
            refused = [own] if "refused" in outcome else []
        for records, token in self.device.pages(self.token):
            for record in records:
                if record["name"] != own:
                    self.merge(base64.b64decode(record["body"]))
            self.token = token
            self.save()
        if refused:
            raise Failure("refused", names=refused)

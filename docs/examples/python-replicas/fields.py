#!/usr/bin/env python3
"""Records whose fields the last writer wins, by hybrid clocks; a deletion ends a life of the record. Standard library alone."""
import json
from replica import Failure, serve

BATCH, FIELDS = 4, ["title", "note"]


class FieldReplica:
    """Each record is {"life": n, "gone": bool, "fields": {name: [value, [time, count, device]]}}: any two versions merge."""
    def __init__(self, device):
        self.device, self.known = device, FIELDS[:1] if device.old else FIELDS
        texts = device.read()
        self.token = texts.pop("token", None)
        self.kept = {name[2:]: json.loads(text) for name, text in texts.items()}

    def save(self, names):
        self.device.write(dict({"r/" + name: json.dumps(self.kept[name]) for name in names}, token=self.token))

    # The requests of the protocol.

    def contents(self):
        return {"records": {name: {field: value for field, (value, _) in record["fields"].items() if field in self.known}
                            for name, record in self.live().items()}}

    def insert(self, record, fields):
        if record in self.live():
            raise Failure("present", message=record)
        stamp = self.stamp()
        life = self.kept[record]["record"]["life"] if record in self.kept else 0
        self.change(record, {"life": life + 1, "gone": False, "fields": {f: [v, stamp] for f, v in fields.items()}})

    def update(self, record, field, value):
        before = self.found(record)
        self.change(record, dict(before, fields=dict(before["fields"], **{field: [value, self.stamp()]})))

    def delete(self, record): self.change(record, dict(self.found(record), gone=True))

    def sync(self):
        refused = self.push(set())
        for records, token in self.device.pages(self.token):
            for record in records:
                self.take(record)
            self.token = token
            self.save({record["name"] for record in records})
        # What came of merging goes back.
        refused = self.push(refused)
        if refused:
            raise Failure("refused", names=sorted(refused))

    # What they are made of.

    def live(self): return {name: kept["record"] for name, kept in self.kept.items() if not kept["record"]["gone"]}

    def found(self, name):
        if name not in self.live():
            raise Failure("missing", message=name)
        return self.kept[name]["record"]

    def stamp(self):
        """Later than all that this device has seen, whatever its clock says."""
        newest = max((s for kept in self.kept.values() for _, s in kept["record"]["fields"].values()), default=[0, 0, ""])
        time = self.device.clock
        return [time, 0, self.device.name] if time > newest[0] else [newest[0], newest[1] + 1, self.device.name]

    def change(self, name, record):
        self.kept[name] = {"record": record, "pending": True, "tag": self.kept.get(name, {"tag": 0})["tag"]}
        self.save([name])

    def push(self, refused):
        while True:
            sent = {name: json.dumps(kept["record"]) for name, kept in sorted(self.kept.items())
                    if kept["pending"] and name not in refused}
            sent = dict(list(sent.items())[:BATCH])
            if not sent:
                return refused
            changes = [{"name": n, "body": b, "basedOn": self.kept[n]["tag"]} for n, b in sent.items()]
            for (name, body), outcome in zip(sent.items(), self.device.push(changes)):
                if "conflict" in outcome:
                    self.take(outcome["conflict"])
                elif "refused" in outcome:
                    refused.add(name)
                else:
                    kept = self.kept[name]
                    # The user may have changed it meanwhile.
                    self.kept[name] = dict(kept, tag=outcome["saved"], pending=json.dumps(kept["record"]) != body)
            self.save(sent)

    def take(self, remote):
        """Merges a version of the server into what is here."""
        name, theirs = remote["name"], json.loads(remote["body"])
        ours = self.kept.get(name)
        if ours is None:
            self.kept[name] = {"record": theirs, "pending": False, "tag": remote["tag"]}
            return
        merged = merge(ours["record"], theirs)
        is_news = remote["tag"] > ours["tag"]
        self.kept[name] = {"record": merged, "tag": max(ours["tag"], remote["tag"]),
                           "pending": merged != theirs if is_news else ours["pending"] or merged != ours["record"]}


def merge(ours, theirs):
    if ours["life"] != theirs["life"]:
        return max(ours, theirs, key=lambda record: record["life"])
    fields = {name: max((r["fields"][name] for r in (ours, theirs) if name in r["fields"]), key=lambda field: field[1])
              for name in sorted({*ours["fields"], *theirs["fields"]})}
    return {"life": ours["life"], "gone": ours["gone"] or theirs["gone"], "fields": fields}


serve(FieldReplica, "fields", fields=FIELDS, merge="byField", deletes="deletesWin", causal=True, durable=True,
      anyOrder=True, bounded=True, setsRefusedAside=True, keepsUnknownFields=True)

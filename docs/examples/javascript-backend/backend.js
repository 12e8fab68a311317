// A store in a journal of lines with checksums, served by the protocol of docs/process-protocol.md. Nothing but Node is needed.
const fs = require("fs"), path = require("path"), { createHash } = require("crypto");
const LIMIT = 4 << 20;
const capabilities = { durability: "powerLoss", isolation: "strictSerializable", maximumFieldSizeBytes: LIMIT };

/** An error of the protocol's table: its code, and the members that go with it. */
class Failure { constructor(code, members) { this.error = { ...members, code }; } }

const bytes = (text) => Buffer.from(text, "utf8");
const byBytes = (a, b) => Buffer.compare(bytes(a), bytes(b)); // "<" compares UTF-16

function checkName(name) { if (!/^[A-Za-z_][A-Za-z0-9_]{0,63}$/.test(name)) throw new Failure("invalidName", { name }); }
/** Why the value cannot be stored, if it cannot. Everything else is kept as the text that came. */
function complaint(kind, text) {
  const size = kind === "text" ? bytes(text).length : kind === "bytes" ? Buffer.from(text, "base64").length : 0;
  if (size > LIMIT) return `it is longer than ${LIMIT} bytes`;
  if (kind === "date" && !Number.isFinite(Buffer.from(text, "hex").readDoubleBE(0))) return "the date has to be finite";
  if (kind === "decimal") {
    const match = /^-?([0-9]+)(?:\.([0-9]+))?(?:e([+-]?[0-9]+))?$/.exec(text);
    const digits = match && (match[1] + (match[2] || "")).replace(/^0+|0+$/g, "");
    if (!match || digits.length > 38) return `${text} is not a decimal of at most 38 digits`;
  }
}
/**
 * A line of the journal: a checksum, and JSON. The disk writes sectors in any order, so after loss of power a line's end may be there
 * and its middle not.
 */
const sum = (json) => createHash("sha256").update(json).digest("hex");
const lineOf = (transaction) => { const json = JSON.stringify(transaction); return bytes(`${sum(json)} ${json}\n`); };
function transactionOf(line) {
  const [checksum, json] = [line.slice(0, 64), line.slice(65)];
  return checksum === sum(json) ? JSON.parse(json) : null;
}
/** One open journal: a line for each transaction, flushed before it is acknowledged. */
class Store {
  constructor(location) {
    Object.assign(this, { path: location, collections: new Map(), counters: { puts: 0, schemaVersion: "0" } });
    // The number of the process that has the store open. Linux shows no program of one that is gone.
    const lock = location + ".lock", owner = fs.existsSync(lock) && fs.readFileSync(lock, "utf8");
    if (owner && fs.existsSync(`/proc/${owner}/exe`)) throw new Failure("inUse", { path: location });
    fs.writeFileSync(lock, `${process.pid}`);
    this.file = fs.openSync(location, "a+");
    const content = fs.readFileSync(location);
    this.size = 0;
    for (let end; (end = content.indexOf(10, this.size)) >= 0; this.size = end + 1) {
      const transaction = transactionOf(content.toString("utf8", this.size, end));
      if (!transaction && end + 1 === content.length) break;
      if (!transaction) {
        this.close();
        throw new Failure("damaged", { path: location, offset: this.size, reason: "a line is not what its checksum says" });
      }
      for (const change of transaction.changes) this.apply(...change);
      this.counters = transaction.counters;
    }
    // The rest was never acknowledged: each line is flushed before the next, so that loss of power damages only the last.
    if (this.size < content.length) fs.ftruncateSync(this.file, this.size);
    // What an earlier process left in the system's cache is about to be read, so that it must stay.
    fs.fsyncSync(this.file);
    const folder = fs.openSync(path.dirname(location), "r"); // A new name is safe once its folder is flushed.
    fs.fsyncSync(folder), fs.closeSync(folder);
  }
  close() { fs.closeSync(this.file); fs.unlinkSync(this.path + ".lock"); }
  /** A record, or null for none. */
  apply(collection, key, record) {
    const records = this.collections.get(collection) ?? new Map();
    record ? records.set(key, record) : records.delete(key);
    records.size ? this.collections.set(collection, records) : this.collections.delete(collection);
  }
  find({ collection, key }) {
    checkName(collection);
    const size = bytes(key).length;
    if (size < 1 || size > 1024) throw new Failure("invalidKey", { reason: `it has ${size} bytes; a key has 1 to 1024` });
    return this.collections.get(collection)?.get(key) ?? null;
  }
  change(...change) {
    this.undo.push([change[0], change[1], this.collections.get(change[0])?.get(change[1]) ?? null]);
    this.changes.push(change);
    this.apply(...change);
  }
  write(r, wanted) {
    const record = this.find(r);
    for (const name of Object.keys(r.fields).sort(byBytes)) {
      checkName(name);
      const reason = complaint(...Object.entries(r.fields[name])[0]);
      if (reason) throw new Failure("invalidValue", { field: name, reason });
    }
    if (!wanted(record)) return { version: null };
    this.counters.puts += 1;
    this.change(r.collection, r.key, { key: r.key, version: `${this.counters.puts}`, fields: r.fields });
    return { version: `${this.counters.puts}` };
  }
  select({ collection, from, to }) {
    checkName(collection);
    return [...(this.collections.get(collection)?.values() ?? [])]
      .filter(({ key }) => (from === undefined || byBytes(key, from) >= 0) && (to === undefined || byBytes(key, to) < 0))
      .sort((a, b) => byBytes(a.key, b.key));
  }
}
/** What carries the protocol's names: each returns what goes into "ok". */
const operations = {
  begin(s) { s.changes = []; s.undo = []; s.before = { ...s.counters }; },
  rollback(s) {
    for (const change of (s.undo ?? []).reverse()) s.apply(...change);
    Object.assign(s, { counters: s.before ?? s.counters, undo: null, before: null });
  },
  commit(s) {
    if (s.changes.length || s.counters.schemaVersion !== s.before.schemaVersion) {
      const line = lineOf({ changes: s.changes, counters: s.counters });
      try { fs.writeFileSync(s.file, line), fs.fsyncSync(s.file); }
      catch (error) { fs.ftruncateSync(s.file, s.size); throw error; }
      s.size += line.length;
    }
    s.undo = s.before = null;
  },
  get: (s, r) => ({ record: s.find(r) }),
  scan(s, r) {
    checkName(r.collection);
    if (r.limit?.startsWith("-")) throw new Failure("invalidLimit", { limit: r.limit });
    return { records: s.select(r).slice(0, Number(r.limit ?? Infinity)) };
  },
  count: (s, r) => ({ count: `${s.select(r).length}` }),
  collections: (s) => ({ collections: [...s.collections.keys()].sort(byBytes) }),
  put: (s, r) => s.write(r, () => true),
  insert: (s, r) => s.write(r, (record) => !record),
  compareAndSet: (s, r) => s.write(r, (record) => record?.version === r.version),
  delete: (s, r) => s.find(r) ? (s.change(r.collection, r.key, null), { deleted: true }) : { deleted: false },
  schemaVersion: (s) => ({ schemaVersion: s.counters.schemaVersion }),
  setSchemaVersion(s, r) { s.counters.schemaVersion = r.schemaVersion; },
};

const sessions = new Map();
function answer(r) {
  if (r.op === "hello") return { name: "javascript-journal", protocol: 1, capabilities };
  if (r.op === "open") return void sessions.set(r.session, new Store(r.location));
  if (r.op === "close") return sessions.get(r.session).close(), void sessions.delete(r.session);
  if (["files", "rawBytes", "destroy"].includes(r.op)) {
    if ([...sessions.values()].some((store) => store.path === r.location)) throw new Failure("inUse", { path: r.location });
    const files = [r.location].filter((file) => fs.existsSync(file));
    if (r.op === "destroy") return [...files, r.location + ".lock"].forEach((file) => fs.rmSync(file, { force: true }));
    if (r.op === "files") return { files };
    return { bytes: Buffer.concat(files.map((file) => fs.readFileSync(file))).toString("base64") };
  }
  if (!Object.hasOwn(operations, r.op)) return null;
  const s = sessions.get(r.session);
  if (!s.undo && !["begin", "commit", "rollback"].includes(r.op)) throw new Failure("transactionEnded", {});
  return operations[r.op](s, r);
}
function reply(request) {
  try {
    const ok = answer(request);
    return ok === null ? { skipped: `${request.op} is not done here` } : { ok: ok ?? {} };
  } catch (error) {
    // Errors of the system have a code of their own.
    const io = { code: "io", operation: request.op, path: "the journal", reason: `${error}` };
    return { err: error.error ?? (error.code ? io : { code: "badRequest", message: `${error}` }) };
  }
}

let input = Buffer.alloc(0);
process.stdin.on("data", (chunk) => { // Not by "readline", for which U+2028 ends a line too.
  input = Buffer.concat([input, chunk]);
  for (let end = input.indexOf(10); end >= 0; end = input.indexOf(10)) {
    const request = JSON.parse(input.toString("utf8", 0, end));
    fs.writeFileSync(1, JSON.stringify({ id: request.id, ...reply(request) }) + "\n");
    input = input.subarray(end + 1);
  }
});

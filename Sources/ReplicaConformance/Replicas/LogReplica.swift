import ReplicaContract

/// A log whose order the server makes: each edit is an entry that nobody changes, and the contents are what all entries together do, in
/// the order in which the server saved them; a device's own that it has not are last. (Replicache and Figma's multiplayer work so.)
extension ReplicaFormat {
  /// Records with these fields, of which the last to reach the server wins as a whole.
  public static func log(_ names: [String] = ["title", "note"]) -> ReplicaFormat { log(names, LogRules()) }

  static func log(_ names: [String] = ["title", "note"], _ rules: LogRules) -> ReplicaFormat {
    let read = BodyReader<LogEntry>()
    return ReplicaFormat(
      capabilities: ReplicaCapabilities(fields: names, merge: .byRecord, isBounded: false),
      change: { edit, records, context in
        let entry: LogEntry
        switch edit {
        case .insert(let id, let fields): entry = LogEntry(id: id, fields: fields)
        case .update(let id, let field, let value):
          guard var fields = contents(of: records, read, rules)[id] else { throw ReplicaError.missing(id) }
          fields[field] = value
          entry = LogEntry(id: id, fields: fields)
        case .delete(let id): entry = LogEntry(id: id, fields: nil)
        case .insertElement, .removeElement: throw ReplicaError.undeclared("\(edit)")
        }
        return [rules.name(records.keys.filter { $0.hasPrefix(context.device + "-") }, context.device): entry.body]
      },
      merge: { here, _ in here },
      contents: { records in ReplicaContents(records: contents(of: records, read, rules)) },
      lane: { name, body in rules.lane(name, read(body)) })
  }

  private static func contents(
    of records: [String: KeptRecord], _ read: BodyReader<LogEntry>, _ rules: LogRules
  ) -> [String: [String: String]] {
    var contents: [String: [String: String]] = [:]
    for (_, record) in records.sorted(by: { rules.precedes(($0.key, $0.value), ($1.key, $1.value)) }) {
      if let entry = read(record.body) { contents[entry.id] = entry.fields }
    }
    return contents
  }
}

struct LogEntry: RecordBody {
  var id: String
  /// The whole record; nil: it is deleted.
  var fields: [String: String]?
}

/// The rules of the format, which mistakes replace.
struct LogRules: Sendable {
  /// The name of a device's next entry.
  var name: @Sendable (_ own: [String], _ device: String) -> String = { own, device in
    "\(device)-\(1_000_000 + own.count + 1)"
  }
  /// By the server's order, then those that it does not have.
  var precedes: @Sendable (_ left: (name: String, record: KeptRecord), _ right: (name: String, record: KeptRecord)) -> Bool = {
    let (left, right) = ($0.record.tag == 0 ? .max : $0.record.tag, $1.record.tag == 0 ? .max : $1.record.tag)
    return (left, $0.name) < (right, $1.name)
  }
  /// Entries of one record stay in order, and one that is refused keeps those behind it.
  var lane: @Sendable (_ name: String, LogEntry?) -> String = { name, entry in entry?.id ?? name }
}

import ReplicaContract

/// What may come of a history: each edit with the edits that its device knew when it made it.
///
/// A device knows its own edits, and after a sync that returned all that were on the server. An edit replaces what its device knew
/// (Lamport's happened-before); of edits that did not know each other, either may win. So the model needs no rule for merging, and holds
/// for any. After a sync that failed, a device may know what was on the server or not: what depends on that is not judged. But of a causal
/// replica, a device that shows a value knows who wrote it, however the value has come: no two edits write the same.
struct SyncModel: Sendable {
  struct Event: Sendable {
    /// Nil: it is about an element of the list.
    let record: String?
    /// The value of each field that was written; nil: a deletion.
    let values: [String: String]?
    /// All fields of the record after it; several if the device may have taken in something just before.
    let wholes: [[String: String]]
    let isInsertion: Bool
    /// The numbers of the events that its device surely knew.
    let known: Set<Int>
    /// The numbers of those that it may have known.
    let mayKnow: Set<Int>
    /// Whether it was acknowledged; what was cut off may have been done or not.
    let isSure: Bool
  }

  private(set) var events: [Event] = []
  /// The numbers of the events that are surely known on each device, and last on the server.
  private var known: [Set<Int>]
  private var mayKnow: [Set<Int>]
  /// The values of all list elements that were put, and those that were removed by an acknowledged edit.
  private(set) var put: Set<String> = []
  private(set) var removed: Set<String> = []
  /// Elements of edits that were cut off.
  private(set) var unsure: Set<String> = []

  private let isCausal: Bool

  init(devices: Int, isCausal: Bool) {
    self.isCausal = isCausal
    known = Array(repeating: [], count: devices + 1)
    mayKnow = known
  }

  /// An edit of a device that showed `before`.
  /// - Parameter after: what it showed after the edit, if something may have happened meanwhile.
  mutating func add(_ edit: ReplicaEdit, on device: Int, before: ReplicaContents, after: ReplicaContents? = nil, isSure: Bool) {
    var record: String?
    var values: [String: String]?
    var isInsertion = false
    switch edit {
    case .insert(let id, let fields): (record, values, isInsertion) = (id, fields, true)
    case .update(let id, let field, let value): (record, values) = (id, [field: value])
    case .delete(let id): record = id
    case .insertElement(let value, _):
      put.insert(value)
      if !isSure { unsure.insert(value) }
    case .removeElement(let place):
      guard before.list.indices.contains(place) else { return }
      if isSure { removed.insert(before.list[place]) } else { unsure.insert(before.list[place]) }
    }
    let seen = record.map { shown(in: before, of: $0) } ?? []
    let wholes = record.map { id in [before.after(edit), after].compactMap { $0?.records[id] } } ?? []
    events.append(
      Event(
        record: record, values: values, wholes: wholes, isInsertion: isInsertion, known: known[device].union(seen),
        mayKnow: mayKnow[device].union(seen), isSure: isSure))
    if isSure { known[device].insert(events.count - 1) }
    mayKnow[device].insert(events.count - 1)
  }

  /// The numbers of the events that wrote what is shown of a record.
  private func shown(in contents: ReplicaContents, of record: String) -> Set<Int> {
    guard isCausal, let fields = contents.records[record] else { return [] }
    return Set(events.indices.filter { events[$0].record == record && events[$0].values?.contains { fields[$0.key] == $0.value } == true })
  }

  /// A sync begins or has ended, however that was.
  mutating func mayHaveExchanged(_ device: Int) {
    let all = mayKnow[device].union(mayKnow[mayKnow.count - 1])
    (mayKnow[device], mayKnow[mayKnow.count - 1]) = (all, all)
  }

  /// Syncs that returned, one or several at a time.
  /// - Parameter exchanges: each device, and what it had made before its sync began.
  mutating func synced(_ exchanges: [(device: Int, own: Set<Int>)]) {
    let server = known.count - 1
    for (device, _) in exchanges { known[device].formUnion(known[server]) }
    for (_, own) in exchanges { known[server].formUnion(own) }
  }

  /// What a device surely knows.
  func knowledge(of device: Int) -> Set<Int> { known[device] }

  var ids: Set<String> { Set(events.compactMap(\.record)) }

  private func maximal(_ candidates: [Int], besides isReplacing: (Event) -> Bool = { _ in true }) -> [Int] {
    candidates.filter { number in
      !candidates.contains { events[$0].isSure && isReplacing(events[$0]) && events[$0].known.contains(number) }
    }
  }

  /// Whether the record may, and whether it must be there in the end.
  func presence(of record: String, _ policy: ReplicaCapabilities.DeletePolicy) -> (may: Bool, must: Bool) {
    let all = events.indices.filter { events[$0].record == record }
    let last = maximal(all).map { events[$0] }
    let (writes, deletes) = (last.filter { $0.values != nil }, last.filter { $0.values == nil })
    let sureWrites = writes.contains(where: \.isSure)
    if deletes.isEmpty { return (!writes.isEmpty, sureWrites) }
    if writes.isEmpty { return (false, false) }
    switch policy {
    case .editsWin:
      let deleted = all.filter { events[$0].values == nil }
      let last = maximal(all).filter { events[$0].values != nil && events[$0].isSure }
      return (true, last.contains { write in !deleted.contains { events[$0].mayKnow.contains(write) } })
    case .deletesWin:
      // Only of one life can be said which deletion is meant.
      let isOneLife = all.count { events[$0].isInsertion } == 1
      return (!(isOneLife && deletes.contains(where: \.isSure)), false)
    case .undeclared: return (true, false)
    }
  }

  /// What the field may hold in the end: what was written last, by each who did not know of the others.
  func values(of field: String, in record: String) -> Set<String> {
    let writes = events.indices.filter { events[$0].record == record && events[$0].values?[field] != nil }
    return Set(maximal(writes).compactMap { events[$0].values?[field] })
  }

  /// What the record may hold in the end if it is merged as a whole.
  func wholes(of record: String) -> [[String: String]] {
    maximal(events.indices.filter { events[$0].record == record && events[$0].values != nil }).flatMap { events[$0].wholes }
  }

  /// Whether a deletion is among what may have been last.
  func mayBeDeleted(_ record: String) -> Bool {
    maximal(events.indices.filter { events[$0].record == record }).contains { events[$0].values == nil }
  }
}

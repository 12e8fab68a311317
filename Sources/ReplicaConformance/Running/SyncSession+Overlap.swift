import PropertyTesting
import ReplicaContract
import Synchronization

/// A sync of the first device, while its user edits and perhaps the second device synchronizes.
struct OverlappingSync: Sendable {
  /// A record and a field of each edit.
  let edits: [(record: Int, field: Int)]
  let bothSync: Bool
  let reopens: Bool

  static let generator = Generator<OverlappingSync> { source in
    OverlappingSync(
      edits: try source(.array(of: .zip(.int(in: 0...1), .int(in: 0...1)), count: 1...3)).map { (record: $0, field: $1) },
      bothSync: try source(.bool), reopens: try source(.bool))
  }
}

extension OverlappingSync: CounterexampleDescribable {
  var counterexampleDescription: String {
    let words = edits.map { "\(SyncStep.record($0.record)).\($0.field)" }.joined(separator: ", ")
    return "A syncs and writes \(words)\(bothSync ? ", B syncs" : "")\(reopens ? ", A starts again" : "")"
  }
}

extension SyncSession {
  mutating func make(_ step: OverlappingSync) async throws {
    try await overlap(step)
    // Nothing keeps the replica now, so that its store can be opened again.
    if step.reopens, subject.capabilities.isDurable { try await make(.reopen(device: 0)) }
  }

  private mutating func overlap(_ step: OverlappingSync) async throws {
    let ids = step.edits.map { SyncStep.record($0.record) }
    let fields = subject.capabilities.fields
    var planned: [OverlappingEdits.Planned] = []
    for (id, edit) in zip(ids, step.edits) {
      let field = fields.isEmpty ? nil : fields[edit.field % fields.count]
      planned.append(OverlappingEdits.Planned(id: id, field: field, value: newValue(), fields: newFields()))
    }
    let syncing = step.bothSync ? [0, 1] : [0]
    let own = syncing.map { (device: $0, own: model.knowledge(of: $0)) }
    for device in syncing { model.mayHaveExchanged(device) }
    server.prepare()
    let (first, second, server) = (devices[0].replica, devices[1].replica, server)
    let edits = OverlappingEdits(first, planned)
    async let writing: Void = edits.perform()
    async let other = step.bothSync ? Self.failure(of: second, server) : nil
    edits.syncBegins()
    let error = await Self.failure(of: first, server)
    edits.syncEnds()
    let otherError = await other
    await writing
    log(0, .none, error)
    if edits.overlap { trial.label(Self.overlap) }
    for (edit, before, after) in edits.made {
      lanes.lines.append(SyncLanes.Line(device: 0, text: "meanwhile \(edit)"))
      model.add(edit, on: 0, before: before, after: after, isSure: true)
    }
    if step.bothSync { lanes.lines.append(SyncLanes.Line(device: 1, text: "meanwhile a sync")) }
    for device in syncing { model.mayHaveExchanged(device) }
    // Beside another device's sync, one may have to be repeated.
    for (device, error) in [(0, error), (1, otherError)] {
      if let error, !(step.bothSync && error is SyncError) { try expectNoFailure(error, device) }
    }
    if error == nil, otherError == nil { model.synced(own) }
  }

  static let overlap = "an edit begins while a sync runs"
}

/// Edits of one device, which inserts a record or changes a field of it as it finds it then.
private final class OverlappingEdits: Sendable {
  struct Planned: Sendable {
    let id: String
    let field: String?
    let value: String
    let fields: [String: String]
  }

  private struct State {
    var isSyncing = false
    var overlap = false
    var made: [(edit: ReplicaEdit, before: ReplicaContents, after: ReplicaContents)] = []
  }

  private let replica: any Replica
  private let planned: [Planned]
  private let state = Mutex(State())

  init(_ replica: any Replica, _ planned: [Planned]) {
    self.replica = replica
    self.planned = planned
  }

  func syncBegins() { state.withLock { $0.isSyncing = true } }
  func syncEnds() { state.withLock { $0.isSyncing = false } }
  var overlap: Bool { state.withLock { $0.overlap } }
  var made: [(edit: ReplicaEdit, before: ReplicaContents, after: ReplicaContents)] { state.withLock { $0.made } }

  func perform() async {
    for plan in planned {
      do {
        let before = try await replica.contents()
        let isThere = before.records[plan.id] != nil
        guard !isThere || plan.field != nil else { continue }
        let edit = isThere
          ? ReplicaEdit.update(id: plan.id, field: plan.field ?? "", value: plan.value) : .insert(id: plan.id, fields: plan.fields)
        state.withLock { $0.overlap = $0.overlap || $0.isSyncing }
        try await replica.perform(edit)
        let after = try await replica.contents()
        state.withLock { $0.made.append((edit, before, after)) }
      } catch {
        // What was not acknowledged is nobody's loss: the record may have come or gone meanwhile.
      }
    }
  }
}

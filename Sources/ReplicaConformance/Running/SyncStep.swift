import PropertyTesting
import ReplicaContract

/// One step of a history. What it names by number is found among what is there when the step runs, so that every history can run.
enum SyncStep: Sendable, Hashable {
  /// Updates a field of the record, or inserts the record if this device has none.
  case write(device: Int, record: Int, field: Int)
  /// Deletes the record, if this device has it.
  case delete(device: Int, record: Int)
  /// Deletes the record and inserts it again at once.
  case replace(device: Int, record: Int)
  /// Deletes every record that this device has.
  case clear(device: Int)
  /// Puts a new element at a place of the list.
  case put(device: Int, place: Int)
  /// Removes the element at a place of the list.
  case remove(device: Int, place: Int)
  case sync(device: Int, SyncTrouble)
  /// Every device synchronizes, one after the other.
  case syncAll
  /// A sync, and an edit while its call of this number is on the way.
  case syncWhileWriting(device: Int, call: Int, record: Int, SyncTrouble)
  /// Closes the replica and opens it again.
  case reopen(device: Int)
  /// Ends the device at a write to its disk during a sync or the next edit, and starts it again.
  case endAtWrite(device: Int, writes: Int, isDone: Bool, duringSync: Bool)
  /// Moves the device's clock by so many hours.
  case moveClock(device: Int, hours: Int)
  /// The server forgets the deletions that it knows of.
  case expire
  /// Another account uses the first device: the law of accounts makes this step.
  case changeAccount
}

extension SyncStep {
  /// The name of a device: A, B and so on.
  static func device(_ number: Int) -> String { String(UnicodeScalar(UInt8(65 + number % 26))) }

  /// The id of a record: a, b and so on.
  static func record(_ number: Int) -> String { String(UnicodeScalar(UInt8(97 + number % 26))) }

  /// Whether a replica that declares this can make the step.
  func isAbout(_ capabilities: ReplicaCapabilities) -> Bool {
    switch self {
    case .write, .delete, .replace, .clear, .syncWhileWriting, .expire: capabilities.hasRecords
    case .put, .remove: capabilities.hasList
    case .sync, .syncAll, .reopen, .endAtWrite, .moveClock, .changeAccount: true
    }
  }
}

extension SyncStep: CounterexampleDescribable {
  /// As counterexamples have it: `A writes a.0`, `B syncs (call 0 does not arrive)`.
  var counterexampleDescription: String {
    switch self {
    case .write(let device, let record, let field): "\(Self.device(device)) writes \(Self.record(record)).\(field)"
    case .delete(let device, let record): "\(Self.device(device)) deletes \(Self.record(record))"
    case .replace(let device, let record): "\(Self.device(device)) deletes and inserts \(Self.record(record))"
    case .clear(let device): "\(Self.device(device)) deletes everything"
    case .put(let device, let place): "\(Self.device(device)) puts at \(place)"
    case .remove(let device, let place): "\(Self.device(device)) removes at \(place)"
    case .sync(let device, let trouble): "\(Self.device(device)) syncs" + (trouble == .none ? "" : " (\(trouble))")
    case .syncAll: "all sync"
    case .syncWhileWriting(let device, let call, let record, let trouble):
      "\(Self.device(device)) syncs, and writes \(Self.record(record)) during call \(call)" + (trouble == .none ? "" : " (\(trouble))")
    case .reopen(let device): "\(Self.device(device)) starts again"
    case .endAtWrite(let device, let writes, let isDone, let duringSync):
      "\(Self.device(device)) ends at write \(writes)\(isDone ? ", which is done" : "")\(duringSync ? ", of a sync" : "")"
    case .moveClock(let device, let hours): "the clock of \(Self.device(device)) moves by \(hours) h"
    case .expire: "deletions expire"
    case .changeAccount: "A changes its account"
    }
  }
}

/// From what the histories of a law are drawn.
struct SyncHistories: Sendable {
  /// The devices are A, B and so on.
  var devices = 2
  var records = 2
  /// The longest history, in steps. Most have less than half of them.
  var steps = 40
  /// Whether there is time between two steps.
  var clocksMove = true
  /// The weight of each kind of step.
  var weights: [Kind: Int]
  /// What goes wrong during a sync, beside nothing.
  var troubles: [Generator<SyncTrouble>] = []
  /// Every history begins with these.
  var opening: [SyncStep] = []

  enum Kind: CaseIterable, Sendable {
    case write, delete, replace, clear, put, remove, sync, syncAll, syncWhileWriting, reopen, endAtWrite, moveClock, expire, changeAccount
  }

  /// Edits and syncs of records.
  static let records: [Kind: Int] = [.write: 6, .delete: 1, .sync: 5, .syncAll: 2]

  var generator: Generator<[SyncStep]> {
    let kinds = Kind.allCases.compactMap { kind in weights[kind].map { ($0, step(kind)) } }
    let opening = opening
    return Generator<[SyncStep]>.array(of: .frequency(kinds), count: 0...steps).map { opening + $0 }
  }

  private func step(_ kind: Kind) -> Generator<SyncStep> {
    let (devices, records) = (devices, records)
    let trouble: Generator<SyncTrouble> =
      troubles.isEmpty ? .constant(.none) : .frequency([(1, .constant(.none)), (2, .oneOf(troubles))])
    return Generator { source in
      let device = [.syncAll, .expire, .changeAccount].contains(kind) ? 0 : try source(.int(in: 0...(devices - 1)))
      func record() throws -> Int { try source(.int(in: 0...(records - 1))) }
      switch kind {
      case .write: return .write(device: device, record: try record(), field: try source(.int(in: 0...1)))
      case .delete: return .delete(device: device, record: try record())
      case .replace: return .replace(device: device, record: try record())
      case .clear: return .clear(device: device)
      case .put: return .put(device: device, place: try source(.int(in: 0...5)))
      case .remove: return .remove(device: device, place: try source(.int(in: 0...5)))
      case .syncAll: return .syncAll
      case .sync: return .sync(device: device, try source(trouble))
      case .syncWhileWriting:
        return .syncWhileWriting(device: device, call: try source(.int(in: 0...4)), record: try record(), try source(trouble))
      case .reopen: return .reopen(device: device)
      case .endAtWrite:
        return .endAtWrite(
          device: device, writes: try source(.int(in: 0...2)), isDone: try source(.bool), duringSync: try source(.bool))
      case .moveClock: return .moveClock(device: device, hours: try source(.int(in: -100_000...100_000)))
      case .expire: return .expire
      case .changeAccount: return .changeAccount
      }
    }
  }
}

extension Generator where Value == SyncTrouble {
  static func atCall(_ make: @escaping @Sendable (Int) -> SyncTrouble) -> Generator { Generator<Int>.int(in: 0...5).map(make) }
}

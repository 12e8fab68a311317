import Dispatch
import Foundation
import StorageContract

/// One transaction's way to what the stores of a location share; behind the handles that its closure is given.
///
/// Confined to the thread that its closure runs on.
final class OverlapAccess {
  private let location: OverlappingMemoryLocation
  private let id: Int
  private var isOpen = true

  init(_ location: OverlappingMemoryLocation, isReadOnly: Bool) {
    self.location = location
    id = location.core.withLock { $0.begin(isReadOnly: isReadOnly, location.scheme) }
  }

  func commit() throws {
    isOpen = false
    try location.core.withLock { try $0.commit(id, location.scheme) }
  }

  func rollBack() {
    isOpen = false
    location.core.withLock { $0.rollBack(id, location.scheme) }
  }

  var rules: RecordRules {
    get throws {
      guard isOpen else { throw StoreError.transactionEnded }
      return location.rules
    }
  }

  func find(_ key: String, in collection: String, for call: OverlapCall = .get) throws -> Record? {
    let key = KeyBytes(key)
    let footprint = OverlapFootprint.key(collection, key)
    return try read(footprint, call, found: { $0 == nil ? [] : [footprint] }) { $0.find(key, in: collection) }
  }

  func scan(
    _ collection: String, from lower: String?, to upper: String?, limit: Int?, for call: OverlapCall = .scan
  ) throws -> [Record] {
    let (lower, upper) = (lower.map(KeyBytes.init), upper.map(KeyBytes.init))
    return try read(
      .range(collection, from: lower, to: upper), limit == nil ? call : .limitedScan,
      found: { $0.map { .key(collection, KeyBytes($0.key)) } }
    ) { $0.scan(collection, from: lower, to: upper, limit: limit) }
  }

  func collectionNames() throws -> [String] {
    try read(.collectionNames, .collections) { $0.collectionNames }
  }

  func schemaVersion() throws -> Int64 {
    try read(.schemaVersion, .schemaVersion) { $0.schemaVersion }
  }

  func put(_ fields: [String: FieldValue], at key: String, in collection: String) throws -> Int64 {
    try lock(.key(collection, KeyBytes(key)), isExclusive: true)
    return location.core.withLock { core in
      let record = Record(key: key, version: core.takeVersion(for: id), fields: fields)
      core.running[id]?.writes.set(record, at: KeyBytes(key), in: collection)
      return record.version
    }
  }

  func delete(_ key: String, in collection: String) throws {
    try lock(.key(collection, KeyBytes(key)), isExclusive: true)
    location.core.withLock { $0.running[id]?.writes.set(nil, at: KeyBytes(key), in: collection) }
  }

  func setSchemaVersion(_ version: Int64) throws {
    try lock(.schemaVersion, isExclusive: true)
    location.core.withLock { $0.running[id]?.writes.schemaVersion = version }
  }

  /// What the transaction sees in its view, under its own writes.
  private func read<Answer>(
    _ footprint: OverlapFootprint, _ call: OverlapCall, found: (Answer) -> [OverlapFootprint] = { _ in [] },
    _ look: (OverlapState) -> Answer
  ) throws -> Answer {
    try lock(footprint, isExclusive: false)
    return location.core.withLock { core in
      core.running[id]?.looks.append(footprint)
      var state = location.scheme.view(core, id, call)
      if let run = core.running[id] { state.apply(run.writes) }
      let answer = look(state)
      let read = OverlapRead(call: call, footprint: footprint, found: found(answer))
      core.running[id]?.reads += location.scheme.remembered(read)
      return answer
    }
  }

  /// After this long, waiting without detection ends all the same, so that no thread is left behind.
  private static let endOfWaiting = DispatchTimeInterval.seconds(5)

  private func lock(_ footprint: OverlapFootprint, isExclusive: Bool) throws {
    let locking = location.scheme.locking
    if locking == .none { return }
    let lock = OverlapLock(footprint: footprint, isExclusive: isExclusive)
    while true {
      let answer = location.core.withLock {
        $0.lock(lock, for: id, detectsDeadlocks: locking == .detectingDeadlocks)
      }
      switch answer {
      case .granted: return
      case .deadlock(let reason): throw StoreError.conflict(reason: reason)
      case .wait(let bell):
        if locking == .detectingDeadlocks {
          bell.wait()
        } else if bell.wait(timeout: .now() + Self.endOfWaiting) == .timedOut {
          location.core.withLock { $0.running[id]?.refusal = "it has waited too long for \(footprint)" }
          throw StoreError.conflict(reason: "it has waited too long for \(footprint)")
        }
      }
    }
  }
}

import StorageContract
import Synchronization

/// Where a store's process is killed: at one of the calls that reach it, counted from when that was asked for.
///
/// Calls are the beginning of a transaction, each call inside it, its commit, and the moment after it. They are counted
/// beneath what a fault puts over the store, so that what a broken store makes of one call can be cut in two; and the
/// same history is cut at the same call each time, whatever the clock says.
public final class KillPoints: Sendable {
  private struct State {
    /// Calls to let through; nil: nobody is to be killed.
    var callsLeft: Int?
    var process: Int32 = 0
    var delayMicroseconds: Int?
    var killer: KillerThread?
  }

  private let state = Mutex(State())

  /// - Parameter delayMicroseconds: nil: killed before the call is made; else from another thread, that many
  ///   microseconds after the call has begun.
  func arm(_ process: Int32, afterCalls count: Int, delayMicroseconds: Int?) {
    state.withLock { $0 = State(callsLeft: count, process: process, delayMicroseconds: delayMicroseconds) }
  }

  /// Waits until nobody is going to kill any more. Whether somebody was.
  func disarm() -> Bool {
    let (wasKilled, killer) = state.withLock { state in
      defer { state = State() }
      return (state.callsLeft == nil && state.process != 0, state.killer)
    }
    killer?.wait()
    return wasKilled
  }

  /// Called before each call.
  func pass() {
    // The call before was to be killed in its middle: it is at the latest now, so that the same history ends at the
    // same call, done or not.
    state.withLock { $0.killer }?.wait()
    state.withLock { state in
      guard let left = state.callsLeft else { return }
      guard left == 0 else {
        state.callsLeft = left - 1
        return
      }
      state.callsLeft = nil
      if let delay = state.delayMicroseconds {
        state.killer = KillerThread(state.process, delayMicroseconds: delay)
      } else {
        KillerThread.end(state.process)
      }
    }
  }
}

/// A place in another process, whose calls are counted.
struct CountedLocation: StoreLocation {
  let base: any StoreLocation
  let points: KillPoints

  func open() async throws -> any Store { CountedStore(try await base.open(), points) }
  func rawBytes() async throws -> [UInt8] { try await base.rawBytes() }
  func files() async throws -> [String] { try await base.files() }
}

private actor CountedStore: WrappingStore {
  nonisolated let base: any Store
  private let points: KillPoints

  init(_ base: any Store, _ points: KillPoints) {
    self.base = base
    self.points = points
  }

  func write<Result: Sendable>(_ body: @Sendable (any WriteTransaction) throws -> Result) async throws -> Result {
    let points = points
    points.pass()
    let result = try await base.write { transaction in
      let result = try body(CountedTransaction(transaction, points))
      points.pass()
      return result
    }
    points.pass()
    return result
  }
}

private final class CountedTransaction: WriteTransaction {
  private let base: any WriteTransaction
  private let points: KillPoints

  init(_ base: any WriteTransaction, _ points: KillPoints) {
    self.base = base
    self.points = points
  }

  private func counted<Result>(_ call: () throws -> Result) rethrows -> Result {
    points.pass()
    return try call()
  }

  func get(_ key: String, in collection: String) throws -> Record? {
    try counted { try base.get(key, in: collection) }
  }
  func scan(_ collection: String, from lower: String?, to upper: String?, limit: Int?) throws -> [Record] {
    try counted { try base.scan(collection, from: lower, to: upper, limit: limit) }
  }
  func count(_ collection: String, from lower: String?, to upper: String?) throws -> Int {
    try counted { try base.count(collection, from: lower, to: upper) }
  }
  func collections() throws -> [String] { try counted { try base.collections() } }
  func schemaVersion() throws -> Int64 { try counted { try base.schemaVersion() } }
  func put(_ fields: [String: FieldValue], at key: String, in collection: String) throws -> Int64 {
    try counted { try base.put(fields, at: key, in: collection) }
  }
  func insert(_ fields: [String: FieldValue], at key: String, in collection: String) throws -> Int64? {
    try counted { try base.insert(fields, at: key, in: collection) }
  }
  func compareAndSet(
    _ fields: [String: FieldValue], at key: String, in collection: String, version: Int64
  ) throws -> Int64? {
    try counted { try base.compareAndSet(fields, at: key, in: collection, version: version) }
  }
  func delete(_ key: String, in collection: String) throws -> Bool {
    try counted { try base.delete(key, in: collection) }
  }
  func setSchemaVersion(_ version: Int64) throws { try counted { try base.setSchemaVersion(version) } }
}

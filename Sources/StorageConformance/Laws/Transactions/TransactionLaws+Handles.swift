import PropertyTesting
import StorageContract
import Synchronization

/// A handle that left its closure.
///
/// Handles are not sendable, so that the compiler keeps most of them from doing this. Its address is: this is what a
/// handle kept in a class or a global variable comes to.
final class ConcurrentLeakedHandle: Sendable {
  private let address = Mutex<UInt>(0)

  func keep(_ handle: any ReadTransaction) {
    let kept = UInt(bitPattern: Unmanaged<AnyObject>.passRetained(handle).toOpaque())
    release(address.withLock { address in
      defer { address = kept }
      return address
    })
  }

  /// - Throws: what `body` throws; an ``ExpectationFailure`` where none was kept.
  func use(_ body: (any ReadTransaction) throws -> Void) throws {
    let kept = address.withLock { $0 }
    guard let pointer = UnsafeRawPointer(bitPattern: kept),
      let handle = Unmanaged<AnyObject>.fromOpaque(pointer).takeUnretainedValue() as? any ReadTransaction
    else { return try expect("the store ran the closure", false) }
    try body(handle)
  }

  deinit { release(address.withLock { $0 }) }

  private func release(_ address: UInt) {
    guard let pointer = UnsafeRawPointer(bitPattern: address) else { return }
    Unmanaged<AnyObject>.fromOpaque(pointer).release()
  }
}

/// One way to misuse a handle.
struct ConcurrentHandleMisuse: Sendable, CounterexampleDescribable {
  enum End: String, Sendable, CaseIterable {
    case read
    case commit
    case rollback
    /// Of a read, by throwing.
    case failedRead = "failed read"
  }

  enum Use: String, Sendable, CaseIterable {
    case afterwards
    case inAnotherRead = "in another read"
    case inAnotherWrite = "in another write"
    case afterClosing = "after closing"
  }

  let end: End
  let use: Use

  var counterexampleDescription: String { "the handle of a \(end.rawValue), used \(use.rawValue)" }
}

extension TransactionLaws {
  static let deadHandles = StorageLaw(
    .transactions,
    Requirement(
      "STO-27", "A handle is dead after its closure",
      says: """
        A transaction's handle is valid only inside its closure. After the closure, every call on the \
        handle throws `transactionEnded` and changes nothing: for reads and writes, after a commit and \
        after a rollback, while another transaction runs, and after the store is closed. The handle of \
        a read cannot be used to write.
        """,
      mustCatch: [.keepsReadHandlesAlive, .keepsWriteHandlesAlive, .writesThroughDeadHandles]
    ).holds(
      forAll: .array(
        of: Generator { source in
          ConcurrentHandleMisuse(end: try source(.anyCase()), use: try source(.anyCase()))
        }, count: 1...4),
      requiring: [
        "read": 0.1, "commit": 0.1, "rollback": 0.1, "failed read": 0.1, "afterwards": 0.1, "in another read": 0.1,
        "in another write": 0.1, "after closing": 0.1,
      ]
    ) { misuses, subject, trial in
      var model = StoreHistoryState()
      var store = try await subject.location.open()
      let put = StoreHistoryTransaction(steps: [.put(StoreHistoryPlace(key: "k"), 1)])
      for misuse in misuses {
        trial.label(misuse.end.rawValue)
        trial.label(misuse.use.rawValue)
        trial.note(describe(misuse))
        let handle = ConcurrentLeakedHandle()
        try await leak(misuse.end, of: store, into: handle)
        if misuse.end == .commit { _ = model.apply(put) }
        let another = StoreHistoryTransaction(steps: [.put(StoreHistoryPlace(key: "other"), 2)])
        switch misuse.use {
        case .afterwards: try handle.use(expectDead)
        case .inAnotherRead: try await store.read { _ in try handle.use(expectDead) }
        case .inAnotherWrite:
          try await store.write { transaction in
            for step in another.steps { _ = try transaction.perform(step) }
            try handle.use(expectDead)
          }
          _ = model.apply(another)
        case .afterClosing:
          try await store.close()
          try handle.use(expectDead)
          store = try await subject.location.open()
        }
        try await StoreHistoryComparison(store, trial).run(.readingAll(["c"]), &model)
      }
      try await store.close()
    })

  private static func leak(
    _ end: ConcurrentHandleMisuse.End, of store: any Store, into handle: ConcurrentLeakedHandle
  ) async throws {
    do {
      switch end {
      case .read, .failedRead:
        try await store.read { transaction in
          handle.keep(transaction)
          if end == .failedRead { throw StoreHistoryAbandoned(outputs: []) }
        }
        try handle.use { try expect("the handle of a read cannot write", !($0 is any WriteTransaction)) }
      case .commit, .rollback:
        try await store.write { transaction in
          handle.keep(transaction)
          try transaction.put(number: 1, at: "k")
          if end == .rollback { throw StoreHistoryAbandoned(outputs: []) }
        }
      }
    } catch is StoreHistoryAbandoned {}
  }

  /// Every call of it throws.
  private static func expectDead(_ handle: any ReadTransaction) throws {
    try expectEnded("get") { _ = try handle.get("k", in: "c") }
    try expectEnded("scan") { _ = try handle.scan("c") }
    try expectEnded("count") { _ = try handle.count("c") }
    try expectEnded("collections") { _ = try handle.collections() }
    try expectEnded("schemaVersion") { _ = try handle.schemaVersion() }
    guard let handle = handle as? any WriteTransaction else { return }
    try expectEnded("put") { try handle.put([:], at: "x", in: "c") }
    try expectEnded("insert") { _ = try handle.insert([:], at: "x", in: "c") }
    try expectEnded("compareAndSet") { _ = try handle.compareAndSet([:], at: "k", in: "c", version: 1) }
    try expectEnded("delete") { try handle.delete("k", in: "c") }
    try expectEnded("setSchemaVersion") { try handle.setSchemaVersion(1) }
  }

  private static func expectEnded(_ call: String, _ body: () throws -> Void) throws {
    do {
      try body()
    } catch let error as StoreError {
      return try expect("\(call) through a dead handle", error, equals: .transactionEnded)
    }
    try expect("\(call) through a dead handle throws transactionEnded", false)
  }
}

import PersonalOSGenerators
import PersonalOSReference
import PropertyTesting
import StorageContract

/// What a failure of the store means for all that uses it.
///
/// The specification has these criteria without a numbered property.
public enum StoreFailureProperties: PropertyGroup {
  public static let all: [Property<PersonalOSSystem>] = [storeFailures]

  static let storeFailures = Requirement<PersonalOSSystem>(
    "POS-F1", "Failures of the store reach the caller",
    says: """
      If any call of the store fails (a read, a write, the end of a transaction, a compaction), the caller gets the \
      failure with its reason, and the store stays as it was, whatever the app is doing. Without the failure, the \
      same operation succeeds, and does the rest of work that was left half done.
      """,
    covers: "3.3", "6.1", of: "every component over DataActor", needs: [.storage],
    mustCatch: [.forgetsThatNewsIsNotSaved, .over(.keepsFirstWriteOnRollback)]
  ).holds(
    forAll: .array(of: .int(in: 0...StoreOperation.all.count - 1), count: 9...12),
    requiring: ["a read fails": 0.5, "a write fails": 0.5, "the end of a transaction fails": 0.5, "a compaction fails": 0.1]
  ) { numbers, system, trial in
    for number in Set(numbers).sorted() {
      try await StoreFailureDriver(StoreOperation.all[number], system, trial).run()
    }
  }
}

/// One operation, with each of its calls of the store failing in turn.
private struct StoreFailureDriver {
  let operation: StoreOperation
  let system: PersonalOSSystem
  let trial: Trial

  init(_ operation: StoreOperation, _ system: PersonalOSSystem, _ trial: Trial) {
    (self.operation, self.system, self.trial) = (operation, system, trial)
  }

  func run() async throws {
    let store = try await system.openStore()
    var app = StoreOperation.App(
      system: system, store: store, keychain: try await DeviceKeychain(system).keychain, backups: MemoryBackupPlace())
    try await store.fill(with: StoreContents(schemaVersion: 0, records: []))
    try await operation.prepare(app)
    let before = try await store.contents()

    let whole = RefusingStore(store, refusing: nil)
    app.store = whole.store
    try await operation.perform(app)
    try expect("\(operation.name) asks the store", !whole.asked.isEmpty)

    // More calls than these cannot fail.
    for number in whole.asked.indices {
      try await store.fill(with: before)
      let refusing = RefusingStore(store, refusing: number)
      app.store = refusing.store
      let operation = operation, failingApp = app
      let error = await thrownError { try await operation.perform(failingApp) }
      // The calls before may be others, since keys and nonces are drawn: what counts is what was refused.
      guard refusing.asked.count > number else { continue }
      let call = refusing.asked[number]
      label(call)
      try expect("\(operation.name), with call \(number + 1) refused (\(call)), fails", error != nil)
      try expect("why \(operation.name) fails: \(error.map { "\($0)" } ?? "")", error.map(tellsTheReason) == true)
      if operation.isWhole { try expectSame("after \(operation.name) was refused (\(call))", try await store.contents(), as: before) }
      let isCompacted = refusing.asked.enumerated().contains { $0.offset != number && $0.element == "compact" }
      try await expectRepetition(after: call, isCompacted: isCompacted, like: whole, over: store, in: app)
    }
    try await store.fill(with: StoreContents(schemaVersion: 0, records: []))
    try await store.close()
  }

  /// Whatever has failed, the same again does the rest of the work, down to the files.
  private func expectRepetition(
    after call: String, isCompacted: Bool, like whole: RefusingStore, over store: any Store, in app: StoreOperation.App
  ) async throws {
    let (again, operation) = (RefusingStore(store, refusing: nil), operation)
    var app = app
    app.store = again.store
    let repeating = app
    let error = await thrownError { try await operation.perform(repeating) }
    try expect("why \(operation.name) fails again, after \(call) was refused: \(describe(error))", error == nil)
    guard whole.asked.contains("compact") else { return }
    try expect(
      "\(operation.name), again after \(call) was refused, has compacted the files",
      isCompacted || again.asked.contains("compact"))
  }

  private func label(_ call: String) {
    let isWrite = ["put", "delete", "insert", "compareAndSet", "setSchemaVersion"].contains { call.hasPrefix($0) }
    trial.label("a write fails", if: isWrite)
    trial.label("the end of a transaction fails", if: call == "commit")
    trial.label("a compaction fails", if: call == "compact")
    trial.label("a read fails", if: !isWrite && !["commit", "compact", "read", "write"].contains(call))
  }

  /// The store's error, or one of the app's that says so.
  private func tellsTheReason(_ error: any Error) -> Bool { error is RefusedCommit || "\(error)".contains("RefusedCommit") }
}

extension Fault<PersonalOSSystem> {
  static let forgetsThatNewsIsNotSaved = Fault("forgetsThatNewsIsNotSaved", "says nothing if news cannot be saved") {
    let saveItems = $0.news.saveItems
    $0.news.saveItems = { try? await saveItems($0, $1) }
  }
}

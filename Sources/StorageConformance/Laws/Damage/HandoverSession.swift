import ProcessStorage
import PropertyTesting
import StorageContract

/// Two processes at one place: one of them has the store open, and the other one tries to open it.
struct HandoverSession {
  /// What is done to the store while the other process tries.
  enum Work: Sendable, Equatable {
    case maintenance(MaintenanceStep)
    /// All records are written anew, in one transaction.
    case migrate

    static func all(_ capabilities: StoreCapabilities) -> [Work] {
      [.migrate] + MaintenanceStep.declared(by: capabilities).map { .maintenance($0) }
    }

    var name: String { if case .maintenance(let step) = self { step.rawValue } else { "migrate" } }
  }

  private struct Side {
    let location: any StoreLocation
    let process: any KillableLocation
  }

  private var owner: Side
  private var other: Side
  private let second: any KillableLocation
  /// Of a broken backend, which takes the place of the one that is held to the law.
  private let own: (backend: any Backend, place: any StoreLocation)?
  private let trial: Trial
  private let folder: LawFolder
  private var store: (any Store)?
  private var contents = CrashContents()
  private var backup: (path: String, contents: CrashContents)?
  private var lastTransaction = 0
  private var lastBackup = 0

  /// Nil if no second process can be started for the place.
  init?(_ subject: LawSubject, _ trial: Trial, _ folder: LawFolder) async throws {
    var (location, process) = (subject.location, subject.process as (any StoreLocation)?)
    if let broken = subject.recorded {
      let forked = ForkedBackend(broken, capabilities: subject.capabilities)
      let place = try await forked.makeLocation()
      own = (forked, place)
      (location, process) = (place, place)
    } else {
      own = nil
    }
    guard let process = process as? any RecordableLocation else { return nil }
    second = process.inAnotherProcess()
    if subject.versionRanks != nil, own == nil {
      // Both processes see the versions of the one place.
      let ranks = VersionRanks()
      owner = Side(location: process.ranked(by: ranks), process: process)
      other = Side(location: second.ranked(by: ranks), process: second)
    } else {
      owner = Side(location: location, process: process)
      other = Side(location: second, process: second)
    }
    self.trial = trial
    self.folder = folder
  }

  func end() async {
    try? await store?.close()
    await second.kill()
    if let own {
      await own.backend.recycle(own.place)
      await own.backend.tearDown()
    }
  }

  // MARK: Steps

  mutating func open() async throws {
    noteClaim()
    do {
      store = try await owner.location.open()
    } catch {
      throw ExpectationFailure(
        claim: "a process opens what no other one has open", expected: "a store with \(contents)", actual: "\(error)",
        location: SourceLocation(fileID: #fileID, filePath: #filePath, line: #line))
    }
    try await expectContents("after an opening")
  }

  mutating func write(_ transaction: CrashTransaction) async throws {
    guard let store else { throw StoreError.closed }
    lastTransaction += 1
    let number = lastTransaction
    trial.note("write: \(transaction)")
    try await store.write { try transaction.run(in: $0, number: number) }
    contents.apply(transaction, number: number)
  }

  /// Does it, and lets the other process try to open the store before, meanwhile and after.
  mutating func perform(_ work: Work) async throws {
    guard let store else { throw StoreError.closed }
    var after = contents
    let carryOut: @Sendable () async throws -> Void
    switch work {
    case .migrate:
      lastTransaction += 1
      let number = lastTransaction
      after.apply(Self.migration, number: number)
      carryOut = { try await store.write { try Self.migration.run(in: $0, number: number) } }
    case .maintenance(.compact): carryOut = { try await store.compact() }
    case .maintenance(.backUp):
      lastBackup += 1
      let path = folder.file("\(lastBackup)")
      backup = (path, contents)
      carryOut = { try await store.backup(to: path) }
    case .maintenance(.restore):
      if backup == nil { try await perform(.maintenance(.backUp)) }
      guard let backup else { return }
      after = backup.contents
      carryOut = { try await store.restore(from: backup.path) }
    }
    trial.note("\(work.name), while another process tries to open the store")
    try await expectRefused(beside: work, carryOut)
    contents = after
    try await expectRefused("after “\(work.name)”")
    try await expectRefused(owner, "what the process gets that has the store open and opens it once more")
    try await expectRefused("after that")
    try await expectContents("after “\(work.name)”")
  }

  /// Every record anew, and the schema version with them.
  private static let migration = CrashTransaction(
    changes: CrashContents.collections.flatMap { collection in
      ["k1", "k2", "k3"].map { .put(CrashTransaction.Place(collection: collection, key: $0), sizeBytes: 1_000) }
    })

  /// Closes the store or has its process killed; the other process opens it, and they change places.
  mutating func handOver(killing isKilled: Bool) async throws {
    trial.note(isKilled ? "kill -9; the other process opens the store" : "close; the other process opens the store")
    if isKilled { await owner.process.kill() }
    do { try await store?.close() } catch { if !isKilled { throw error } }
    store = nil
    swap(&owner, &other)
    try await open()
    try await expectRefused("once it has changed hands")
  }

  // MARK: Claims

  private func expectRefused(_ when: String) async throws {
    try await expectRefused(other, "what another process gets that opens the store \(when)")
  }

  private func expectRefused(_ side: Side, _ claim: String) async throws {
    let found = await storeErrorKind { [location = side.location] in _ = try await location.open() }
    try expect(claim, found, equals: "inUse")
  }

  private func expectRefused(beside work: Work, _ carryOut: @escaping @Sendable () async throws -> Void) async throws {
    let (hasTried, hasBegun, isDone) = (Remembered(false), Remembered(false), Remembered(false))
    let found = Remembered<[String]>([])
    // The first attempt comes before the work. On a thread of its own: both wait for their processes, and must not wait for each other.
    let attempts = ThreadExecutor.run { [location = other.location] in
      repeat {
        let kind = await storeErrorKind { _ = try await location.open() }
        // One that had begun before may wait for a while for the lock.
        if hasBegun.now || kind != "inUse" { found.withValue { $0.append(kind) } }
        hasTried.set(true)
      } while !isDone.now
    }
    while !hasTried.now { await Task.yield() }
    hasBegun.set(true)
    do { try await carryOut() } catch {
      isDone.set(true)
      await attempts.value
      throw error
    }
    isDone.set(true)
    await attempts.value
    trial.label("another process tried meanwhile", if: !found.now.isEmpty)
    for kind in found.now {
      try expect("what another process gets that opens the store before or beside “\(work.name)”", kind, equals: "inUse")
    }
  }

  private func expectContents(_ when: String) async throws {
    guard let store else { return }
    try expect("the contents \(when)", try await CrashContents(of: store), equals: contents)
  }
}

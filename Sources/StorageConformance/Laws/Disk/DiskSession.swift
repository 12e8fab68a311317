import PropertyTesting
import StorageContract
import StorageFaults

/// A store over a disk in memory, beside the model of what it must hold.
struct DiskSession {
  let disk: CrashableFiles
  let location: any StoreLocation
  let trial: Trial
  private let capabilities: StoreCapabilities
  private let backend: any Backend
  private let ranks: VersionRanks?
  /// Nil while it is closed, by a crash or an opening that failed.
  private(set) var store: (any Store)?
  /// What was acknowledged.
  private(set) var contents = CrashContents()
  /// What the store holds if the call that was cut off or is not known was done.
  private(set) var inFlight: CrashContents?
  private var backup: (path: String, contents: CrashContents)?
  private var lastTransaction = 0
  private var lastBackup = 0

  private static let backups = "/backups"

  /// What a step has come to.
  enum Outcome: Equatable {
    case done
    /// A definite error: nothing was changed.
    case refused
    /// It may have been done or not.
    case unknown
  }

  /// - Parameter layer: what the store's calls go through on their way to `disk`.
  init(
    _ disk: CrashableFiles, _ subject: LawSubject, _ trial: Trial, through layer: (any FileLayer)? = nil
  ) async throws {
    guard let files = subject.files else { throw StoreError.unsupported("a file layer") }
    self.disk = disk
    self.trial = trial
    capabilities = subject.capabilities
    backend = files.over(layer ?? disk)
    ranks = subject.versionRanks.map { _ in VersionRanks() }
    let place = try await backend.makeLocation()
    location = ranks.map { place.ranked(by: $0) } ?? place
    try disk.makeDirectory(Self.backups)
    // The place is one that was there long before.
    disk.settle()
  }

  /// Gives the place back. What it was over is gone with the disk.
  func end() async {
    try? await store?.close()
    disk.heal()
    await backend.tearDown()
  }

  // MARK: Steps

  /// - Throws: what the store throws where it is no ``StoreError``, or ``StoreError/closed`` where the store is closed.
  mutating func perform(_ step: DiskStep) async throws -> Outcome {
    trial.note("\(step)")
    var done = contents
    do {
      try await carryOut(step, &done)
      contents = done
      return .done
    } catch let error as StoreError {
      trial.note("  \(error)")
      // Cut off by a crash, nobody has heard the error.
      if disk.isRunning, !error.isUnknown { return .refused }
      if step.changesContents { inFlight = done }
      return .unknown
    }
  }

  private mutating func carryOut(_ step: DiskStep, _ contents: inout CrashContents) async throws {
    if case .reopen = step { return try await reopen() }
    guard let store else { throw StoreError.closed }
    switch step {
    case .write(let transaction):
      lastTransaction += 1
      let number = lastTransaction
      contents.apply(transaction, number: number)
      try await store.write { try transaction.run(in: $0, number: number) }
    case .compact:
      if capabilities.compaction { try await store.compact() }
    case .backUp:
      guard capabilities.backup else { return }
      lastBackup += 1
      let path = "\(Self.backups)/\(lastBackup)"
      try await store.backup(to: path)
      backup = (path, contents)
    case .restore:
      guard capabilities.backup, let backup else { return }
      contents = backup.contents
      try await store.restore(from: backup.path)
    case .reopen: break
    }
  }

  mutating func reopen() async throws {
    await close()
    store = try await location.open()
  }

  mutating func close() async {
    // The disk may be gone or failing; what was acknowledged is looked for after the next opening.
    try? await store?.close()
    store = nil
  }

  // MARK: Claims

  /// What is read is what was acknowledged, and what is not known either whole or not at all.
  mutating func expectContents(_ when: String) async throws {
    if let store { try await contents.expectHeld(by: store, ranks, or: &inFlight, when, trial) }
  }

  /// The same, where a read may fail.
  mutating func expectContentsOrError(_ when: String) async throws {
    do {
      try await expectContents(when)
    } catch let error as StoreError {
      trial.note("  a read: \(error)")
    }
  }

  /// Opens the store, which must come to be open.
  mutating func expectOpens(_ when: String) async throws {
    noteClaim()
    do {
      try await reopen()
    } catch {
      throw ExpectationFailure(
        claim: "the store opens \(when)", expected: "a store with \(contents)", actual: "\(error)",
        location: SourceLocation(fileID: #fileID, filePath: #filePath, line: #line))
    }
  }

  // MARK: Crashes

  mutating func crash(isPowerLoss: Bool) async throws {
    disk.stop()
    await close()
    guard isPowerLoss else {
      trial.note("the process dies")
      return disk.restart()
    }
    trial.note("the power is lost")
    try disk.restart(losing: trial.drawLoss)
  }
}

extension Trial {
  /// What a loss of power has taken, of `last` alternatives: a ``CrashChoice``.
  func drawLoss(_ last: Int, _ what: String) throws -> Int {
    let choice = try draw(.int(in: 0...last), what)
    if choice > 0 {
      note("  \(what): \(choice)")
      label("the disk has lost something")
    }
    return choice
  }
}

extension StoreError {
  /// Whether what was under way may have been done or not.
  var isUnknown: Bool { if case .lost = self { true } else { false } }
}

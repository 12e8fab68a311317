import ProcessStorage
import PropertyTesting
import StorageContract

/// A store in a process that is killed, beside the model of what it must hold.
struct KillSession {
  let process: any KillableLocation
  private let location: any StoreLocation
  private let points: KillPoints
  private let ranks: VersionRanks?
  private let trial: Trial
  private let maximumFieldSizeBytes: Int
  /// Nil while its process is gone.
  private(set) var store: (any Store)?
  /// What was acknowledged.
  private(set) var contents = CrashContents()
  /// What the store holds if the transaction that was cut off was done.
  private(set) var inFlight: CrashContents?
  /// What the latest transaction got that was not acknowledged.
  private(set) var refusal: StoreError?
  private var lastTransaction = 0

  init(_ subject: LawSubject, _ trial: Trial) throws {
    guard let process = subject.process else { throw StoreError.unsupported("a process to kill") }
    self.process = process
    self.trial = trial
    location = subject.location
    points = subject.killPoints
    ranks = subject.versionRanks
    maximumFieldSizeBytes = subject.capabilities.maximumFieldSizeBytes
  }

  /// The store's process.
  func identifier() async throws -> Int32 {
    guard let identifier = await process.processIdentifier else { throw StoreError.unsupported("a process to kill") }
    return identifier
  }

  mutating func expectOpens(_ when: String) async throws {
    store = try await expectingAStore(when) { [location] in try await location.open() }
  }

  private func expectingAStore(_ when: String, _ open: () async throws -> any Store) async throws -> any Store {
    noteClaim()
    do {
      return try await open()
    } catch {
      throw ExpectationFailure(
        claim: "the store opens \(when)", expected: "a store with \(contents)", actual: "\(error)",
        location: SourceLocation(fileID: #fileID, filePath: #filePath, line: #line))
    }
  }

  /// Whether it was acknowledged.
  /// - Throws: what is no ``StoreError``.
  mutating func write(_ drawn: CrashTransaction) async throws -> Bool {
    guard let store else { throw StoreError.closed }
    let transaction = drawn.limited(to: maximumFieldSizeBytes)
    lastTransaction += 1
    let number = lastTransaction
    var done = contents
    done.apply(transaction, number: number)
    do {
      try await store.write { try transaction.run(in: $0, number: number) }
      contents = done
      trial.note("transaction \(number) is acknowledged: \(transaction)")
      return true
    } catch let error as StoreError {
      trial.note("transaction \(number) is not acknowledged: \(transaction): \(error)")
      if error.isUnknown { inFlight = done }
      refusal = error
      return false
    }
  }

  /// Whether a step of maintenance was done; if not, the error blames the disk.
  /// - Parameter result: what the store holds once the step is done; nil: what it held before.
  mutating func attempt(
    _ step: MaintenanceStep, leading result: CrashContents? = nil, _ work: (any Store) async throws -> Void
  ) async throws -> Bool {
    guard let store else { throw StoreError.closed }
    do {
      try await work(store)
      trial.note("\(step.rawValue)")
      if let result { contents = result }
      return true
    } catch let error as StoreError {
      trial.note("“\(step.rawValue)” is refused: \(error)")
      try expect("the error of “\(step.rawValue)” on a full disk blames the disk: \(error)", error.blamesTheDisk)
      return false
    }
  }

  /// The round with its kill, and the opening after it. A kill within a commit, which does not come at the same moment each time, is
  /// repeated in each tenth of the commit, so that what it finds once is found again.
  mutating func expectSurvives(_ round: KillRound) async throws {
    guard case .withinCommit(let commit, let percent) = round.moment else { return try await expectSurvives(round, at: round.moment) }
    if !points.knowsCommits, let first = round.transactions.first { _ = try await write(first) }
    let number = commit % max(1, round.transactions.count)
    for tenth in 0..<10 {
      try await expectSurvives(round, at: .withinCommit(number, percent: (percent + 10 * tenth) % 100))
    }
  }

  private mutating func expectSurvives(_ round: KillRound, at moment: KillMoment) async throws {
    try await writeUntilKilled(round, at: moment)
    try await expectOpens("after kill -9")
    try await expectContents("after kill -9")
  }

  /// Runs the transactions, one after the other, until one is not acknowledged for the process was killed meanwhile;
  /// then, or when they are through, it is.
  mutating func writeUntilKilled(_ round: KillRound, at moment: KillMoment? = nil) async throws {
    points.arm(try await identifier(), moment ?? round.moment)
    do {
      for transaction in round.transactions {
        guard try await write(transaction) else { break }
      }
    } catch {
      _ = points.disarm()
      throw error
    }
    trial.label("killed while transactions run", if: points.disarm())
    try await kill()
  }

  /// Has the process killed while `work` is under way, and opens the store again: sooner and sooner, up to four times, until
  /// that comes before the work's end.
  /// - Parameters:
  ///   - preparation: a transaction before each attempt.
  ///   - result: what the store holds once the work is done; nil: what it held before.
  ///   - work: receives the store and the number of the attempt.
  mutating func expectSurvives(
    _ what: String, delayMicroseconds: Int, after preparation: CrashTransaction? = nil,
    leading result: CrashContents? = nil, _ work: (any Store, Int) async throws -> Void
  ) async throws {
    for attempt in 0..<4 {
      if let preparation { try expect("a write before “\(what)”", try await write(preparation)) }
      let delay = delayMicroseconds >> (2 * attempt)
      if try await isCutOff(what, delay, leading: result, { try await work($0, attempt) }) { return }
    }
  }

  /// Whether it was killed before the work was done. The store is open again afterwards, and has what it must.
  private mutating func isCutOff(
    _ what: String, _ delayMicroseconds: Int, leading result: CrashContents?,
    _ work: (any Store) async throws -> Void
  ) async throws -> Bool {
    guard let store else { throw StoreError.closed }
    trial.note("\(what), and kill -9 after \(delayMicroseconds) µs")
    var isCutOff = false
    let killer = KillerThread(try await identifier(), delayMicroseconds: delayMicroseconds)
    do {
      try await work(store)
      if let result { contents = result }
    } catch let error as StoreError {
      trial.note("it ended with \(error)")
      if error.isUnknown { inFlight = result }
      isCutOff = true
    }
    trial.label(isCutOff ? "killed in the middle" : "killed after it")
    killer.wait()
    try await kill()
    try await expectOpens("after kill -9")
    try await expectContents("after kill -9")
    return isCutOff
  }

  /// Another process has the store open too: each sees what the other one writes.
  mutating func expectSharedWithAnotherProcess(_ transaction: CrashTransaction) async throws {
    guard let process = process as? any RecordableLocation else { return }
    let second = process.inAnotherProcess()
    do {
      let own = store
      store = nil
      trial.note("another process opens it too")
      let other = ranks.map { second.ranked(by: $0) } ?? second
      store = try await expectingAStore("in another process, too") { try await other.open() }
      try await expectContents("in another process")
      try expect("a write of another process", try await write(transaction))
      try await close()
      store = own
      try await expectContents("after a write of another process")
    } catch {
      await second.kill()
      throw error
    }
    await second.kill()
  }

  mutating func kill() async throws {
    trial.note("kill -9")
    await process.kill()
    // A store whose process is gone has nothing to close.
    try? await store?.close()
    store = nil
  }

  mutating func close() async throws {
    try await store?.close()
    store = nil
  }

  /// Opens the store and has it killed meanwhile, or just after. Whether it came to be open first.
  mutating func openAndKill(delayMicroseconds: Int) async throws -> Bool {
    trial.note("open, and kill -9 after \(delayMicroseconds) µs")
    let process = process
    let killer = Task.detached {
      try? await Task.sleep(for: .microseconds(delayMicroseconds))
      await process.kill()
    }
    var isOpen = false
    do {
      store = try await location.open()
      isOpen = true
    } catch is StoreError {
      // It was killed before it had answered.
    } catch {
      await killer.value
      throw error
    }
    await killer.value
    try await kill()
    return isOpen
  }

  /// Kills the process at ten moments of its first opening, one after the other.
  /// - Parameters:
  ///   - other: a place like this one, which tells how long that takes.
  ///   - percent: when it is killed first; each further time a tenth later.
  mutating func killWhileItIsMade(in other: any StoreLocation, percent: Int) async throws {
    // A process that runs already is not killed while it starts.
    _ = try await LeftoverWatch.files(of: other)
    let start = ContinuousClock.now
    try await other.open().close()
    let microseconds = Int((ContinuousClock.now - start) / .microseconds(1))
    for tenth in 0..<10 {
      _ = try await LeftoverWatch.files(of: location)
      let delay = microseconds * (10 * tenth + percent) / 100
      trial.note("open it for the first time, and kill -9 after \(delay) µs")
      let killer = KillerThread(try await identifier(), delayMicroseconds: delay)
      // Whether it was killed before it had answered is the same here.
      store = try? await location.open()
      killer.wait()
      try await kill()
    }
  }

  /// What is read is what was acknowledged, and what was under way either whole or not at all.
  mutating func expectContents(_ when: String) async throws {
    if let store { try await contents.expectHeld(by: store, ranks, or: &inFlight, when, trial) }
  }
}

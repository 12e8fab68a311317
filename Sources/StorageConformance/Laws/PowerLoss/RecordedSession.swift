import Foundation
import ProcessStorage
import PropertyTesting
import StorageContract
import StorageFaults

/// A store in a process whose file calls are recorded, beside what it may hold if the power is lost after any of them.
struct RecordedSession {
  /// What may be found after a loss of power from here on.
  private struct Moment {
    /// The size of the log.
    let position: Int
    let states: [CrashContents]
    /// The latest backup that was acknowledged.
    let backup: Backup?

    var isAfterAWrite: Bool { states.allSatisfy { $0.schemaVersion > 0 } }
  }

  private struct Backup {
    let path: String
    let contents: CrashContents
  }

  private let place: any StoreLocation
  private let process: any RecordableLocation
  /// Of a broken backend, which takes the place of the one that is held to the law.
  private let own: (any Backend)?
  private let capabilities: StoreCapabilities
  private let ranks: VersionRanks?
  private let trial: Trial
  private let scratch: String
  private var folder: RecordedFolder
  private var store: (any Store)?
  private var moments: [Moment]
  private var lastTransaction = 0
  private var lastBackup = 0
  /// The sizes of the log when the store was opened, and when a change since then was acknowledged.
  private var acknowledged: [Range<Int>] = []
  private var openedAt = 0
  /// Whether a change was acknowledged and no call before that wrote to a file.
  private var hasUnseenChange = false

  private var log: String { scratch + "/calls" }
  private var contents: CrashContents { moments.last?.states.first ?? CrashContents() }

  /// Nil if the store names no file that calls could change.
  init?(_ subject: LawSubject, _ trial: Trial) async throws {
    if let broken = subject.recorded {
      let forked = ForkedBackend(broken, capabilities: subject.capabilities)
      own = forked
      place = try await forked.makeLocation()
    } else {
      own = nil
      place = subject.location
    }
    guard let process = (own == nil ? subject.process : place) as? any RecordableLocation else {
      throw StoreError.unsupported("a process whose calls are recorded")
    }
    guard let path = try await process.recordedFolder() else { return nil }
    self.process = process
    capabilities = subject.capabilities
    ranks = own == nil ? subject.versionRanks : nil
    self.trial = trial
    scratch = try TemporaryDirectory.make(prefix: "touchstone-calls")
    folder = RecordedFolder(URL(fileURLWithPath: path).resolvingSymlinksInPath().path)
    moments = [Moment(position: 0, states: [CrashContents()], backup: nil)]
  }

  func end() async {
    try? await store?.close()
    await process.recordCalls(to: nil)
    for number in 0..<lastBackup { try? FileManager.default.removeItem(atPath: backupPath(number + 1)) }
    TemporaryDirectory.remove(scratch)
    if let own {
      await own.recycle(place)
      await own.tearDown()
    }
  }

  // MARK: Steps

  /// Opens the store in a process that is recorded from its start; it must hold what it may.
  mutating func open() async throws {
    await process.recordCalls(to: log)
    folder = RecordedFolder(folder.path)
    acknowledged = []
    moments = moments.suffix(1).map { Moment(position: 0, states: $0.states, backup: $0.backup) }
    try await reopen()
  }

  private mutating func reopen() async throws {
    let states = moments.last?.states ?? []
    noteClaim()
    let found: CrashContents
    do {
      let opened = try await place.open()
      store = opened
      found = try await CrashContents(of: opened)
    } catch {
      throw failure("the store opens, and can be read", states, "\(error)")
    }
    // The model's own, which knows the counter of versions.
    guard let state = states.first(where: { $0 == found }) else {
      throw failure("the contents of the store", states, "\(found)")
    }
    if states.count > 1 {
      trial.label(found == states[0] ? "what was not acknowledged is not there" : "what was not acknowledged is there")
    }
    ranks?.settle(puts: state.putCounter)
    // What has been seen stays.
    add([state])
    openedAt = sizeOfLog
  }

  mutating func perform(_ step: DiskStep) async throws {
    guard let store else { throw StoreError.closed }
    let before = contents
    var after = before
    switch step {
    case .write(let drawn):
      let transaction = drawn.limited(to: capabilities.maximumFieldSizeBytes)
      lastTransaction += 1
      let number = lastTransaction
      after.apply(transaction, number: number)
      add([before, after])
      try await store.write { try transaction.run(in: $0, number: number) }
    case .compact:
      guard capabilities.compaction else { return }
      try await store.compact()
    case .backUp:
      guard capabilities.backup else { return }
      lastBackup += 1
      let path = backupPath(lastBackup)
      try await store.backup(to: path)
      trial.note("\(step) is acknowledged")
      return add([before], Backup(path: path, contents: before))
    case .restore:
      guard capabilities.backup, let backup = moments.last?.backup else { return }
      after = backup.contents
      add([before, after])
      let found = await storeErrorKind { try await store.restore(from: backup.path) }
      guard found == "nothing thrown" else {
        throw failure("the latest backup that was acknowledged is restored", [after], "the error \(found)")
      }
    case .reopen:
      try await store.close()
      return try await reopen()
    }
    trial.note("\(step) is acknowledged")
    trial.label("a transaction is acknowledged", if: step.changesContents)
    add([after])
    if step.changesContents { acknowledged.append(openedAt..<max(openedAt, sizeOfLog)) }
  }

  private func backupPath(_ number: Int) -> String { "\(folder.path)/backup-\(number)" }

  private mutating func add(_ states: [CrashContents], _ backup: Backup? = nil) {
    moments.append(Moment(position: sizeOfLog, states: states, backup: backup ?? moments.last?.backup))
  }

  private var sizeOfLog: Int {
    let attributes = try? FileManager.default.attributesOfItem(atPath: log)
    return (attributes?[.size] as? NSNumber)?.intValue ?? 0
  }

  // MARK: Loss of power

  /// Lets the power fail after one of the calls, and makes the files what that leaves of them.
  mutating func losePower() async throws {
    await process.kill()
    try? await store?.close()
    store = nil
    let recorded = RecordedCalls(log: FileManager.default.contents(atPath: log).map([UInt8].init) ?? [], in: folder.path)
    hasUnseenChange = hasUnseenChange || !acknowledged.allSatisfy(recorded.hasWrites)
    let counts = moments.map { recorded.count(at: $0.position) } + [recorded.calls.count]
    let calls = try callsBeforeTheLoss(recorded, counts)
    // If two moments have the same calls, nobody can tell them apart, and the later one asks for more.
    let last = moments.indices.last { counts[$0] <= calls } ?? 0
    trial.note("the power is lost after \(calls) of \(recorded.calls.count) calls that change files")
    if hasUnseenChange {
      trial.label(DiskFaultLaws.unseenChange)
    } else {
      trial.label("the power is lost after a write was acknowledged", if: moments[last].isAfterAWrite)
    }
    // A disk writes in any order: half of the time, what came last is there, and something before it is not.
    let keepsLatest = try trial.draw(.bool, "whether what was written last is there")
    let loss: CrashChoice = { [trial] last, what in
      guard keepsLatest else { return try trial.drawLoss(last, what) }
      if what.hasPrefix("latest changes") || what.hasPrefix("bytes torn") { return 0 }
      return what.hasPrefix("whether sectors") ? 1 : try trial.drawLoss(last, what)
    }
    try RecordedFolder.write(folder.afterPowerLoss(recorded.calls, count: calls, loss))
    moments = [moments[last]]
  }

  /// A call of any step; as often one that changes names, of which there are few, and after which most goes wrong; and the last
  /// before a flush, when most is not flushed.
  private func callsBeforeTheLoss(_ recorded: RecordedCalls, _ counts: [Int]) throws -> Int {
    // The calls of an opening change most names, and nothing can be lost before a write was acknowledged.
    var start = moments.firstIndex(where: \.isAfterAWrite) ?? 0
    let isEarly = Generator<Bool>.frequency((7, .constant(false)), (1, .constant(true)))
    if start > 0, try trial.draw(isEarly, "whether it comes before a write was acknowledged") { start = 0 }
    let flushes = recorded.calls.indices.filter { $0 >= counts[start] && recorded.calls[$0].isFlush }
    let isBeforeAFlush = Generator<Bool>.frequency((2, .constant(false)), (1, .constant(true)))
    if !flushes.isEmpty, try trial.draw(isBeforeAFlush, "whether it comes just before a flush") {
      return flushes[try trial.draw(.int(in: 0...flushes.count - 1), "which of the flushes")]
    }
    let renamings = recorded.calls.indices.filter { $0 >= counts[start] && recorded.calls[$0].changesNames }
    if !renamings.isEmpty, try trial.draw(.bool, "whether it comes just after a name was changed") {
      return renamings[try trial.draw(.int(in: 0...renamings.count - 1), "which of them")] + 1
    }
    let moment = try trial.draw(.int(in: start...moments.count - 1), "after which step")
    let more = try trial.draw(.int(in: 0...max(0, counts[moment + 1] - counts[moment])), "file calls after it")
    return counts[moment] + more
  }

  /// What is there after all of it can be worked with, and the latest backup that was acknowledged can be restored.
  mutating func expectWorksOn() async throws {
    await process.recordCalls(to: nil)
    try await reopen()
    try await perform(.restore)
    try await perform(.write(CrashTransaction(changes: [.put(.init(collection: "c", key: "k1"), sizeBytes: 10)])))
    try await perform(.reopen)
  }

  private func failure(_ claim: String, _ states: [CrashContents], _ found: String) -> ExpectationFailure {
    ExpectationFailure(
      claim: claim, expected: states.map(\.description).joined(separator: "; or "), actual: found,
      location: SourceLocation(fileID: #fileID, filePath: #filePath, line: #line))
  }
}

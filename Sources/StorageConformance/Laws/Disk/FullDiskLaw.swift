import CIsolation
import Foundation
import ProcessStorage
import PropertyTesting
import StorageContract

extension DiskFaultLaws {
  private static let noFile = "no file is open"

  static let fullDisk = StorageLaw(
    .durability, needs: [.kills, .limitedFiles], weight: 4, examines: "the disk is full",
    cannotSee: (
      noFile,
      """
      the store's process, and what it started, had no file open that could have been full: the data may lie with a \
      server, whose files the kit does not limit
      """
    ),
    Requirement(
      "STO-42", "A full disk gives a definite error, and the store works on once there is space",
      says: """
        The files of the store's process suddenly cannot grow, or their disk is full. A transaction that \
        does not fit then throws a definite StoreError and changes nothing, also if it goes on after the error of \
        one of its calls, and acknowledged data can still be read. No call takes the error for an answer: \
        that a record is there, say. The error blames the disk (`io` or `readOnly`): a `conflict` would have the caller \
        try again for ever, and `damaged` would have a sound store thrown away. When there is space \
        again, the same store takes transactions without being opened again, unless it declares that it \
        has to be opened again after an I/O error. An opening finds exactly the acknowledged transactions. \
        A compaction, a backup or a restore on the full disk is done, or is refused by such an error, and \
        then has changed nothing and left no file, not even until the store is opened again.
        """,
      needs: [.storage],
      mustCatch: [
        .over(.swallowsWriteErrors),
        .overEachStore("writesNoMoreAfterAnError", "writes no more after an error") { $0.refuseAfterAFailure() },
        .overEachStore("reportsAFullDiskAsLost", "reports a full disk as lost") { $0.reportFailures { .lost(reason: $0) } },
        .overEachStore("reportsAFullDiskAsAConflict", "reports a full disk as a conflict") { hooks in
          hooks.reportFailures { .conflict(reason: $0) }
        },
        .overEachStore("reportsAFullDiskAsDamage", "reports a full disk as damage") { hooks in
          hooks.reportFailures { .damaged(path: "", offset: nil, reason: $0) }
        },
        .over(.keepsFirstWriteOnRollback), .leavesAPartOfAFailedBackup, .isLostAfterAFailedCompaction,
        .leavesAPartOfAFailedCompaction, .findsARecordOnAFullDisk, .commitsWhatFollowsAFailedWrite,
      ]
    ).holds(forAll: .fullDisk) { input, subject, trial in
      let disk = input.isDisk ? try await SmallDisk(under: subject.process) : nil
      trial.label("a small disk", if: disk != nil)
      do {
        try await LawFolder.with { try await expectBearsFullDisk(input, disk, subject, trial, $0) }
      } catch {
        await subject.process?.kill()
        disk?.remove()
        throw error
      }
      disk?.remove()
    })

  private static func expectBearsFullDisk(
    _ input: FullDisk, _ disk: SmallDisk?, _ subject: LawSubject, _ trial: Trial, _ scratch: LawFolder
  ) async throws {
    var session = try KillSession(subject, trial)
    try await session.expectOpens("at first")
    for transaction in input.before {
      try expect("a write while there is space", try await session.write(transaction))
    }
    let maintenance = try await FullDiskMaintenance(subject, &session, disk, scratch)
    let process = try await session.identifier()
    if let disk {
      trial.note("the disk has room for \(input.room) bytes")
      try disk.leave(input.room)
    } else {
      let largest = largestFile(openIn: process)
      trial.label(noFile, if: largest == nil)
      let limit = (largest ?? 0) + input.room
      trial.note("no file may grow beyond \(limit) bytes")
      try limitFiles(of: process, to: limit)
    }
    func giveSpace() throws {
      if let disk { try disk.leave(nil) } else { try limitFiles(of: process, to: -1) }
    }
    var refusals = 0
    do {
      for count in 0..<60 where refusals < 2 {
        if try await session.write(input.during[count % input.during.count]) { continue }
        refusals += 1
        try expect("the error on a full disk is a definite one", session.inFlight == nil)
        if let error = session.refusal { try expect("the error on a full disk blames the disk: \(error)", error.blamesTheDisk) }
        if !subject.capabilities.worksOnAfterIOErrors { break }
        try await session.expectContents("on a full disk")
      }
      trial.label("the disk is full", if: refusals > 0)
      if let maintenance, refusals > 0, subject.capabilities.worksOnAfterIOErrors {
        // New files are smaller than the largest one.
        if disk == nil { try limitFiles(of: process, to: input.room) }
        try await maintenance.expectBearsFullDisk(&session)
      }
    } catch {
      // A process that has ended since would hide the failure.
      try? giveSpace()
      throw error
    }
    trial.note("there is space again")
    try giveSpace()
    if refusals > 0, !subject.capabilities.worksOnAfterIOErrors {
      // It may refuse, but what it acknowledges all the same has to be there.
      for transaction in input.after { _ = try await session.write(transaction) }
      do {
        try await session.close()
      } catch is StoreError {
        // A store that cannot even be closed ends with its process.
        try await session.kill()
      }
      try await session.expectOpens("after the error")
      try await session.expectContents("after the error")
    }
    for transaction in input.after {
      try expect("a write when there is space again", try await session.write(transaction))
    }
    try await session.expectContents("when there is space again")
    try await session.close()
    try await session.expectOpens("when there is space again")
    try await session.expectContents("after an opening")
    try await session.close()
    try maintenance?.expectNothingLeft()
  }

  /// Those of a shell that has started the process that serves, and of that process.
  private static func limitFiles(of process: Int32, to sizeBytes: Int) throws {
    for member in ProcessGroup.members(process) {
      let failure = cisolation_limit_file_size(member, Int64(sizeBytes))
      // One that has ended since has no files.
      guard failure == 0 || (failure == ESRCH && member != process) else {
        throw StoreError.unsupported("limiting the files of process \(member): \(FileLayerError(code: failure))")
      }
    }
  }

  /// The size of the largest file that the process, or one of its group, writes; nil where there is none. Neither the standard
  /// streams are the store's, nor what this process has open too, such as a log that whoever started both has opened.
  private static func largestFile(openIn process: Int32) -> Int? {
    let shared = Set(writtenFiles(of: getpid()).map(\.identity))
    return ProcessGroup.members(process).flatMap(writtenFiles).filter { !shared.contains($0.identity) }.map(\.sizeBytes).max()
  }

  /// The regular files that a process has open for writing.
  private static func writtenFiles(of process: Int32) -> [(identity: [UInt64], sizeBytes: Int)] {
    let directory = "/proc/\(process)/fd"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
    return names.filter { !["0", "1", "2"].contains($0) }.compactMap { name in
      var (link, file) = (stat(), stat())
      // The permissions of the link are those of the descriptor: proc_pid_fd(5).
      guard lstat("\(directory)/\(name)", &link) == 0, link.st_mode & S_IWUSR != 0,
        stat("\(directory)/\(name)", &file) == 0, file.st_mode & S_IFMT == S_IFREG
      else { return nil }
      return ([UInt64(file.st_dev), UInt64(file.st_ino)], Int(file.st_size))
    }
  }
}

extension StoreError {
  var blamesTheDisk: Bool {
    switch self {
    case .io, .readOnly: true
    default: false
    }
  }
}

/// Transactions before, while and after the disk is full.
struct FullDisk: Sendable {
  let before: [CrashTransaction]
  let during: [CrashTransaction]
  let after: [CrashTransaction]
  /// How many bytes the largest file may still grow by, or the disk has.
  let room: Int
  /// Whether the disk is full, where there can be one; else files cannot grow.
  let isDisk: Bool
}

extension Generator where Value == FullDisk {
  /// One that a store begins to write before its commit, and small changes that may be done once it has failed.
  private static let largeTransaction = Generator<CrashTransaction> { source in
    let large = (0..<(try source(.int(in: 2...4)))).map {
      CrashTransaction.Change.put(.init(collection: "c", key: "large \($0)"), sizeBytes: 1_000_000)
    }
    let rest = try source(.crashTransaction(changes: 1...3, sizes: 0...100)).changes
    return CrashTransaction(changes: large + rest, goesOnAfterErrors: true)
  }

  fileprivate static let fullDisk = Generator { source in
    func transactions(_ sizes: ClosedRange<Int>) -> Generator<[CrashTransaction]> {
      .array(of: .crashTransaction(changes: 2...4, sizes: sizes), count: 1...3)
    }
    // A store that writes over what was there, or has taken its room in advance, needs more only for what is larger.
    let isDisk = try source(.bool)
    let during = transactions(0...(isDisk ? 100_000 : 3_000)).map { transactions in
      transactions.map { CrashTransaction(changes: $0.changes, goesOnAfterErrors: true) }
    }
    return FullDisk(
      before: try source(transactions(0...3_000)),
      during: try source(.frequency((3, during), (1, largeTransaction.map { [$0] }))),
      after: try source(transactions(0...3_000)), room: try source(.int(in: 0...3_000)), isDisk: isDisk)
  }
}

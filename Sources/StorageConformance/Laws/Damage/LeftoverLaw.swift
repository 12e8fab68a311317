import Foundation
import PropertyTesting
import StorageContract

/// STO-49: descriptors and temporary files.
extension DamageLaws {
  static let leavesNothingBehind = StorageLaw(
    .durability, weight: 2,
    Requirement(
      "STO-49", "No open file and no temporary file is left behind",
      says: """
        However often a store is opened, closed, compacted, backed up and restored, and whichever of \
        these calls fail, no file descriptor stays open and no temporary file is left, neither beside \
        the store's files nor beside a backup. A store may put new files in the place of its old ones. If \
        its files come and go, those that it names itself count as its own.
        """,
      mustCatch: [.leavesDescriptorsOpen, .leavesATemporaryFile]
    ).holds(
      forAll: .array(of: .leftoverStep, count: 1...12),
      requiring: ["fails": 0.3, "backs up": 0.2, "reopens": 0.2]
    ) { steps, subject, trial in
      try await LawFolder.with { folder in
        var session = try await HistorySession(at: subject.location, trial)
        try await session.write([.put(RecordPlace("a", in: "c"), ["n": .int64(1)])])
        try await session.close()
        let watch = try await LeftoverWatch(subject, backups: folder.path)
        let before = try await watch.found()
        try await session.openAgain()
        var backups = 0
        for step in steps {
          trial.note("\(step)")
          trial.label(step.label)
          try await make(step, &session, folder, &backups, subject.capabilities)
        }
        try await session.close()
        // Asked for once more, since asking may itself close what a location keeps ready.
        let own = try await watch.own(of: subject.location)
        let after = try await watch.found()
        try expect("open descriptors", after.descriptors, equals: before.descriptors)
        let new = after.files.filter { !before.files.contains($0) }
        let written = Set((0..<backups).map { folder.file("backup-\($0)") })
        let mayCome = subject.capabilities.constantFiles ? [] : own
        let left = new.filter { !written.contains($0) && !mayCome.contains($0) }
        let gone = before.files.filter { !after.files.contains($0) }
        try expect("files that were left", left.count > gone.count ? left : [], equals: [])
      }
    })

  private static func make(
    _ step: LeftoverStep, _ session: inout HistorySession, _ folder: LawFolder, _ backups: inout Int,
    _ capabilities: StoreCapabilities
  ) async throws {
    let store = session.store
    switch step {
    case .write: try await session.write([.put(RecordPlace("a", in: "c"), ["t": .text("text")])])
    case .abandon:
      try await session.write([.put(RecordPlace("b", in: "c"), ["t": .text("text")])], abandoned: true)
    case .reopen: try await session.reopen()
    case .openTwice where !capabilities.simultaneousStores:
      let found = await storeErrorKind { _ = try await session.location.open() }
      try expect("the second opener's error", found, equals: "inUse")
    case .compact where capabilities.compaction: try await store.compact()
    case .backUp where capabilities.backup:
      try await store.backup(to: folder.file("backup-\(backups)"))
      backups += 1
    case .restore where capabilities.backup && backups > 0:
      try await store.restore(from: folder.file("backup-0"))
      // What it holds is the other laws' business.
      session.comparesDumpsOnly = true
    case .backUpOver where capabilities.backup:
      if backups == 0 { try await make(.backUp, &session, folder, &backups, capabilities) }
      let found = await storeErrorKind { try await store.backup(to: folder.file("backup-0")) }
      try expect("a backup to a path that exists", found, equals: "io")
    case .backUpNowhere where capabilities.backup:
      let found = await storeErrorKind { try await store.backup(to: folder.file("missing/backup")) }
      try expect("a backup to a folder that is missing", found, equals: "io")
    case .restoreForeign where capabilities.backup && capabilities.noticesAlteredBackups:
      try folder.write([], to: "empty")
      defer { try? FileManager.default.removeItem(atPath: folder.file("empty")) }
      let found = await storeErrorKind { try await store.restore(from: folder.file("empty")) }
      try expect("an empty backup", found, equals: "damaged")
    case .restoreNothing where capabilities.backup:
      let found = await storeErrorKind { try await store.restore(from: folder.file("missing")) }
      try expect("a backup that is missing", found, equals: "io")
    default: break
    }
  }
}

/// Something that may leave something behind.
enum LeftoverStep: String, Sendable, CaseIterable, CustomStringConvertible {
  case write, abandon, reopen, openTwice, compact, backUp, restore, backUpOver, backUpNowhere, restoreForeign,
    restoreNothing

  var label: String {
    switch self {
    case .write, .compact, .restore: "goes well"
    case .backUp: "backs up"
    case .reopen: "reopens"
    default: "fails"
    }
  }

  var description: String {
    switch self {
    case .write: "write"
    case .abandon: "abandon a transaction"
    case .reopen: "reopen"
    case .openTwice: "open it a second time"
    case .compact: "compact"
    case .backUp: "back up"
    case .restore: "restore the first backup"
    case .backUpOver: "back up to the first backup's path"
    case .backUpNowhere: "back up to a folder that is missing"
    case .restoreForeign: "restore an empty file"
    case .restoreNothing: "restore a file that is missing"
    }
  }
}

extension Generator where Value == LeftoverStep {
  static var leftoverStep: Generator {
    .frequency((2, .element(of: [.write, .backUp, .reopen])), (3, .anyCase()))
  }
}

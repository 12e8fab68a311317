import Foundation
import ProcessStorage
import PropertyTesting
import StorageContract

/// Maintenance of a store whose disk is full. Each step is done, or is refused, and then has changed nothing and left no file.
struct FullDiskMaintenance {
  private let steps: [MaintenanceStep]
  /// Of before there was no space.
  private let backup: (path: String, contents: CrashContents)?
  /// Where new backups go: on the full disk, if there is one.
  private let backups: LawFolder
  /// Where nothing but the store lies, and what lay there when it was closed; nil: that says nothing of this store.
  private let own: (folder: String, files: Set<String>)?

  /// Nil if the store declares no maintenance. The store is closed and opened again.
  init?(_ subject: LawSubject, _ session: inout KillSession, _ disk: SmallDisk?, _ scratch: LawFolder) async throws {
    steps = MaintenanceStep.declared(by: subject.capabilities)
    guard !steps.isEmpty, let store = session.store else { return nil }
    if subject.capabilities.backup {
      let path = scratch.file("earlier")
      try await store.backup(to: path)
      backup = (path, session.contents)
    } else {
      backup = nil
    }
    let folder = try await (subject.process as? any RecordableLocation)?.ownFolder()
    try await session.close()
    own = try subject.capabilities.constantFiles ? folder.map { ($0, Set(try LawFolder(path: $0).contents)) } : nil
    backups = disk.map { LawFolder(path: $0.folder) } ?? scratch
    try await session.expectOpens("before the disk is full")
  }

  func expectBearsFullDisk(_ session: inout KillSession) async throws {
    for step in steps {
      let before = try backups.contents
      let lying = try own.map { try LawFolder(path: $0.folder).contents }
      let path = backups.file("backup")
      let isDone =
        switch step {
        case .compact: try await session.attempt(step) { try await $0.compact() }
        case .backUp: try await session.attempt(step) { try await $0.backup(to: path) }
        case .restore:
          try await session.attempt(step, leading: backup?.contents) { [backup] in
            if let backup { try await $0.restore(from: backup.path) }
          }
        }
      if step == .backUp {
        if isDone { try backups.remove("backup") }
        let left = try backups.contents.filter { !before.contains($0) }
        try expect("files that a refused backup leaves", left, equals: [])
      }
      if !isDone, let own, let lying { try Self.expectNothingLeft(in: own.folder, beside: lying, of: "a refused “\(step.rawValue)”") }
      try await session.expectContents("after “\(step.rawValue)” on a full disk")
    }
  }

  /// New files may be in the place of old ones.
  private static func expectNothingLeft(in folder: String, beside before: some Collection<String>, of what: String) throws {
    let found = Set(try LawFolder(path: folder).contents)
    let left = found.subtracting(before)
    if left.count > Set(before).subtracting(found).count { try expect("files that are left of \(what)", left.sorted(), equals: []) }
  }

  /// Only while the store is closed.
  func expectNothingLeft() throws {
    guard let own else { return }
    try Self.expectNothingLeft(in: own.folder, beside: own.files, of: "what was refused on a full disk")
  }
}

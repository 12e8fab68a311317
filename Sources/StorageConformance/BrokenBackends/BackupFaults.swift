import Foundation
import PropertyTesting
import StorageContract
import StorageFaults

/// Backends that back up or restore wrongly.
extension Fault<LawSubject> {
  static let overwritesBackups = interposed("overwritesBackups", "a backup replaces what is at its path") { hooks in
    hooks.backup = { store, path in
      // Where there is nothing, there is nothing to remove.
      try? SystemFileLayer().remove(path)
      try await store.backup(to: path)
    }
  }

  static let restoresOnTop = interposed(
    "restoresOnTop", "a restored store keeps records that the backup does not have") { hooks in
    hooks.restore = { store, path in
      let copy = try await store.copyInMemory()
      try await store.restore(from: path)
      let (names, records) = try await copy.read { transaction in
        let names = try transaction.collections()
        return (names, try names.map { try transaction.scan($0) })
      }
      try await store.write { transaction in
        for (name, records) in zip(names, records) {
          for record in records { _ = try transaction.insert(record.fields, at: record.key, in: name) }
        }
      }
    }
  }

  static let countsARestoreAsAPut = interposed("countsARestoreAsAPut", "a restore uses a version up") { hooks in
    hooks.restore = { store, path in
      try await store.restore(from: path)
      try await store.write { try $0.spendVersion() }
    }
  }

  static let backsUpNoSchemaVersion = interposed(
    "backsUpNoSchemaVersion", "a restore leaves the schema version as it was") { hooks in
    hooks.restore = { store, path in
      let version = try await store.read { try $0.schemaVersion() }
      try await store.restore(from: path)
      try await store.write { try $0.setSchemaVersion(version) }
    }
  }

  /// As a store does that keeps what it has made for a backup.
  static let repeatsItsFirstBackup = overEachStore(
    "repeatsItsFirstBackup", "a later backup of an opening is a copy of the first") { hooks in
    let first = Remembered<[UInt8]?>(nil)
    hooks.backup = { store, path in
      try await store.backup(to: path)
      guard let bytes = first.now else { return first.set(try SystemFileLayer().read(path)) }
      try Data(bytes).write(to: URL(fileURLWithPath: path))
    }
  }

  static let losesRecordsBetweenPagesOfBackups = interposed(
    "losesRecordsBetweenPagesOfBackups", "a restore loses each 64th record of a collection") { hooks in
    hooks.restore = { store, path in
      try await store.restore(from: path)
      try await store.deleteRecords { $1 % 64 == 63 }
    }
  }

  /// As a store does that takes the contents over in memory, and writes them out with the next commit.
  static let forgetsARestoreWithoutAWrite = interposed(
    "forgetsARestoreWithoutAWrite", "a restore is lost if no write follows it") { hooks in
    let earlier = Remembered<String?>(nil)
    hooks.restore = { store, path in
      let old = path + "-earlier"
      try? SystemFileLayer().remove(old)
      try await store.backup(to: old)
      try await store.restore(from: path)
      earlier.set(old)
    }
    hooks.write = { store, body in
      try await store.write(body)
      earlier.set(nil)
    }
    hooks.open = { location in
      let store = try await location.open()
      if let old = earlier.now { try await store.restore(from: old) }
      return store
    }
  }

  static let takesAlteredBackups = interposed(
    "takesAlteredBackups", "a damaged backup is restored as far as it can be read") { hooks in
    hooks.restore = { store, path in
      do {
        try await store.restore(from: path)
      } catch StoreError.damaged {
        return
      }
    }
  }

  /// As a store does that reads line after line, and does not know how many there have to be.
  static let restoresBackupsCutAtALine = takingDamagedBackups(
    "restoresBackupsCutAtALine", "a backup that is cut at a line's end is restored"
  ) { bytes, whole in bytes.last == 0x0A && bytes.count < whole.count && whole.starts(with: bytes) }

  static let sumsTheFirst64KilobytesOfBackups = takingDamagedBackups(
    "sumsTheFirst64KilobytesOfBackups", "does not verify a backup beyond its first 64 KiB"
  ) { bytes, whole in bytes.count == whole.count && bytes.starts(with: whole.prefix(65_536)) }

  /// - Parameter isTaken: whether the damage is not noticed, by the file and the latest backup.
  private static func takingDamagedBackups(
    _ id: String, _ fact: String, where isTaken: @escaping @Sendable (_ bytes: [UInt8], _ whole: [UInt8]) -> Bool
  ) -> Fault {
    interposed(id, fact) { hooks in
      let whole = Remembered<[UInt8]>([])
      hooks.backup = { store, path in
        try await store.backup(to: path)
        whole.set(try SystemFileLayer().read(path))
      }
      hooks.restore = { store, path in
        do {
          try await store.restore(from: path)
        } catch let error as StoreError {
          guard case .damaged = error, let bytes = try? SystemFileLayer().read(path), isTaken(bytes, whole.now) else { throw error }
        }
      }
    }
  }

  /// As a store does that keeps which files it has verified, by path and size.
  static let trustsWhatItHasRestored = interposed(
    "trustsWhatItHasRestored", "a file that was restored once is not verified again"
  ) { hooks in
    let verified = Remembered<[String: Int]>([:])
    hooks.restore = { store, path in
      let size = (try? SystemFileLayer().read(path))?.count
      do {
        try await store.restore(from: path)
        verified.withValue { $0[path] = size }
      } catch let error as StoreError {
        guard case .damaged = error, size != nil, verified.now[path] == size else { throw error }
      }
    }
  }

  static let emptiesTheStoreBeforeRestoring = interposed(
    "emptiesTheStoreBeforeRestoring", "a restore that is refused leaves the store empty") { hooks in
    hooks.restore = { store, path in
      do {
        try await store.restore(from: path)
      } catch {
        try await store.deleteRecords { _, _ in true }
        throw error
      }
    }
  }

  /// The first collection is read before the others' writers have their turn.
  static let backsUpInPieces = interposed(
    "backsUpInPieces", "a backup reads one collection after the other, amid writes") { hooks in
    let early = Remembered<[String: FieldValue]?>(nil)
    hooks.backup = { store, path in
      early.set(try await store.read { try $0.get("number", in: "a")?.fields })
      for _ in 0..<3 { await Task.yield() }
      try await store.backup(to: path)
    }
    hooks.restore = { store, path in
      try await store.restore(from: path)
      let early = early.now
      try await store.write { transaction in
        if let early {
          try transaction.put(early, at: "number", in: "a")
        } else {
          try transaction.delete("number", in: "a")
        }
      }
    }
  }
}

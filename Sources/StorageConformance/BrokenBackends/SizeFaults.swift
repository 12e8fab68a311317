import PropertyTesting
import StorageContract
import StorageFaults

/// Backends that are right as long as nothing is large.
extension Fault<LawSubject> {
  static let scansAtMost300 = scanning("scansAtMost300", "scans 300 records at most") { Array($0.prefix(300)) }

  static let has16Collections = interposed("has16Collections", "treats the seventeenth collection as the sixteenth") { hooks in
    let known = Remembered<[String]>([])
    hooks.hookCalls { calls in
      calls = TransactionHooks(collection: { name in
        known.withValue { known in
          if let place = known.firstIndex(of: name) { return known[min(place, 15)] }
          known.append(name)
          return known[min(known.count - 1, 15)]
        }
      })
    }
  }

  static let keeps32Fields = keepingFields("keeps32Fields", 32)
  static let keeps256Fields = keepingFields("keeps256Fields", 256)

  private static func keepingFields(_ id: String, _ count: Int) -> Fault {
    calling(id, "keeps the first \(count) fields of a record") { calls in
      calls = TransactionHooks(fields: { fields in
        Dictionary(uniqueKeysWithValues: fields.sorted { $0.key < $1.key }.prefix(count).map { ($0.key, $0.value) })
      })
    }
  }

  /// As a store does that leaves a file open with each backup.
  static let backsUp200Times = overEachStore("backsUp200Times", "the 201st backup of an opening is refused") { hooks in
    let count = Remembered(0)
    hooks.backup = { store, path in
      if count.withValue({ $0 += 1; return $0 }) > 200 {
        throw StoreError.io(operation: "back up", path: path, reason: "too many open files")
      }
      try await store.backup(to: path)
    }
  }

  static let insertsARecord20Times = interposed(
    "insertsARecord20Times", "a record that was deleted 20 times cannot be inserted again") { hooks in
    let deletes = Remembered<[String: Int]>([:])
    hooks.hookCalls { calls in
      calls.delete = { transaction, key, collection in
        guard try transaction.delete(key, in: collection) else { return false }
        deletes.withValue { $0["\(collection)/\(key)", default: 0] += 1 }
        return true
      }
      calls.insert = { transaction, fields, key, collection in
        if deletes.now["\(collection)/\(key)", default: 0] >= 20 { return nil }
        return try transaction.insert(fields, at: key, in: collection)
      }
    }
  }

  static let ordersByTheFirst255Bytes = scanning(
    "ordersByTheFirst255Bytes", "orders keys by their first 255 bytes, and then by their puts") { records in
    records.sorted { one, other in
      let (left, right) = (one.key.cut(atBytes: 255), other.key.cut(atBytes: 255))
      return left == right ? one.version < other.version : left < right
    }
  }

  static let cutsBoundsAt1024Bytes = calling("cutsBoundsAt1024Bytes", "cuts the bounds of a scan at 1,024 bytes") { calls in
    @Sendable func cut(_ range: ScanRange) -> ScanRange {
      var range = range
      range.lower = range.lower?.cut(atBytes: 1_024)
      range.upper = range.upper?.cut(atBytes: 1_024)
      return range
    }
    calls.scan = { transaction, range in try transaction.scan(cut(range)) }
    calls.count = { transaction, range in try transaction.count(cut(range)) }
  }

  static let cutsLongTextsAtNUL = storing("cutsLongTextsAtNUL", "cuts texts of more than 4,096 bytes at their first U+0000") { value in
    guard case .text(let text) = value, text.utf8.count > 4_096 else { return value }
    return .text(String(text.prefix { $0 != "\u{0}" }))
  }

  static let comparesTheFirst255BytesOfKeys = keying(
    "comparesTheFirst255BytesOfKeys", "compares the first 255 bytes of keys") { key in
    key.cut(atBytes: 255)
  }

  static let cutsFieldNamesAt63 = calling("cutsFieldNamesAt63", "cuts field names at 63 bytes") { calls in
    calls = TransactionHooks(fields: { fields in
      Dictionary(fields.sorted { $0.key < $1.key }.map { (String($0.key.prefix(63)), $0.value) }) { first, _ in first }
    })
  }

  static let cutsLongTexts = storing("cutsLongTexts", "cuts texts at 30,000 bytes") { value in
    guard case .text(let text) = value, text.utf8.count > 30_000 else { return value }
    return .text(text.cut(atBytes: 30_000))
  }

  static let commitsTheFirst300Writes = committing(
    "commitsTheFirst300Writes", "commits the first 300 writes of a transaction") { Array($0.prefix(300)) }

  /// As a store does whose log has a page for each transaction.
  static let losesTheLastWriteOf200Kilobytes = committing(
    "losesTheLastWriteOf200Kilobytes", "a transaction of more than 200 kB loses its last write") { changes in
    let sizeBytes = changes.reduce(0) { sum, change in
      sum + (change.record?.after ?? [:]).values.reduce(0) { $0 + $1.exactText.utf8.count }
    }
    return sizeBytes > 200_000 ? changes.dropLast() : changes
  }

  /// As a store does whose undo log has a hundred places.
  static let undoesTheLast100Writes = rollingBack(
    "undoesTheLast100Writes", "a rollback undoes the last 100 writes") { store, draft, _ in
    if draft.changes.count > 100 { try await store.commit(draft.changes.dropLast(100)) }
  }

  /// As a store does that writes out what has come together before it looks whether to undo it.
  static let commitsEach32ndRollback = overEachStore("commitsEach32ndRollback", "each 32nd rollback commits") { hooks in
    let rollbacks = Remembered(0)
    hooks.write = { store, body in
      let draft = try await store.draft(body)
      do {
        try draft.outcome.get()
      } catch {
        if rollbacks.withValue({ $0 += 1; return $0 % 32 == 0 }) { try await store.commit(draft.changes) }
        throw error
      }
      try await store.commit(draft.changes)
    }
  }

  /// As a store does that keeps a transaction in memory up to a size.
  static let commits1024WritesAtOnce = rollingBack(
    "commits1024WritesAtOnce", "a transaction commits each 1,024 writes before its end") { store, draft, _ in
    let written = draft.changes.prefix(draft.changes.count / 1_024 * 1_024)
    if !written.isEmpty { try await store.commit(written) }
  }

  static let forgetsCommitsAfterTheHundredth = interposed(
    "forgetsCommitsAfterTheHundredth", "only 100 commits of each opening survive it") { hooks in
    let commits = Remembered(0)
    let lost = Remembered<[RecordChange]>([])
    hooks.afterCommits { changes in
      if changes.isEmpty { return }
      if commits.withValue({ $0 += 1; return $0 }) > 100 { lost.withValue { $0 += changes } }
    }
    hooks.close = { store in
      commits.set(0)
      let changes = lost.exchange([])
      if !changes.isEmpty {
        try await store.write { transaction in
          for change in changes.reversed() { try change.revert(in: transaction) }
        }
      }
      try await store.close()
    }
  }

  static let givesVersionsOfEightBits = calling("givesVersionsOfEightBits", "versions have eight bits") { calls in
    calls.put = { try $0.put($1, at: $2, in: $3) & 0xFF }
  }

  static let deletesAtMost300 = calling("deletesAtMost300", "a transaction deletes 300 records at most") { calls in
    let deleted = Remembered(0)
    calls.delete = { transaction, key, collection in
      guard deleted.now < 300 else { return try transaction.get(key, in: collection) != nil }
      let isDeleted = try transaction.delete(key, in: collection)
      if isDeleted { deleted.withValue { $0 += 1 } }
      return isDeleted
    }
  }

  /// As a store does that leaves a descriptor open each time.
  static let opensTenTimes = interposed("opensTenTimes", "the eleventh opening is refused") { hooks in
    let openings = Remembered(0)
    hooks.open = { location in
      guard openings.withValue({ $0 += 1; return $0 }) <= 10 else {
        throw StoreError.io(operation: "open the store", path: "", reason: "too many open files")
      }
      return try await location.open()
    }
  }

  static let losesAnUpdateOfTenClients = overEachStore(
    "losesAnUpdateOfTenClients", "if more than nine writers wait, the last does nothing") { hooks in
    let waiting = Remembered(0)
    hooks.write = { store, body in
      defer { waiting.withValue { $0 -= 1 } }
      let place = waiting.withValue { $0 += 1; return $0 }
      // While the disk is busy others come in.
      for _ in 0..<20 { await Task.yield() }
      if place > 9 {
        try await store.draft(body).outcome.get()
      } else {
        try await store.write(body)
      }
    }
  }

  static let backsUpAtMost300Records = interposed(
    "backsUpAtMost300Records", "a backup has 300 records of each collection") { hooks in
    hooks.restore = { store, path in
      try await store.restore(from: path)
      try await store.deleteRecords { $1 >= 300 }
    }
  }

  static let losesARecordInALargeCompaction = interposed(
    "losesARecordInALargeCompaction", "a compaction after more than 200 deletes loses a record") { hooks in
    let deletes = Remembered(0)
    hooks.afterCommits { changes in deletes.withValue { $0 += changes.count { $0.after == nil } } }
    hooks.compact = { store in
      if deletes.exchange(0) > 200 {
        try await store.write { transaction in
          guard let name = try transaction.collections().first, let last = try transaction.scan(name).last else {
            return
          }
          try transaction.delete(last.key, in: name)
        }
      }
      try await store.compact()
    }
  }

  /// - Parameter change: which of a transaction's changes are committed.
  static func committing(
    _ id: String, _ fact: String, _ change: @escaping @Sendable ([StoreChange]) -> [StoreChange]
  ) -> Fault {
    overEachStore(id, fact) { hooks in
      hooks.write = { store, body in
        let draft = try await store.draft(body)
        try draft.outcome.get()
        try await store.commit(change(draft.changes))
      }
    }
  }
}

extension String {
  /// Its first bytes, which may end within a scalar: that one is replaced.
  fileprivate func cut(atBytes count: Int) -> String {
    utf8.count <= count ? self : String(decoding: utf8.prefix(count), as: UTF8.self)
  }
}

import Foundation
import PropertyTesting
import StorageContract
import StorageFaults

@testable import StorageConformance

extension HeldOut {
  /// Written down once the laws had been widened.
  static let second: [HeldOut] = [
    HeldOut(fault: .overwritesComeBackAfter80Commits, laws: ["STO-60"]),
    HeldOut(fault: .oneOfTwoBackupsLacksACollection, laws: ["STO-62"]),
    HeldOut(fault: .backupBesideACompactionLacksTheNewest, laws: ["STO-62"]),
    HeldOut(
      fault: .storingTexts("h31", "long text loses its ligatures") { text in
        text.utf8.count > 100 ? text.replacingOccurrences(of: "ﬁ", with: "fi") : text
      }, laws: ["STO-61"]),
    HeldOut(
      fault: .calling("h32", "a key with four slashes is refused") { calls in
        calls.hookWrites { write, pass in
          if write.key.utf8.count(where: { $0 == 0x2F }) >= 4 { throw StoreError.invalidKey(reason: "it is too deep") }
          return try pass(write)
        }
      }, laws: ["STO-61"]),
    HeldOut(
      fault: .calling("h33", "fields that begin with an underscore are dropped") { calls in
        calls = TransactionHooks(fields: { $0.filter { $0.key.utf8.first != 0x5F } })
      }, laws: ["STO-61"]),
    HeldOut(fault: .versionsBeginAgainAfter24Openings, laws: ["STO-60"]),
    HeldOut(
      fault: .calling("h35", "after 100 deletes in a transaction those of absent records throw") { calls in
        let deletes = Remembered(0)
        calls.delete = { transaction, key, collection in
          let isDeleted = try transaction.delete(key, in: collection)
          if deletes.withValue({ $0 += 1; return $0 }) > 100, !isDeleted {
            throw StoreError.io(operation: "delete", path: "", reason: "no such row")
          }
          return isDeleted
        }
      }, laws: ["STO-60"]),
    HeldOut(
      fault: .calling("h36", "a limit over 256 is 256") { calls in
        calls.changeRanges { $0.limit = $0.limit.map { min($0, 256) } }
      }, laws: ["STO-60"]),
    HeldOut(
      fault: .storingTexts("h37", "the text 1e5 is 100000.0") { text in
        text.utf8.contains(0x65) && text.utf8.first.map { 0x30...0x39 ~= $0 } == true
          ? Double(text).map { "\($0)" } ?? text : text
      }, laws: ["STO-61"]),
    HeldOut(
      fault: .calling("h38", "a delete of a:b deletes a") { calls in
        calls.delete = { transaction, key, collection in
          if let colon = key.utf8.firstIndex(of: 0x3A), colon != key.utf8.startIndex {
            try transaction.delete(String(decoding: key.utf8[..<colon], as: UTF8.self), in: collection)
          }
          return try transaction.delete(key, in: collection)
        }
      }, laws: ["STO-61"]),
    HeldOut(fault: .refusesTheThirteenthWriter, laws: ["STO-60"]),
    HeldOut(
      fault: .reading("h40", "a record of more than 20 fields has its last two swapped") { fields, _ in
        let names = fields.keys.sorted()
        guard names.count > 20 else { return }
        let (first, second) = (names[names.count - 2], names[names.count - 1])
        (fields[first], fields[second]) = (fields[second], fields[first])
      }, laws: ["STO-60"]),
  ]
}

extension Fault<LawSubject> {
  fileprivate static let overwritesComeBackAfter80Commits = interposed(
    "h27", "after 80 commits an overwritten record is the earlier one, once reopened") { hooks in
    let commits = Remembered(0)
    let overwritten = Remembered<RecordChange?>(nil)
    hooks.afterCommits { changes in
      commits.withValue { $0 += 1 }
      if commits.now > 80, let change = changes.last(where: { $0.before != nil && $0.after != nil }) {
        overwritten.set(change)
      }
    }
    hooks.close = { store in
      commits.set(0)
      if let change = overwritten.exchange(nil) { try await store.write { try change.revert(in: $0) } }
      try await store.close()
    }
  }

  fileprivate static let oneOfTwoBackupsLacksACollection = overEachStore(
    "h28", "of two backups at the same time one lacks a collection") { hooks in
    let running = Remembered(0)
    hooks.backup = { store, path in
      defer { running.withValue { $0 -= 1 } }
      let place = running.withValue { $0 += 1; return $0 }
      for _ in 0..<5 { await Task.yield() }
      guard place > 1 else { return try await store.backup(to: path) }
      let copy = try await store.copyInMemory()
      try await copy.write { for record in try $0.scan("b") { try $0.delete(record.key, in: "b") } }
      try await copy.backup(to: path)
    }
  }

  fileprivate static let backupBesideACompactionLacksTheNewest = overEachStore(
    "h29", "a backup beside a compaction lacks the newest record") { hooks in
    let isCompacting = Remembered(false)
    hooks.compact = { store in
      isCompacting.set(true)
      defer { isCompacting.set(false) }
      for _ in 0..<8 { await Task.yield() }
      try await store.compact()
    }
    hooks.backup = { store, path in
      guard isCompacting.now else { return try await store.backup(to: path) }
      let copy = try await store.copyInMemory()
      try await copy.write { transaction in
        if let last = try transaction.scan("log").max(by: { $0.version < $1.version }) {
          try transaction.delete(last.key, in: "log")
        }
      }
      try await copy.backup(to: path)
    }
  }

  fileprivate static let versionsBeginAgainAfter24Openings = interposed(
    "h34", "after 24 openings versions are skipped") { hooks in
    let openings = Remembered(0)
    hooks.open = { location in
      let store = try await location.open()
      if openings.withValue({ $0 += 1; return $0 }) > 24 { try await store.write { try $0.spendVersion() } }
      return store
    }
  }

  fileprivate static let refusesTheThirteenthWriter = overEachStore(
    "h39", "the thirteenth writer that waits gets an I/O error") { hooks in
    let waiting = Remembered(0)
    hooks.write = { store, body in
      defer { waiting.withValue { $0 -= 1 } }
      let place = waiting.withValue { $0 += 1; return $0 }
      for _ in 0..<2 { await Task.yield() }
      if place > 12 { throw StoreError.io(operation: "commit", path: "", reason: "the queue is full") }
      try await store.write(body)
    }
  }
}

import Foundation
import PropertyTesting
import StorageContract
import StorageFaults
import Testing

@testable import StorageConformance

/// Broken backends that were written down before the laws of sizes, meanings and maintenance were (decision 19), and
/// that no law names: what the laws catch of what nobody told them.
@Suite struct HeldOutBackendTests {
  @Test(arguments: HeldOut.all + HeldOut.second) func isCaught(_ backend: HeldOut) async throws {
    let laws = StorageLaws.all.filter { backend.laws.contains($0.id) }
    #expect(laws.count == backend.laws.count)
    let settings = RunSettings(cases: 100, seed: 0xD0, shrinks: false)
    for law in laws {
      let good = LawSelfTest.backend(for: law)
      let capabilities = try await ConformanceRun.capabilities(of: good)
      let run = ConformanceRun(settings: settings, sizes: SizeBudget(records: 1_024))
      let row = await run.row(of: law, over: good, capabilities, fault: backend.fault)
      await good.tearDown()
      if row.result?.verdict.counterexample != nil { return }
    }
    Issue.record("no law catches “\(backend.fault.fact)”")
  }
}

struct HeldOut: Sendable, CustomTestStringConvertible {
  let fault: Fault<LawSubject>
  /// Those that it is tried on, in this order.
  let laws: [String]

  var testDescription: String { fault.fact }

  static let all: [HeldOut] = [
    HeldOut(fault: .scanning("h1", "a collection shows 512 records") { Array($0.prefix(512)) }, laws: ["STO-60"]),
    HeldOut(fault: .committing("h2", "the first 300 writes are kept") { Array($0.prefix(300)) }, laws: ["STO-60"]),
    HeldOut(fault: .thirteenthIsTheFirst, laws: ["STO-60"]),
    HeldOut(
      fault: .calling("h4", "a record keeps ten fields") { calls in
        calls = TransactionHooks(fields: { fields in
          Dictionary(uniqueKeysWithValues: fields.sorted { $0.key < $1.key }.prefix(10).map { ($0.key, $0.value) })
        })
      }, laws: ["STO-60"]),
    HeldOut(fault: .deletesComeBackAfterFiftyCommits, laws: ["STO-60", "STO-22"]),
    HeldOut(
      fault: .rollingBack("h6", "a rollback of more than 16 writes leaves the first") { store, draft, _ in
        if draft.changes.count > 16 { try await store.commit(draft.changes.prefix(1)) }
      }, laws: ["STO-60"]),
    HeldOut(
      fault: .scanning("h7", "keys are ordered by their first 200 bytes") { records in
        records.sorted { left, right in
          let (first, second) = (left.key.utf8.prefix(200), right.key.utf8.prefix(200))
          return first.elementsEqual(second) ? left.version > right.version : first.lexicographicallyPrecedes(second)
        }
      }, laws: ["STO-60"]),
    HeldOut(
      fault: .storingTexts("h8", "texts end at 32,768 characters") { String($0.prefix(32_768)) },
      laws: ["STO-60", "STO-07"]),
    HeldOut(fault: .backsUp300, laws: ["STO-60"]),
    HeldOut(
      fault: .calling("h10", "a collection called order is refused") { calls in
        calls.hookWrites { write, pass in
          if write.collection == "order" { throw StoreError.invalidName("order") }
          return try pass(write)
        }
      }, laws: ["STO-61"]),
    HeldOut(fault: .reading("h11", "a field called id is the key") { fields, record in
      if fields["id"] != nil { fields["id"] = .text(record.key) }
    }, laws: ["STO-61"]),
    HeldOut(fault: .reading("h12", "a field called version is the version") { fields, record in
      if fields["version"] != nil { fields["version"] = .int64(record.version) }
    }, laws: ["STO-61"]),
    HeldOut(
      fault: .keying("h13", "01 is 1") { key in
        let digits = key.utf8.drop { $0 == 0x30 }
        guard key.utf8.allSatisfy({ 0x30...0x39 ~= $0 }), !digits.isEmpty else { return key }
        return String(decoding: digits, as: UTF8.self)
      }, laws: ["STO-61"]),
    HeldOut(
      fault: .calling("h14", "a/b_c is a_b/c") { calls in
        calls.hookWrites { write, pass in
          var moved = write
          if let end = write.collection.lastIndex(of: "_"), end != write.collection.startIndex {
            moved.key = write.collection[write.collection.index(after: end)...] + "_" + write.key
            moved.collection = String(write.collection[..<end])
          }
          return try pass(moved)
        }
      }, laws: ["STO-61"]),
    HeldOut(
      fault: .calling("h15", "the key .. is refused") { calls in
        calls.hookWrites { write, pass in
          if write.key == ".." { throw StoreError.invalidKey(reason: "it is no file name") }
          return try pass(write)
        }
      }, laws: ["STO-61"]),
    HeldOut(
      fault: .storing("h16", "texts that are truth values are those") { value in
        value == .text("true") ? .bool(true) : value == .text("null") ? .null : value
      }, laws: ["STO-61"]),
    HeldOut(
      fault: .storingTexts("h17", "%41 is A") { $0.replacingOccurrences(of: "%41", with: "A") }, laws: ["STO-61"]),
    HeldOut(
      fault: .storingTexts("h18", "long text is composed") {
        $0.utf8.count > 300 ? $0.precomposedStringWithCanonicalMapping : $0
      }, laws: ["STO-61", "STO-04"]),
    HeldOut(fault: .losesAWriteBesideACompaction, laws: ["STO-62"]),
    HeldOut(fault: .emptyBackupBesideACompaction, laws: ["STO-62", "STO-53"]),
    HeldOut(fault: .goneAfterACrashInACompaction, laws: ["STO-63"]),
    HeldOut(fault: .unlockedByACompaction, laws: ["STO-63"]),
    HeldOut(
      fault: .interposed("h24", "a restore keeps the schema version") { hooks in
        hooks.restore = { store, path in
          let version = try await store.read { try $0.schemaVersion() }
          try await store.restore(from: path)
          if version > 0 { try await store.write { try $0.setSchemaVersion(version) } }
        }
      }, laws: ["STO-60", "STO-52"]),
    HeldOut(fault: .backsUpWhatWasRolledBack, laws: ["STO-60", "STO-52"]),
    HeldOut(fault: .losesAnUpdateOfSevenClients, laws: ["STO-60", "STO-28"]),
  ]
}

extension Fault<LawSubject> {
  fileprivate static let thirteenthIsTheFirst = interposed(
    "h3", "the thirteenth collection is the first") { hooks in
    let known = Remembered<[String]>([])
    hooks.hookCalls { calls in
      calls = TransactionHooks(collection: { name in
        known.withValue { known in
          if !known.contains(name) { known.append(name) }
          return known.firstIndex(of: name).flatMap { $0 >= 12 ? known.first : name } ?? name
        }
      })
    }
  }

  fileprivate static let deletesComeBackAfterFiftyCommits = interposed(
    "h5", "after 50 commits deletes come back once reopened") { hooks in
    let commits = Remembered(0)
    let deleted = Remembered<[RecordChange]>([])
    hooks.afterCommits { changes in
      commits.withValue { $0 += 1 }
      if commits.now > 50 { deleted.withValue { $0 += changes.filter { $0.after == nil } } }
    }
    hooks.close = { store in
      commits.set(0)
      let changes = deleted.exchange([])
      if !changes.isEmpty { try await store.write { for change in changes { try change.revert(in: $0) } } }
      try await store.close()
    }
  }

  fileprivate static func reading(
    _ id: String, _ fact: String, _ change: @escaping @Sendable (inout [String: FieldValue], Record) -> Void
  ) -> Fault {
    calling(id, fact) { calls in
      func read(_ record: Record) -> Record {
        var fields = record.fields
        change(&fields, record)
        return Record(key: record.key, version: record.version, fields: fields)
      }
      calls.get = { transaction, key, collection in try transaction.get(key, in: collection).map(read) }
      calls.scan = { transaction, range in try transaction.scan(range).map(read) }
    }
  }

  fileprivate static let backsUp300 = interposed("h9", "a backup leaves out what is beyond 300 records") { hooks in
    hooks.restore = { store, path in
      try await store.restore(from: path)
      try await store.deleteRecords { $1 >= 300 }
    }
  }

  fileprivate static let losesAWriteBesideACompaction = overEachStore(
    "h19", "a compaction loses a write") { hooks in
    let isCompacting = Remembered(false)
    hooks.compact = { store in
      isCompacting.set(true)
      for _ in 0..<3 { await Task.yield() }
      try await store.compact()
      isCompacting.set(false)
    }
    hooks.write = { store, body in
      if isCompacting.exchange(false) { return try await store.draft(body).outcome.get() }
      try await store.write(body)
    }
  }

  fileprivate static let emptyBackupBesideACompaction = overEachStore(
    "h21", "a backup beside a compaction is empty") { hooks in
    let isCompacting = Remembered(false)
    hooks.compact = { store in
      isCompacting.set(true)
      defer { isCompacting.set(false) }
      for _ in 0..<10 { await Task.yield() }
      try await store.compact()
    }
    hooks.backup = { store, path in
      guard isCompacting.now else { return try await store.backup(to: path) }
      try await MemoryLocation().open().backup(to: path)
    }
  }

  fileprivate static let goneAfterACrashInACompaction = interposed(
    "h22", "killed in a compaction, all is gone") { hooks in
    let isCompacting = Remembered(false)
    hooks.compact = { store in
      isCompacting.set(true)
      try await store.compact()
      isCompacting.set(false)
    }
    hooks.open = { location in
      let store = try await location.open()
      if isCompacting.exchange(false) { try await store.deleteRecords { _, _ in true } }
      return store
    }
  }

  fileprivate static let unlockedByACompaction = interposed("h23", "a compaction takes the lock away") { hooks in
    let opened = Remembered<(any Store)?>(nil)
    hooks.compact = { store in
      try await store.compact()
      opened.set(store)
    }
    hooks.open = { location in
      do { return try await location.open() } catch let error as StoreError {
        guard case .inUse = error, let store = opened.now else { throw error }
        return store
      }
    }
  }

  fileprivate static let backsUpWhatWasRolledBack = overEachStore(
    "h25", "a backup has what was rolled back") { hooks in
    let abandoned = Remembered<[StoreChange]>([])
    hooks.write = { store, body in
      let draft = try await store.draft(body)
      if case .failure(let error) = draft.outcome {
        abandoned.set(draft.changes)
        throw error
      }
      try await store.commit(draft.changes)
    }
    hooks.restore = { store, path in
      try await store.restore(from: path)
      try await store.commit(abandoned.now)
    }
  }

  fileprivate static let losesAnUpdateOfSevenClients = overEachStore(
    "h26", "of more than six clients one is lost") { hooks in
    let waiting = Remembered(0)
    hooks.write = { store, body in
      defer { waiting.withValue { $0 -= 1 } }
      let place = waiting.withValue { $0 += 1; return $0 }
      for _ in 0..<2 { await Task.yield() }
      if place > 6 { try await store.draft(body).outcome.get() } else { try await store.write(body) }
    }
  }
}

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

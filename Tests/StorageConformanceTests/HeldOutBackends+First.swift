import Foundation
import PropertyTesting
import StorageContract
import StorageFaults

@testable import StorageConformance

extension HeldOut {
  /// Written down before the laws were: decision 19.
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

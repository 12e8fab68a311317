import Foundation
import StorageContract

enum LifeCycleChecks {
  static let all = [reopening, compaction]

  /// A few transactions of every kind.
  static func fill(_ store: any Store) async throws {
    for round in 0..<7 {
      try await store.write { transaction in
        for number in 0..<5 {
          try transaction.put(
            ["round": .int64(Int64(round)), "text": .text("e\u{301}\u{0}")],
            at: "\(number * (round + 1))", in: "c\(round % 3)")
        }
        try transaction.delete("4", in: "c\(round % 3)")
        try transaction.setSchemaVersion(Int64(round))
      }
    }
    try await store.write { _ = try $0.put(["last": .bool(true)], at: "last", in: "c0") }
    try await store.write { _ = try $0.delete("0", in: "c0") }
  }

  static let compaction = ContractCheck("compaction leaves nothing of what was deleted or replaced") { backend in
    try await withLocation(of: backend) { location in
      var store = try await location.open()
      try await fill(store)
      for round in 1...2 {
        for number in 0..<40 {
          try await store.write { transaction in
            try transaction.put(["text": .text("deleted-marker-\(number)")], at: "key-\(number)", in: "c9")
            try transaction.put(["text": .text("replaced-marker")], at: "kept", in: "c9")
          }
        }
        try await store.write { transaction in
          for number in 0..<40 { try transaction.delete("key-\(number)", in: "c9") }
          try transaction.put(["text": .text("kept-marker")], at: "kept", in: "c9")
        }
        let dump = try await store.dump()
        try await store.compact()
        try demandEqual("dump after compaction", try await store.dump(), dump)
        try await store.close()
        let raw = String(decoding: try await location.rawBytes(), as: UTF8.self)
        for marker in ["deleted-marker", "replaced-marker"] where raw.contains(marker) {
          throw CheckFailure(description: "round \(round): \(marker) is still in the files")
        }
        guard raw.contains("kept-marker") else {
          throw CheckFailure(description: "round \(round): the files hold nothing")
        }
        store = try await location.open()
        try demandEqual("dump after reopening", try await store.dump(), dump)
      }
      try await store.close()
    }
  }

  static let reopening = ContractCheck("a reopened store is the same") { backend in
    try await withLocation(of: backend) { location in
      let store = try await location.open()
      try await fill(store)
      var dump = try await store.dump()
      try await store.close()
      for round in 0..<3 {
        let store = try await location.open()
        try demandEqual("dump after reopening", try await store.dump(), dump)
        try await store.write { _ = try $0.put(["round": .int64(Int64(round))], at: "r", in: "c1") }
        dump = try await store.dump()
        try await store.close()
      }
    }
  }
}

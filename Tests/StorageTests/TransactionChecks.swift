import StorageContract
import Synchronization

enum TransactionChecks {
  static let all = [
    rollback, wholeBatches, refusalsChangeNothing, noLostUpdates,
  ]

  static let rollback = ContractCheck("a rollback leaves no trace") { backend in
    try await withLocation(of: backend) { location in
      let store = try await location.open()
      try await store.write { transaction in
        for key in ["a", "b", "c"] { try transaction.put(["n": .text(key)], at: key, in: "c") }
        try transaction.setSchemaVersion(3)
      }
      let before = try await store.dump()
      do {
        try await store.write { transaction in
          try transaction.put(["n": .int64(1)], at: "new", in: "c")
          try transaction.put(["n": .int64(2)], at: "a", in: "c")
          try transaction.delete("b", in: "c")
          try transaction.put([:], at: "x", in: "another")
          try transaction.setSchemaVersion(4)
          throw Abandoned()
        }
        throw CheckFailure(description: "the closure's error was not thrown on")
      } catch is Abandoned {}
      try demandEqual("dump after the rollback", try await store.dump(), before)
      let version = try await store.write { try $0.put([:], at: "d", in: "c") }
      try demandEqual("the put counter went back", version, 4)
      let after = try await store.dump()
      try await store.close()
      let reopened = try await location.open()
      try demandEqual("dump after reopening", try await reopened.dump(), after)
      try await reopened.close()
    }
  }

  static let wholeBatches = ContractCheck.onStore("a transaction is committed whole") { store in
    for size in [2, 3, 50] {
      try await store.write { transaction in
        for number in 0..<size {
          try transaction.put(["size": .int64(Int64(size))], at: "\(number)", in: "c\(size)")
        }
      }
      let count = try await store.read { try $0.scan("c\(size)").count }
      try demandEqual("records of a batch", count, size)
    }
  }

  static let refusalsChangeNothing = ContractCheck.onStore(
    "a refused call leaves the transaction as it was"
  ) { store in
    try await store.write { transaction in
      try transaction.put(["n": .int64(1)], at: "a", in: "c")
      try demandRefused("value", { if case .invalidValue = $0 { true } else { false } }) {
        try transaction.put(["n": .decimal(.nan)], at: "a", in: "c")
      }
      try demandRefused("name", { $0 == .invalidName("no name") }) {
        try transaction.put(["no name": .null], at: "b", in: "c")
      }
      try demandEqual("next version", try transaction.put([:], at: "b", in: "c"), 2)
    }
    let records = try await store.read { try $0.scan("c") }
    let expected = [
      Record(key: "a", version: 1, fields: ["n": .int64(1)]),
      Record(key: "b", version: 2, fields: [:]),
    ]
    try demandEqual("records", records, expected)
  }

  static let noLostUpdates = ContractCheck.onStore("concurrent transactions lose no update") { store in
    try await store.write { _ = try $0.put(["n": .int64(0)], at: "k", in: "c") }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask {
          for _ in 0..<25 {
            try await store.write { transaction in
              guard let record = try transaction.get("k", in: "c"),
                case .int64(let number) = record.fields["n"]
              else { throw CheckFailure(description: "the counter is gone") }
              let version = try transaction.compareAndSet(
                ["n": .int64(number + 1)], at: "k", in: "c", version: record.version)
              try demand(version != nil, "a version read in the transaction was stale in it")
            }
          }
        }
      }
      try await group.waitForAll()
    }
    let record = try await store.read { try $0.get("k", in: "c") }
    try demandEqual("counter", record, Record(key: "k", version: 201, fields: ["n": .int64(200)]))
  }
}

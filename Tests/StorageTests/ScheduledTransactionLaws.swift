import PropertyTesting
import StorageContract

/// Transactions of several tasks on one open store.
enum ScheduledTransactionLaws {
  static let all = [noLostUpdates, wholeTransactions, compareAndSetLoops, rollback, ownWrites]

  static let noLostUpdates = ScheduledLaw.onStore("read-modify-write transactions lose no update") { store in
    try await together(
      (0..<3).map { _ in
        {
          for _ in 0..<2 {
            try await store.write { try $0.put($0.number("k") + 1, at: "k") }
          }
        }
      })
    try expect("six updates", try await store.read { try $0.number("k") }, equals: 6)
  }

  /// Two keys that are always equal, and a collection whose scan, count and newest record agree.
  static let wholeTransactions = ScheduledLaw.onStore("a reader sees no half of a transaction") { store in
    let writer: @Sendable () async throws -> Void = {
      for _ in 0..<2 {
        try await store.write { transaction in
          let next = try transaction.number("a") + 1
          try transaction.put(next, at: "a")
          try transaction.put(["n": .int64(next)], at: "\(next)", in: "log")
          try transaction.put(next, at: "b")
        }
      }
    }
    let reader: @Sendable () async throws -> Void = {
      var latest: Int64 = 0
      for _ in 0..<3 {
        let (a, b, scanned, counted) = try await store.read { transaction in
          (
            try transaction.number("a"), try transaction.number("b"),
            try transaction.scan("log").count, try transaction.count("log")
          )
        }
        try expect("b, where a is \(a)", b, equals: a)
        try expect("scanned of \(a)", Int64(scanned), equals: a)
        try expect("counted of \(a)", Int64(counted), equals: a)
        try expect("\(a) after \(latest)", a >= latest)
        latest = a
      }
    }
    try await together([writer, reader, writer])
  }

  static let compareAndSetLoops = ScheduledLaw.onStore(
    "compare-and-set loops all succeed in the end, with versions of their own"
  ) { store in
    let first = try await store.write { try $0.put(["n": .int64(0)], at: "k", in: "c") }
    let versions = Versions()
    try await together(
      (0..<3).map { _ in
        {
          while true {
            guard let record = try await store.read({ try $0.get("k", in: "c") }),
              case .int64(let number)? = record.fields["n"]
            else { return try expect("the record is there", false) }
            let version = try await store.write {
              try $0.compareAndSet(["n": .int64(number + 1)], at: "k", in: "c", version: record.version)
            }
            if let version { return await versions.add(version) }
          }
        }
      })
    let record = try await store.read { try $0.get("k", in: "c") }
    try expect("three updates", record?.fields, equals: ["n": .int64(3)])
    let acquired = await versions.all
    try expect("distinct versions: \(acquired)", Set(acquired + [first]).count == 4)
    try expect("the version that is left is the latest", record?.version, equals: acquired.max())
  }

  static let rollback = ScheduledLaw.onStore("a rollback among others leaves no trace") { store in
    let committing: @Sendable () async throws -> Void = {
      for _ in 0..<2 {
        try await store.write { try $0.put($0.number("k") + 1, at: "k") }
        try expect("nothing of the rollback", try await store.read { try $0.get("ghost", in: "c") }, equals: nil)
      }
    }
    let abandoning: @Sendable () async throws -> Void = {
      do {
        try await store.write { transaction in
          try transaction.put(1, at: "ghost")
          try transaction.put(100, at: "k")
          try transaction.setSchemaVersion(9)
          throw Abandoned()
        }
      } catch is Abandoned {}
    }
    try await together([committing, abandoning, committing])
    let (keys, number, schema) = try await store.read {
      (try $0.scan("c").map(\.key), try $0.number("k"), try $0.schemaVersion())
    }
    try expect("keys", keys, equals: ["k"])
    try expect("number", number, equals: 4)
    try expect("schema version", schema, equals: 0)
  }

  static let ownWrites = ScheduledLaw.onStore("a transaction reads its own writes while others run") { store in
    try await together(
      (1...3).map { task in
        {
          try await store.write { transaction in
            for round in 1...2 {
              let mine = Int64(task * 10 + round)
              try transaction.put(mine, at: "k")
              try expect("own write", try transaction.number("k"), equals: mine)
            }
          }
        }
      })
  }
}

private actor Versions {
  private(set) var all: [Int64] = []
  func add(_ version: Int64) { all.append(version) }
}

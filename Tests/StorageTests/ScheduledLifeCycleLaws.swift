import PropertyTesting
import StorageContract

/// Opens, closes and backups at the time of other tasks' transactions.
enum ScheduledLifeCycleLaws {
  static let all = [oneWinner, closing, backup]

  static let oneWinner = ScheduledLaw("of those who open one location at once, one has it") { location in
    let stores = try await winners(of: location)
    try expect("stores that are open", stores.count, equals: 1)
    for store in stores {
      try await store.write { try $0.put(1, at: "k") }
      try await store.close()
    }
    let next = try await location.open()
    try expect("what the winner wrote", try await next.read { try $0.number("k") }, equals: 1)
    try await next.close()
  }

  /// The stores that three tasks get that open `location` at once.
  static func winners(of location: any StoreLocation) async throws -> [any Store] {
    let opened = Opened()
    try await together(
      (0..<3).map { _ in
        {
          do {
            await opened.add(try await location.open())
          } catch StoreError.inUse {}
        }
      })
    return await opened.all
  }

  /// Each transaction writes three records, of which none may be there without the others.
  static let closing = ScheduledLaw("a close amid transactions: each is done whole, or refused") { location in
    let store = try await location.open()
    let acknowledged = Acknowledged()
    let writer: @Sendable (String) -> @Sendable () async throws -> Void = { name in
      {
        for round in 0..<3 {
          do {
            try await store.write { transaction in
              for part in ["a", "b", "c"] { try transaction.put(1, at: "\(name)\(round)\(part)") }
            }
            await acknowledged.add("\(name)\(round)")
          } catch StoreError.closed {
            return
          }
        }
      }
    }
    try await together([writer("x"), { try await store.close() }, writer("y")])
    // A close that came last of all.
    try await store.close()
    let reopened = try await location.open()
    let keys = try await reopened.read { try $0.scan("c").map(\.key) }
    let expected = await acknowledged.all.flatMap { name in ["a", "b", "c"].map { name + $0 } }
    try expect("what was acknowledged, whole, and nothing else", keys, equals: expected.sorted())
    try await reopened.close()
  }

  static let backup = ScheduledLaw("a backup amid writes is one consistent state") { location in
    // Not a path with a random name: under a schedule random numbers repeat.
    let folder = try TemporaryDirectory.make(prefix: "touchstone-test")
    defer { TemporaryDirectory.remove(folder) }
    let path = folder + "/backup"
    let store = try await location.open()
    let writer: @Sendable () async throws -> Void = {
      for _ in 0..<2 {
        try await store.write { transaction in
          let next = try transaction.number("a") + 1
          try transaction.put(next, at: "a")
          try transaction.put(next, at: "b")
        }
      }
    }
    try await together([writer, { try await store.backup(to: path) }, writer])
    try expect("the store itself", try await store.read { try $0.number("b") }, equals: 4)
    try await store.restore(from: path)
    let (a, b) = try await store.read { (try $0.number("a"), try $0.number("b")) }
    try expect("b of the backup, where a is \(a)", b, equals: a)
    try expect("\(a) of at most 4 updates", (0...4).contains(a))
    try await store.close()
  }
}

private actor Opened {
  private(set) var all: [any Store] = []
  func add(_ store: any Store) { all.append(store) }
}

private actor Acknowledged {
  private(set) var all: [String] = []
  func add(_ name: String) { all.append(name) }
}

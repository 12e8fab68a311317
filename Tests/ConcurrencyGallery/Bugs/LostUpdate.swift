import PropertyTesting

extension GalleryBug {
  static let lostUpdate = GalleryBug(
    "lost update over an async store",
    "Two visits load the same count, and both save that count plus one.",
    buggy: { try await countVisits { await $0.saveLoadedPlusOne() } },
    fixed: { try await countVisits { await $0.increment() } })
}

private func countVisits(_ visit: @escaping @Sendable (VisitCounter) async -> Void) async throws {
  let counter = VisitCounter(store: KeyValueStore())
  await withTaskGroup { group in
    for _ in 1...3 { group.addTask { await visit(counter) } }
  }
  try expect("visits", await counter.visits, equals: 3)
}

private struct VisitCounter {
  let store: KeyValueStore

  var visits: Int { get async { await store.load("visits") } }

  func saveLoadedPlusOne() async {
    let visits = await store.load("visits")
    await store.save(visits + 1, as: "visits")
  }

  func increment() async {
    await store.update("visits") { $0 += 1 }
  }
}

private actor KeyValueStore {
  private var values: [String: Int] = [:]

  func load(_ key: String) -> Int { values[key, default: 0] }
  func save(_ value: Int, as key: String) { values[key] = value }
  func update(_ key: String, _ change: @Sendable (inout Int) -> Void) { change(&values[key, default: 0]) }
}

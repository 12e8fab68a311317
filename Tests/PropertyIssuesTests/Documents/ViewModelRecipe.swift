import DeterministicScheduling
import PropertyTesting

@MainActor private final class Search {
  private(set) var query = ""
  private(set) var results: [String] = []
  private let find: @Sendable (String) async -> [String]

  init(find: @escaping @Sendable (String) async -> [String]) { self.find = find }

  func type(_ text: String) async {
    query = text
    results = await find(text)
  }
}

enum ViewModelRecipe {
  static func resultsBelongToTheQuery() throws {
    try check(
      "the results belong to the query", forAll: .array(of: .element(of: ["s", "sw"]), count: 1...3), scheduled: .mixed, seed: 1
    ) { texts in
      let search = await Search { text in
        await Task.yield()
        return ["result of \(text)"]
      }
      let typed = texts.map { text in Task(name: "type \(text)") { await search.type(text) } }
      for task in typed { await task.value }
      try expect("results", await search.results, equals: ["result of \(await search.query)"])
    }
  }
}

import PropertyTesting

extension GalleryBug {
  static let taskGroupOrder = GalleryBug(
    "task group result order",
    "The code takes results in the order in which they arrive, as if that were the order of the requests.",
    buggy: { try await download { await $0.inOrderOfCompletion($1) } },
    fixed: { try await download { await $0.inOrderOfRequest($1) } })
}

private func download(
  _ download: @Sendable (PageLoader, [Int]) async -> [String]
) async throws {
  let pages = await download(PageLoader(), [1, 2, 3])
  try expect("pages", pages, equals: ["page 1", "page 2", "page 3"])
}

private struct PageLoader {
  private let server = PageServer()

  func inOrderOfCompletion(_ numbers: [Int]) async -> [String] {
    await withTaskGroup { group in
      for number in numbers { group.addTask { await server.page(number) } }
      return await group.reduce(into: []) { $0.append($1) }
    }
  }

  func inOrderOfRequest(_ numbers: [Int]) async -> [String] {
    await withTaskGroup { group in
      for (place, number) in numbers.enumerated() {
        group.addTask { (place, await server.page(number)) }
      }
      var pages = Array(repeating: "", count: numbers.count)
      for await (place, page) in group { pages[place] = page }
      return pages
    }
  }
}

private actor PageServer {
  func page(_ number: Int) -> String { "page \(number)" }
}

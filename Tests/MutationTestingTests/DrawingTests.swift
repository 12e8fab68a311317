import Testing

@testable import MutationTesting

/// Which of many changes are drawn.
@Suite struct DrawingTests {
  private let files = [
    SourceFile(path: "Large.swift", text: "func f() {\n" + (1...200).map { "  use(\($0))\n" }.joined() + "}\n"),
    SourceFile(path: "Small.swift", text: "func g() {\n  use(1)\n}\n"),
    SourceFile(path: "Middle.swift", text: "func h() {\n" + (1...20).map { "  use(\($0))\n" }.joined() + "}\n"),
  ]

  private func sites(_ count: Int?, seed: UInt64) -> [Mutation] {
    MutationFinder(files).sites(count: count, seed: seed).map(\.mutation)
  }

  @Test func aLargeFileHasNoMoreThanASmallOne() {
    let counts = Dictionary(grouping: sites(9, seed: 1), by: \.file).mapValues(\.count)
    #expect(counts == ["Large.swift": 3, "Small.swift": 3, "Middle.swift": 3])
    let most = Dictionary(grouping: sites(60, seed: 1), by: \.file).mapValues(\.count)
    #expect(most["Small.swift"] == 3)
    #expect(abs((most["Large.swift"] ?? 0) - (most["Middle.swift"] ?? 0)) <= 1)
  }

  @Test func theSeedDecides() {
    #expect(sites(30, seed: 1) == sites(30, seed: 1))
    #expect(sites(30, seed: 1) != sites(30, seed: 2))
    // All there are, whatever the seed.
    #expect(sites(nil, seed: 1) == sites(100_000, seed: 2))
  }

  @Test func aNewLineLeavesTheOthersAsTheyWere() {
    let grown = SourceFile(path: "Large.swift", text: files[0].text.replacing("  use(7)\n", with: "  use(7)\n  use(700)\n"))
    let edits = { (files: [SourceFile]) in
      Set(MutationFinder(files).sites(count: 30, seed: 5).map { "\($0.mutation.file) \($0.mutation.before) \($0.mutation.after)" })
    }
    #expect(edits(files).subtracting(edits([grown, files[1], files[2]])).count <= 1)
  }

  @Test func numbersFollowThePlaces() {
    let drawn = sites(40, seed: 3)
    #expect(drawn.map(\.id) == Array(1...40))
    #expect(drawn.map { "\($0.file) \(1000 + $0.line)" } == drawn.map { "\($0.file) \(1000 + $0.line)" }.sorted())
  }
}

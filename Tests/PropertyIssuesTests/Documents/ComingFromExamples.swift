import Foundation
import PropertyIssues
import PropertyTesting
import Testing

private struct User: Codable, Equatable {
  let id: Int
  let age: Int
  let isActive: Bool
}

private func split(cents: Int, among people: Int) -> [Int] {
  (0..<people).map { cents / people + ($0 < cents % people ? 1 : 0) }
}

@Suite(.properties) struct BillsBySize {
  @Test func lossless() throws {
    try check(forAll: .int(in: 0...10_000), .int(in: 1...20), cases: 500) { cents, people in
      #expect(split(cents: cents, among: people).reduce(0, +) == cents)
    }
  }
}

@Suite(.properties) struct SortedLists {
  @Test func sortingIsIdempotent() throws {
    try check(forAll: .array(of: .int(), count: 0...100)) { list in
      #expect(list.sorted().sorted() == list.sorted())
    }
  }
}

/// The other examples of docs/coming-from.md.
@Suite struct ComingFromExamples {
  @Test func fromSwiftCheck() throws {
    try check("splitting a bill loses nothing", forAll: .int(in: 0...10_000), .int(in: 0...20)) { cents, people in
      try assume(people > 0)
      return split(cents: cents, among: people).reduce(0, +) == cents
    }
  }

  @Test func fromHypothesis() throws {
    let intervals = Generator { draw in
      let lower = try draw(.int(in: 0...99))
      return lower...(try draw(.int(in: lower...99)))
    }
    try check("an interval has its middle", forAll: intervals) { interval in
      try expect("the middle is inside", interval.contains((interval.lowerBound + interval.upperBound) / 2))
    }
  }

  @Test func fromHegel() throws {
    let adults: Generator<User> = .build(User.init, from: .int(in: 0...), .int(in: 18...65), .bool)
    try check("a user survives its JSON", forAll: adults, cases: 500) { user in
      try expect("user", JSONDecoder().decode(User.self, from: JSONEncoder().encode(user)), equals: user)
    }
  }

  @Test func fromFastCheck() throws {
    try check("the text contains its parts", forAll: .text(), .text(), .text()) { before, text, after in
      (before + text + after).unicodeScalars.count >= text.unicodeScalars.count
    }
  }

  @Test func everyExampleIsCompiled() throws {
    let page = try Document("coming-from.md")
    #expect(page.examples == 6)
    #expect(try page.linesThatNothingCompiles() == [])
  }
}

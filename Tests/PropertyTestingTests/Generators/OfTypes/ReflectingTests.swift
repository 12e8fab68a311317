import Foundation
import Testing

@testable import PropertyTesting

@Suite("Values that are given and shrink")
struct ReflectingTests {
  private struct Item: Codable, Equatable {
    var name: String
    var price: Int
    var tags: [String: Double] = [:]
    var link: URL?
    var size = Subject.Size.small
    var shape = Subject.Shape.nothing
    var days: ClosedRange<Int> = 1...2
    var kinds: Set<Subject.Plain> = []
  }

  private static let given = [
    Item(
      name: "A coat, “warm”", price: 129, tags: ["wool": 0.8, "silk": 0.2], link: URL(string: "https://shop.example/coats/9"), size: .large,
      shape: .box(3, 40), days: 5...9, kinds: [.two, .three]),
    Item(name: "x", price: -4),
  ]

  @Test func theValuesComeFirstAsTheyAre() async {
    let seen = Log<[Item]>()
    let result = await run(.reflecting([Self.given, [], Self.given.reversed()]), cases: 20) { seen.append($0) }
    #expect(result.verdict.isHeld)
    #expect(Array(seen.entries.prefix(3)) == [Self.given, [], Self.given.reversed()])
    #expect(seen.entries.count >= 23 && Set(seen.entries.map { describe($0) }).count > 10)
  }

  @Test func aFailingOneShrinks() async throws {
    let result = await run(.reflecting([Self.given]), cases: 1) { (items: [Item]) in
      try expect("cheap", !items.contains { $0.price > 100 && $0.size == .large })
    }
    let found = try #require(result.verdict.counterexample)
    #expect(found.value == #"[Item(name: "", price: 101, tags: [:], link: nil, size: .large, shape: .nothing, days: 0...0, kinds: [])]"#)
    #expect(found.origin == .example(0))
    #expect(FailureReport(result).text.contains("falsified by example 1; shrunk "))
    let links = await run(.reflecting([Self.given]), cases: 1) { (items: [Item]) in
      try expect("no link", !items.contains { $0.link?.host == "shop.example" })
    }
    #expect(links.verdict.counterexample?.value.contains("link: https://shop.example/coats/9") == true)
  }

  @Test func theFailingOneReplays() async throws {
    let property = Requirement<Void>("T-1", "a claim").holds(forAll: .reflecting([Self.given])) { items, _ in
      try expect("cheap", !items.contains { $0.price > 100 })
    }
    let result = await Runner(settings: RunSettings(cases: 1, seed: 1)).run(property, on: .none)
    let found = try #require(result.verdict.counterexample)
    let again = await Runner(settings: RunSettings(seed: 9)).replay(found.token, of: property, on: .none)
    #expect(again.verdict.counterexample?.value == found.value)
  }

  @Test func longAndDeepValuesAreReflected() async throws {
    let long = String(repeating: "word ", count: 200)
    let texts = await run(.reflecting([long, "b"]), cases: 1) { (text: String) in try expect("short", text.count < 100) }
    #expect(texts.verdict.counterexample?.value.count == 102)
    let numbers = Array(0..<500)
    let lists = await run(.reflecting([numbers]), cases: 1) { (list: [Int]) in try expect("no 321", !list.contains(321)) }
    #expect(lists.verdict.counterexample?.value == "[321]")
    let formula = Subject.Formula.sum(.product(left: .number(3), right: .negative(.number(4))), .number(9))
    let formulas = await run(.reflecting([formula]), cases: 1) { (formula: Subject.Formula) in
      if case .sum(.product, _) = formula { try expect("no product", false) }
      noteClaim()
    }
    #expect(formulas.verdict.counterexample?.value == ".sum(.product(left: .number(0), right: .number(0)), .number(0))")
  }

  /// It encodes less than it has.
  private struct Lossy: Codable, Equatable {
    var kept: Int
    var lost = 0
    enum CodingKeys: CodingKey { case kept }
  }

  @Test func whatDoesNotComeBackRunsAsGiven() async throws {
    let result = await run(.reflecting([Lossy(kept: 5, lost: 6)]), cases: 1) { (value: Lossy) in try expect("none", value.lost == 0) }
    #expect(result.verdict.counterexample?.value == "Lossy(kept: 5, lost: 6)")
    #expect(FailureReport(result).text.contains("by example 1, as given"))
  }
}

import Foundation
import Testing

@testable import PropertyTesting

@Suite("Generators that fit types")
struct OfTypesTests {
  @Test func enumerationsHaveAllTheirCases() throws {
    #expect(Set(try values(of: .of(Subject.Size.self), count: 100).map { "\($0)" }) == ["small", "large", "huge"])
    #expect(Set(try values(of: .of(Subject.Level.self), count: 100)) == [.low, .high])
    #expect(Set(try values(of: .of(Subject.Plain.self), count: 100).map { "\($0)" }) == ["one", "two", "three"])
    #expect(try values(of: .of(Subject.Only.self), count: 3) == [.one, .one, .one])
    let shapes = try values(of: .of(Subject.Shape.self), count: 200)
    #expect(shapes.contains(.nothing))
    #expect(shapes.contains { if case .circle = $0 { true } else { false } })
    #expect(shapes.contains { if case .box = $0 { true } else { false } })
  }

  @Test func recordsVaryInEachPart() throws {
    let orders = try values(of: .of(Subject.Order.self), count: 300)
    #expect(orders.count == 300)
    #expect(Set(orders.map(\.id)).count > 100)
    #expect(Set(orders.map(\.quantity)).count > 50)
    #expect(Set(orders.map(\.size.rawValue)).count == 3)
    #expect(orders.contains { $0.address.zip == nil } && orders.contains { $0.address.zip != nil })
    #expect(orders.contains { $0.tags.isEmpty } && orders.contains { $0.tags.count > 2 })
    #expect(Set(orders.map { describe($0.note) }).count > 10)
    #expect(Set(orders.map(\.page.absoluteString)).count > 100)
    #expect(orders.contains { !$0.counts.isEmpty } && orders.contains { $0.price != 0 } && orders.contains { !$0.data.isEmpty })
    #expect(orders.allSatisfy { $0.address.geo.count <= 100 })
  }

  @Test func theSimplestDrawsTheLeast() throws {
    let first = try #require(try values(of: .of(Subject.Order.self), count: 1).first)
    #expect(first.tags.isEmpty && first.address.street.isEmpty && first.quantity == 0 && first.shape == .nothing)
    #expect(try values(of: .of(Subject.Formula.self), count: 1) == [.number(0)])
    #expect(try values(of: .of(Subject.Filter.self), count: 200).contains(.all))
  }

  @Test func recursionEnds() throws {
    let formulas = try values(of: .of(Subject.Formula.self), count: 500)
    #expect(formulas.count == 500)
    #expect(formulas.allSatisfy { $0.depth <= 7 } && formulas.contains { $0.depth >= 4 })
    let shallow = try values(of: .of(Subject.Formula.self, depth: 1), count: 300)
    #expect(shallow.allSatisfy { $0.depth <= 3 })
    let nodes = try values(of: .of(Subject.Node.self), count: 300)
    #expect(nodes.count == 300 && nodes.allSatisfy { $0.depth <= 8 } && nodes.contains { $0.depth > 2 })
    let filters = try values(of: .of(Subject.Filter.self), count: 300)
    #expect(filters.count > 290)
    #expect(filters.contains { if case .both = $0 { true } else { false } } && filters.contains { if case .named = $0 { true } else { false } })
  }

  @Test func aTypeThatTriesTypesMeetsEachOfThem() throws {
    let kinds = Set(try values(of: .of(Subject.JSON.self), count: 400).map { String(describe($0).prefix(5)) })
    #expect(kinds.isSuperset(of: [".null", ".bool", ".numb", ".text", ".list", ".obje"]))
  }

  @Test func aTypeThatRefusesGetsOtherDraws() throws {
    let addresses = try values(of: .of(Subject.Email.self), count: 300)
    #expect(addresses.count > 290 && Set(addresses.map(\.text)).count > 100)
    let ratings = try values(of: .of([Subject.Rating].self), count: 100)
    #expect(ratings.count > 95)
    #expect(Set(ratings.joined().map(\.stars)) == [1, 2, 3, 4, 5])
  }

  @Test func classesAndOddContainersDecode() throws {
    let dogs = try values(of: .of(Subject.Dog.self), count: 100)
    #expect(Set(dogs.map(\.age)).count > 20 && Set(dogs.map(\.name)).count > 20)
    let odd = try values(of: .of(Subject.Odd.self), count: 200)
    #expect(odd.contains { $0.extra.count > 1 } && odd.contains { $0.rows.count > 1 } && odd.contains { $0.x != $0.y })
  }

  @Test func whatCannotBeMadeIsSaid() async throws {
    let refused = await run(.of(Subject.Never1.self), cases: 10) { _ in }
    guard case .gaveUp(.discards(_, let reason)) = refused.verdict else { return #expect(Bool(false), "\(refused.verdict)") }
    #expect(reason.hasPrefix("Never1.init(from:) threw for each of 100 draws, the last time: "))
    #expect(reason.hasSuffix("Say how to generate it: .of(…) { $0.use(…, for: Never1.self) }"))
    let endless = await run(.of(Subject.Endless.self)) { _ in }
    #expect(FailureReport(endless).text.contains("each Endless has another Endless in it: it has no end"), "\(FailureReport(endless).text)")
  }

  @Test func itShrinksLikeAnyOther() async {
    let orders = await counterexamples(.of([Subject.Address].self), seeds: 5) { list in list.contains { ($0.zip ?? 0) > 1_000 } }
    #expect(orders == [#"[Subject.Address(street: "", zip: 1001, geo: [])]"#: 5])
    let formulas = await counterexamples(.of(Subject.Formula.self), seeds: 5) { formula in
      if case .sum(.negative, _) = formula { true } else { false }
    }
    #expect(formulas == [".sum(.negative(.number(0)), .number(0))": 5])
    let addresses = await counterexamples(.of(Subject.Email.self), seeds: 5) { $0.text.contains("@") }
    #expect(addresses.keys.allSatisfy { $0.count <= 40 }, "\(addresses)")
  }

  @Test func aCaseReplays() async throws {
    let property = Requirement<Void>("T-1", "a claim").holds(forAll: .of(Subject.Order.self)) { order, _ in
      try expect("the size", order.size != .huge || order.quantity < 100)
    }
    let result = await Runner(settings: RunSettings(cases: 1_000, seed: 3)).run(property, on: .none)
    let found = try #require(result.verdict.counterexample)
    let again = await Runner(settings: RunSettings(seed: 9)).replay(found.token, of: property, on: .none)
    #expect(again.verdict.counterexample?.value == found.value)
  }

  @Test func fewChoicesAreTriedAll() async {
    struct Flags: Decodable {
      let one: Bool
      let two: Bool
      let plain: Subject.Plain
    }
    let result = await run(.of(Flags.self)) { flags in try expect("all", flags.one || !flags.one) }
    #expect(result.provenCases == 12)
  }
}

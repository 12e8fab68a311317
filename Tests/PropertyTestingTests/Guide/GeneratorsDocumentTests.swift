import Foundation
import PropertyTesting
import Testing

/// The examples of docs/generators.md, each as the page shows it.
@Suite("The examples of docs/generators.md")
struct GeneratorsDocumentTests {
  private struct Email: Codable, Equatable {
    let text: String
    init(_ text: String) { self.text = text }
  }

  private struct Customer: Codable, Equatable {
    var city: String
    var email: Email
  }

  private struct Line: Codable, Equatable {
    var cents: Int32
  }

  private struct Order: Codable, Equatable {
    let quantity: Int
    var customer: Customer
    var lines: [Line]
    var total: Int { lines.map { Int($0.cents) }.reduce(0, +) }
  }

  private struct Plate {
    let text: String

    init?(_ text: String) {
      guard let number = text.split(separator: " ").last.flatMap({ Int($0) }) else { return nil }
      self.text = (text.split(separator: " ").first ?? "") + " \(number)"
    }
  }

  private struct Sum {
    let text: String
    init?(_ text: String) { self.text = text }
  }

  private let settings = RunSettings(seed: 1)

  @Test func typesAreGenerated() throws {
    try check("an order survives its JSON", forAll: .of(Order.self)) { order in
      let data = try JSONEncoder().encode(order)
      try expect("order", JSONDecoder().decode(Order.self, from: data), equals: order)
    }
    let orders = Generator.of(Order.self) {
      $0.set(\.quantity, .int(in: 1...9))
      $0.set(\.customer.city, .element(of: ["Bern", "Oslo"]))
      $0.use(Generator<String>.email.map { Email($0) }, for: Email.self)
    }
    try check("the parts are as they are given", forAll: orders) { order in
      try expect("quantity", (1...9).contains(order.quantity))
      try expect("city", ["Bern", "Oslo"].contains(order.customer.city))
      try expect("email", order.customer.email.text.contains("@"))
    }
  }

  @Test func aValueIsReflected() throws {
    let reported = Order(quantity: 3, customer: Customer(city: "Bern", email: Email("a@b.ch")), lines: [Line(cents: 5), Line(cents: 99)])
    try check("the total is that of the parts", forAll: .reflecting(reported)) { order in
      try expect("total", order.total, equals: order.lines.map { Int($0.cents) }.reduce(0, +))
    }
  }

  @Test func textsHaveAForm() throws {
    try check("a plate is read", forAll: .text(matching: "[A-Z]{1,3}-[A-Z]{1,2} [1-9][0-9]{0,3}")) { plate in
      try expect("the parts", Plate(plate)?.text, equals: plate)
    }
    let sums = Grammar(start: "sum", [
      "sum": [[.rule("number")], [.rule("number"), "+", .rule("sum")]],
      "number": [[.matching("[1-9][0-9]{0,2}")], ["(", .rule("sum"), ")"]],
    ])
    try check("a sum is read", forAll: .text(of: sums)) { text in
      try expect("the printed sum", Sum(text)?.text, equals: text)
    }
  }

  @Test func functionsAreGenerated() {
    let failure = #expect(throws: PropertyFailure.self) {
      try check("filter keeps the order", forAll: .array(of: .int()), settings: settings) { list, trial in
        let isWanted = try trial.draw(.function(from: Int.self, to: .bool), "isWanted")
        let kept = list.filter { isWanted($0) }
        try expect("kept", kept, equals: list.sorted().filter { isWanted($0) })
      }
    }
    #expect(failure?.description.contains("given    [0, -1]\n  drawn    isWanted = {0 → true, -1 → true}") == true, "\(failure?.description ?? "")")
  }

  @Test func resultsAreCompared() throws {
    let fastSearch: @Sendable ([Int]) -> Int? = { list in list.indices.first { list[$0] == 7 } }
    try check("the fast search finds what the plain one does", forAll: .array(of: .int()), old: { $0.firstIndex(of: 7) }, new: fastSearch)
    let relations: [Relation<[Int], Int>] = [
      .unchanged(by: "another order") { list in .permutation(of: list) },
      Relation("one more", changing: { list in Generator<Int>.int(in: 1...9).map { list + [$0] } }) { before, after in
        try expect("the sum", after > before)
      },
    ]
    try check("a sum", forAll: .array(of: .int(in: 0...99)), relations: relations) { $0.reduce(0, +) }
  }

  @Test func everyExampleIsCompiled() throws {
    let compiled = try Guide.lines(of: ["GeneratorsDocumentTests.swift"])
    let examples = try Guide("docs/generators.md").examples
    #expect(examples.count == 8)
    for line in examples.joined(separator: "").split(separator: "\n") {
      let line = line.trimmingCharacters(in: .whitespaces)
      #expect(compiled.contains(line), "docs/generators.md says “\(line)”, which no test compiles")
    }
  }
}

import Foundation
import PropertyTesting
import Testing

@Suite("Printing values")
struct DescribeTests {
  indirect enum Shape: Sendable {
    case point
    case circle(Double)
    case box(width: Int, height: Int)
    case named(name: String)
    case group([Shape], inside: Shape?)
  }
  enum Level: Int, Sendable { case low = 1, high }
  struct Trade: Hashable, Sendable {
    var symbol: String
    var quantity: Int
    var limit: Double?
  }
  final class Box: Sendable {
    let content: Int
    init(_ content: Int) { self.content = content }
  }
  struct Opaque: CounterexampleDescribable {
    var counterexampleDescription: String { "opaque" }
  }

  struct Named: CounterexampleDescribable, Equatable {
    let name: String
    let price: Int
    var counterexampleDescription: String { name }
  }

  /// What differs must be seen, also if the type does not print it.
  @Test func valuesThatPrintAlikePrintTheirProperties() throws {
    func message(_ one: Named, _ other: Named) -> String? {
      do { try expect("the named", [one], equals: [other]) } catch { return "\(error)" }
      return nil
    }
    #expect(message(Named(name: "a", price: 1), Named(name: "b", price: 1)) == "the named: expected [b], got [a]")
    #expect(
      message(Named(name: "a", price: 1), Named(name: "a", price: 2))
        == #"the named: expected [DescribeTests.Named(name: "a", price: 2)], got [DescribeTests.Named(name: "a", price: 1)]"#)
  }

  @Test func numbersPrintExactly() {
    #expect(describe(0) == "0")
    #expect(describe(Int8.min) == "-128")
    #expect(describe(UInt64.max) == "18446744073709551615")
    #expect(describe(0.0) == "0.0")
    #expect(describe(-0.0) == "-0.0")
    #expect(describe(0.1) == "0.1")
    #expect(describe(0.1 + 0.2) == "0.30000000000000004")
    #expect(describe(Double.nan) == "nan")
    #expect(describe(-Double.infinity) == "-inf")
    #expect(describe(Float(0.1)) == "0.1")
    #expect(describe(true) == "true")
    #expect(
      describe(Decimal(string: "-0.1000000000000000000000000000000000001") ?? 0)
        == "-0.1000000000000000000000000000000000001")
  }

  @Test func textIsQuotedAndShowsWhatIsInvisible() {
    #expect(describe("a\"b\\c\n\r\t\0") == #""a\"b\\c\n\r\t\0""#)
    #expect(describe("e\u{301}") == #""e\u{301}""#)
    #expect(describe("é") == "\"é\"")
    #expect(describe("\u{202E}\u{200D}\u{FEFF}\u{A0}\u{7F}") == #""\u{202E}\u{200D}\u{FEFF}\u{A0}\u{7F}""#)
    #expect(describe("漢 😀") == "\"漢 😀\"")
    #expect(describe(Character("x")) == "\"x\"")
    #expect(describe("xyz".dropFirst()) == "\"yz\"")
  }

  @Test(arguments: [
    ("é", "e\u{301}"), ("\u{C5}", "\u{212B}"), ("\u{C5}", "A\u{30A}"), ("가", "\u{1100}\u{1161}"),
    ("\u{3A9}", "\u{2126}"), ("a\u{323}\u{307}", "a\u{307}\u{323}"), ("\u{F900}", "\u{8C48}"),
  ])
  func equivalentTextsPrintDifferently(left: String, right: String) {
    // `String ==` holds for them: the reader must be told apart what the program could not.
    #expect(left == right)
    #expect(describe(left) != describe(right))
  }

  @Test func unorderedCollectionsPrintInOneOrder() {
    let numbers = (1...40).map { $0 * 7 }
    for _ in 0..<5 {
      #expect(describe(Set(numbers.shuffled())) == describe(Set(numbers)))
      let entries = Dictionary(
        uniqueKeysWithValues: numbers.shuffled().map { ("k\($0)", Set([$0, 1, 2, 3])) })
      #expect(
        describe(entries)
          == describe(Dictionary(uniqueKeysWithValues: numbers.map { ("k\($0)", Set([$0, 1, 2, 3])) })))
    }
    #expect(describe([3: "c", 1: "a", 2: "b"]) == #"[1: "a", 2: "b", 3: "c"]"#)
    #expect(describe([Int: Int]()) == "[:]")
    let scalars: [Unicode.Scalar] = ["\u{C5}", "\u{212B}", "\u{3A9}", "\u{2126}", "K", "\u{212A}"]
    let printed = Set((0..<40).map { _ in describe(Set(scalars.shuffled())) })
    #expect(printed.count == 1)
  }

  @Test func emptyCollectionsKeepTheirKind() {
    #expect(describe([Int]()) == "[]")
    #expect(describe([String]()) == "[]")
    #expect(describe([[Int]]()) == "[]")
    #expect(describe([[Int]](repeating: [], count: 2)) == "[[], []]")
    #expect(describe([UInt8]()) == "<>")
    #expect(describe(Data()) == "<>")
    #expect(describe(Set<Int>()) == "[]")
    #expect(describe("") == "\"\"")
  }

  @Test func bytesPrintInHexadecimal() {
    #expect(describe([UInt8]([0, 10, 255])) == "<00 0a ff>")
    #expect(describe(Data([1])) == "<01>")
  }

  private class Base {
    let id: Int
    init(id: Int) { self.id = id }
  }
  private final class Derived: Base {
    let name = "x"
  }
  private final class Node: Hashable {
    var next: Set<Node> = []
    var parent: Node?
    static func == (left: Node, right: Node) -> Bool { left === right }
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
  }

  @Test func objectsPrintWhatTheyInherit() {
    #expect(describe(Derived(id: 7)).hasSuffix(#"Derived(id: 7, name: "x")"#))
    #expect(describe(Derived(id: 7)) != describe(Derived(id: 8)))
  }

  @Test func objectsThatLeadBackToThemselvesPrintOnce() {
    let node = Node()
    node.next = [node]
    node.parent = node
    let text = describe(node)
    #expect(text.contains("↩ "))
    #expect(text.utf8.count < 200)
    node.next = []
    node.parent = nil
  }

  @Test func structuresPrintFieldByField() {
    #expect(
      describe(Trade(symbol: "A", quantity: 2, limit: nil)) == #"DescribeTests.Trade(symbol: "A", quantity: 2, limit: nil)"#
    )
    #expect(
      describe(Trade(symbol: "A", quantity: 2, limit: -0.0))
        == #"DescribeTests.Trade(symbol: "A", quantity: 2, limit: -0.0)"#)
    #expect(describe(Box(3)) == "DescribeTests.Box(content: 3)")
    #expect(describe((1, "x")) == #"(1, "x")"#)
    #expect(describe((a: 1, b: (2, 3))) == "(a: 1, b: (2, 3))")
    #expect(describe(()) == "()")
    #expect(describe([Opaque(), Opaque()]) == "[opaque, opaque]")
  }

  @Test func enumerationsPrintTheirPayloads() {
    #expect(describe(Shape.point) == ".point")
    #expect(describe(Shape.circle(0.5)) == ".circle(0.5)")
    #expect(describe(Shape.box(width: 1, height: 2)) == ".box(width: 1, height: 2)")
    #expect(describe(Shape.named(name: "x")) == #".named(name: "x")"#)
    #expect(
      describe(Shape.group([.point, .circle(1)], inside: .box(width: 0, height: 0)))
        == ".group([.point, .circle(1.0)], inside: .box(width: 0, height: 0))")
    #expect(describe(Level.high) == ".high")
    #expect(describe(Result<Int, Surprise>.failure(Surprise(code: 1))) == ".failure(Surprise(code: 1))")
  }

  @Test func optionalsPrintTheirContent() {
    #expect(describe(Int?.none) == "nil")
    #expect(describe(Int?.some(3)) == "3")
    #expect(describe([Int?.some(1), nil]) == "[1, nil]")
    #expect(describe(String?.some("nil")) == "\"nil\"")
    #expect(describe(Int??.some(nil)) != describe(Int??.none), "these differ")
  }

  @Test func datesPrintExactly() {
    let date = Date(timeIntervalSinceReferenceDate: 0)
    #expect(describe(date) == "2001-01-01T00:00:00Z")
    #expect(describe(date + 0.5) == "2001-01-01T00:00:00Z + 0.5 s [0.5]")
    #expect(describe(date - 0.25) == "2000-12-31T23:59:59Z + 0.75 s [-0.25]")
    let next = Date(timeIntervalSinceReferenceDate: (1e9).nextUp)
    #expect(describe(next) != describe(Date(timeIntervalSinceReferenceDate: 1e9)))
    #expect(describe(Duration.milliseconds(-1_500)) == "-1.5 s")
    #expect(describe(Duration.zero) == "0 s")
    #expect(describe([Duration.seconds(29), .nanoseconds(1)]) == "[29 s, 0.000000001 s]")
    #expect(describe(Duration(secondsComponent: 1, attosecondsComponent: 1)) == "1.000000000000000001 s")
    #expect(describe(Date(timeIntervalSinceReferenceDate: 1e300)) == "Date(1e+300)")
    #expect(describe(Date(timeIntervalSinceReferenceDate: -62_000_000_000)).hasPrefix("0036-"))
  }

  @Test func distinctValuesPrintDistinctly() throws {
    let trade = Generator<Trade> { source in
      Trade(
        symbol: try source(.text()), quantity: try source(.int(in: 0...2)),
        limit: try source(Generator<Double>.double(in: 0...1).optional))
    }
    try check(
      "printing tells apart", forAll: Generator<(Trade, Trade)>.zip(trade, trade),
      settings: RunSettings(cases: 2_000, seed: 1)
    ) { a, b in
      let isSame =
        Array(a.symbol.utf8) == Array(b.symbol.utf8) && a.quantity == b.quantity
        && a.limit?.bitPattern == b.limit?.bitPattern
      try expect(
        "the same text for the same value", (Array(describe(a).utf8) == Array(describe(b).utf8)) == isSame)
    }
  }
}

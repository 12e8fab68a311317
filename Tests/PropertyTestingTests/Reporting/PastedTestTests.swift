import Foundation
import Testing

@testable import PropertyTesting

@Suite("The failing case as a test to paste")
struct PastedTestTests {
  private enum Size: Codable { case small, boxed(Int, height: Double) }

  private struct Item: Codable {
    var name: String
    var size: Size
    var link: URL?
    var counts: [String: Int]
  }

  @Test func valuesAreSwift() {
    let item = Item(name: "a\"\n\u{301}", size: .boxed(1, height: 0.5), link: URL(string: "https://a.b"), counts: ["x": 2, "a": 1])
    #expect(
      SwiftSource.expression(item)
        == #"PastedTestTests.Item(name: "a\"\n\u{301}", size: .boxed(1, height: 0.5), link: URL(string: "https://a.b")!, counts: ["a": 1, "x": 2])"#)
    #expect(SwiftSource.expression([Size.small]) == "[.small]")
    #expect(SwiftSource.expression([1.5, .nan, -.infinity]) == "[1.5, Double.nan, -Double.infinity]")
    #expect(SwiftSource.expression((1, b: Int?.none)) == "(1, b: nil)")
    #expect(SwiftSource.expression(Set([3, 1])) == "[1, 3]" && SwiftSource.expression([String: Int]()) == "[:]")
    #expect(SwiftSource.expression(Date(timeIntervalSinceReferenceDate: 2)) == "Date(timeIntervalSinceReferenceDate: 2.0)")
    #expect(SwiftSource.expression(Data([1, 255])) == "Data([1, 255])")
    #expect(SwiftSource.expression(JSONDecoder()) == nil && SwiftSource.expression([JSONDecoder()]) == nil)
    #expect(SwiftSource.name(of: [String: Int?].self) == "Dictionary<String, Optional<Int>>")
  }

  @Test func theWholeTestIsWritten() throws {
    let error = #expect(throws: PropertyFailure.self) {
      try check("a list's sum is small (of “)”)", forAll: .array(of: .int(in: 0...99)), settings: RunSettings(seed: 1)) { list in
        // A brace in a text, and one in a comment: }
        let text = "} \(list.count) {"
        try expect("the sum of \(text)", list.reduce(0, +) < 100)
      }
    }
    let test = try #require(error?.result.swiftTest)
    #expect(
      test.split(separator: "\n").dropFirst().joined(separator: "\n") == """
        @Test func aListSSumIsSmallOfCase() throws {
          let value: Array<Int> = [1, 99]
          try check(forAll: .constant(value)) { list in
            // A brace in a text, and one in a comment: }
            let text = "} \\(list.count) {"
            try expect("the sum of \\(text)", list.reduce(0, +) < 100)
          }
        }
        """)
    #expect(test.hasPrefix("// falsified, seed 1: the sum of } 2 {"))
  }

  @Test func bodiesAreFound() {
    let source = SourceText("""
      func f() {
        check("a", forAll: .text(matching: "[(]\\\\(")) { $0 == "\\(1 + (2))" }
        check("b", forAll: g, old: f, new: h)
        check("scheduled: no", forAll: .zip(g, h), scheduled: .exhaustive(switches: 2, limit: 9), cases: 5) { _ in }
        other()
      }
      """)
    #expect(source.body(ofCallOnLine: 2) == #"{ $0 == "\(1 + (2))" }"#)
    #expect(source.body(ofCallOnLine: 1) == source.body(ofCallOnLine: 2))
    #expect(source.body(ofCallOnLine: 3) == nil && source.body(ofCallOnLine: 5) == nil && source.body(ofCallOnLine: 99) == nil)
    #expect(source.argument("scheduled", ofCallOnLine: 4) == ".exhaustive(switches: 2, limit: 9)")
    #expect(source.argument("new", ofCallOnLine: 3) == "h" && source.argument("scheduled", ofCallOnLine: 3) == nil)
  }

  @Test func whatHasNoLiteralHasNoTest() async {
    let result = await run(Generator<Int>.int().map { _ in JSONDecoder() }) { _ in try expect("never", false) }
    #expect(result.swiftTest == nil)
  }
}

import PropertyIssues
import PropertyTesting
import Testing
import XCTest

#if !canImport(Darwin)
/// Assertions of XCTest are claims in a ``PropertyTestCase``. Serialized: XCTest has one running test case in a process.
@Suite(.serialized) struct AssertClaimsTests {
  @Test func aFailedAssertionIsOneFailureWithTheLeastCase() throws {
    let line = #line + 4
    let failures = Failures.of { test in
      try test.recordingProperties {
        try check("low", forAll: .int(in: 0...1_000), settings: .fixed) { number in
          XCTAssertLessThan(number, 100, "a comment")
        }
      }
    }
    #expect(failures.map(\.line) == [line])
    let text = try #require(failures.first?.text)
    #expect(text.contains("XCTAssertLessThan failed: (\"100\") is not less than (\"100\") - a comment"))
    #expect(text.contains("falsified") && text.contains("given    100\n"))
  }

  @Test func unwrappingAndFailingToo() throws {
    let failures = Failures.of { test in
      try test.recordingProperties {
        try check("low", forAll: .int(in: 0...1_000), settings: .fixed) { number in
          _ = try XCTUnwrap(number < 100 ? number : nil)
        }
        try check("lower", forAll: .int(in: 0...1_000), settings: .fixed) { if $0 > 9 { XCTFail("too high") } }
      }
      try test.recordingProperties {
        try check("lower", forAll: .int(in: 0...1_000), settings: .fixed) { if $0 > 9 { XCTFail("too high") } }
      }
    }
    #expect(failures.count == 2)
    #expect(failures.first?.text.contains("claim    XCTUnwrap failed") == true)
    #expect(failures.last?.text.contains("too high") == true && failures.last?.text.contains("given    10\n") == true)
  }

  @Test func whatHoldsIsNoFailureAndOutsideOfACaseOneIsLeftAlone() {
    let line = #line + 3
    let failures = Failures.of { _ in
      try check("held", forAll: .int(), settings: .fixed) { XCTAssertEqual($0, $0) }
      XCTFail("on its own")
    }
    #expect(failures.map(\.line) == [line])
  }
}

/// What XCTest is told of one test case.
private final class Failures: NSObject, XCTestObservation {
  private var all: [(line: Int, text: String)] = []

  static func of(_ body: @escaping (PropertyTestCase) throws -> Void) -> [(line: Int, text: String)] {
    let observer = Failures()
    XCTestObservationCenter.shared.addTestObserver(observer)
    defer { XCTestObservationCenter.shared.removeTestObserver(observer) }
    PropertyTestCase(name: "test") { test in
      if let test = test as? PropertyTestCase { try body(test) }
    }.run()
    return observer.all
  }

  func testCase(_: XCTestCase, didFailWithDescription text: String, inFile _: String?, atLine line: Int) {
    all.append((line, text))
  }
}
#endif

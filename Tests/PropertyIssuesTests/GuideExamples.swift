import PropertyIssues
import PropertyTesting
import Testing
import XCTest

// The examples of docs/property-testing.md that need a test library; GuideTests compares them.

@Suite(.properties) struct TextTests {
  @Test func joiningAddsTheCounts() throws {
    try check(forAll: .text(), .text()) { left, right in
      #expect((left + right).unicodeScalars.count == left.unicodeScalars.count + right.unicodeScalars.count)
    }
  }
}

private let bill = Generator<(Int, Int)>.zip(.int(in: 0...1_000_000), .int(in: 1...20))

private func split(cents: Int, among people: Int) -> [Int] {
  (0..<people).map { cents / people + ($0 < cents % people ? 1 : 0) }
}

final class BillTests: PropertyTestCase {
  func testSplittingLosesNothing() throws {
    try recordingProperties {
      try check("splitting a bill loses nothing", forAll: bill) { cents, people in
        XCTAssertEqual(split(cents: cents, among: people).reduce(0, +), cents)
      }
    }
  }
}

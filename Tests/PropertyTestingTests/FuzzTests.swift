import Foundation
import Testing

@testable import PropertyTesting

/// The engine under random programs of itself: `make fuzz` runs many more, in processes that may die.
@Suite("Random programs of the engine")
struct FuzzTests {
  /// Others on each day, so that what a day's run finds has a number.
  static let first = UInt64(Date().timeIntervalSince1970 / 86_400) * 1_000

  @Test(arguments: first..<first + 40)
  func nothingIsWrong(program: UInt64) async {
    let problems = await FuzzProgram(program).problems()
    #expect(problems == [], "program \(program)")
  }
}

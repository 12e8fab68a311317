import ProcessIsolation
import PropertyTesting
import Testing

/// A trap in the standard library names the code that called it.
@Suite("The code that a crash came from")
struct UserFrameTests {
  @inline(never)
  static func third(of numbers: [Int]) -> Int { numbers[2] }
  static let lineOfThird = #line - 1

  @inline(never)
  static func successor(of number: Int) -> Int { number + 1 }
  static let lineOfSuccessor = #line - 1

  private func message(_ isolation: Isolation = .forked(), _ body: @escaping @Sendable (Int) -> Void) async -> String {
    let property = Requirement<Void>("U-1", "a claim").holds(forAll: .int(in: 1...9)) { number, _ in body(number) }
    let result = await Runner(settings: RunSettings(seed: 1, shrinkTime: .seconds(3_600)), isolation: isolation).run(property, on: .none)
    return result.verdict.counterexample?.message ?? result.verdict.name
  }

  @Test func anIndexOutOfRangeNamesItsCaller() async {
    let text = await message { _ = Self.third(of: [$0]) }
    #expect(text.contains("Index out of range") && text.hasSuffix("(UserFrameTests.swift:\(Self.lineOfThird))"), "\(text)")
    #expect(text.contains("third(of:)"), "\(text)")
  }

  @Test func anOverflowNamesItsFunction() async {
    let text = await message { _ = Self.successor(of: .max - 9 + $0) }
    #expect(text.contains("(UserFrameTests.swift:\(Self.lineOfSuccessor))"), "\(text)")
  }

  /// Where the message names the user's own line, that is not said twice.
  @Test func aPlaceIsSaidOnce() async {
    let text = await message { _ in preconditionFailure("here") }
    #expect(text.split(separator: "UserFrameTests.swift").count == 2, "\(text)")
  }

  @Test func underATaskToo() async {
    let property = Requirement<Void>("U-1", "a claim").holds(forAll: .int(in: 1...9)) { number, _ in
      _ = await Task { Self.third(of: [number]) }.value
    }
    let result = await Runner(settings: RunSettings(seed: 1, shrinkTime: .seconds(3_600)), isolation: .forked()).run(property, on: .none)
    let text = result.verdict.counterexample?.message ?? ""
    #expect(text.contains("(UserFrameTests.swift:\(Self.lineOfThird))"), "\(text)")
  }
}

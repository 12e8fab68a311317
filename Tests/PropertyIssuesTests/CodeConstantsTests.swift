import Foundation
import ProcessIsolation
import Testing

@testable import PropertyIssues
@testable import PropertyTesting

/// Constants that stand in the code under test are found, where chance does not find them.
@Suite struct CodeConstantsTests {
  private static let source = """
    let limit = 40_000, mask = 0xFF_FF, start = -1_234, share = 19.99, few = 3  // 77_777
    enum Year { static let first = 1900; static let names = ["draft", "N/A", "tmp-", #"raw"#, "a\\nb", "an \\(x) b", "it is longer than that"] }
    let columns = [17, 18, 19, 25, 40, 52, 75, 81, 120, 180, 240, 270]
    """
  private static let constants = CodeConstants(sources: [source])

  @Test func literalsAreRead() throws {
    let constants = try #require(Self.constants)
    #expect(constants.integers == [-1_234, 17, 18, 19, 25, 40, 52, 75, 81, 120, 180, 240, 270, 1_900, 40_000, 65_535])
    #expect(constants.doubles == [19.99])
    #expect(constants.texts.map { String(String.UnicodeScalarView($0)) } == ["N/A", "draft", "tmp-"])
    #expect(CodeConstants(sources: ["let a = 1"]) == nil)
    #expect(CodeConstants(sources: ["let a = b - 5_000, c = -6_000"])?.integers == [-6_000, 5_000])
  }

  /// How many of fifty seeds find a value for which `isMet` holds in a hundred cases.
  private static func seedsThatFind<Value>(
    _ generator: Generator<Value>, knowing constants: CodeConstants?, _ isMet: @escaping @Sendable (Value) -> Bool
  ) async throws -> Int {
    var found = 0
    for seed in 1...50 {
      var settings = RunSettings(cases: 100, seed: UInt64(seed), shrinks: false)
      settings.keepsFailures = false
      do {
        try CodeConstants.$current.withValue(constants) {
          _ = try check("it is not met", forAll: generator, settings: settings) { value in try expect("it is not met", !isMet(value)) }
        }
      } catch is PropertyFailure {
        found += 1
      }
    }
    return found
  }

  @Test func whatChanceDoesNotFind() async throws {
    func found<Value>(_ generator: Generator<Value>, _ isMet: @escaping @Sendable (Value) -> Bool) async throws -> [Int] {
      [
        try await Self.seedsThatFind(generator, knowing: Self.constants, isMet),
        try await Self.seedsThatFind(generator, knowing: nil, isMet),
      ]
    }
    #expect(try await found(.int()) { $0 == 40_000 } == [50, 0])
    #expect(try await found(.int(in: 0...10_000)) { $0 == 1_900 } == [50, 0])
    #expect(try await found(.int(in: -5_000...5_000)) { $0 == -1_234 } == [50, 0])
    #expect(try await found(.zip(.bool, .int())) { $1 == 40_000 } == [50, 0])
    #expect(try await found(.double(in: 0...1_000)) { $0 == 19.99 } == [50, 0])
    #expect(try await found(.text()) { $0 == "draft" } == [50, 0])
    #expect(try await found(.text(.asciiPrintable, count: 0...8)) { $0 == "N/A" } == [50, 0])
  }

  /// A worker, another thread and a replay draw the same.
  @Test(arguments: [(1, false), (4, false), (2, true)]) func theSameCases(jobs: Int, isForked: Bool) {
    let isolation: Isolation? = isForked ? .forked(timeout: .seconds(10)) : nil
    CodeConstants.$current.withValue(Self.constants) {
      for seed in 1...5 as ClosedRange<UInt64> {
        var settings = RunSettings(cases: 100, seed: seed, jobs: jobs)
        settings.keepsFailures = false
        let failure = #expect(throws: PropertyFailure.self) {
          try check("no draft of 40,000", forAll: .text(), .int(), settings: settings, isolation: isolation) { name, number in
            name != "draft" && number != 40_000
          }
        }
        let value = failure?.result.verdict.counterexample?.value ?? ""
        #expect(value == "(\"draft\", 0)" || value == "(\"\", 40000)", "\(failure?.description ?? "")")
      }
    }
  }

  @Test func theSourcesOfThePackage() throws {
    let root = FileManager.default.temporaryDirectory.appendingPathComponent("constants-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: root) }
    for (path, text) in [
      ("Package.swift", "let a = 1_111"), ("Sources/Cart/Cart.swift", "let b = 2_222"), ("Sources/Other/Other.swift", "let c = 3_333"),
      ("Tests/CartTests/Deeper/CartTests.swift", "let d = 4_444"),
    ] {
      let file = root.appendingPathComponent(path)
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try text.write(to: file, atomically: true, encoding: .utf8)
    }
    let test = root.appendingPathComponent("Tests/CartTests/Deeper/CartTests.swift").path
    #expect(CodeConstants.ofPackage(of: test)?.integers == [2_222, 3_333])
    #expect(CodeConstants.ofPackage(of: "/nowhere/CartTests.swift") == nil)
    // A package of tests alone says whose sources they are about.
    let marker = root.appendingPathComponent("Tests/CartTests/.touchstone-sources")
    try "../../Sources/Other\n".write(to: marker, atomically: true, encoding: .utf8)
    #expect(CodeConstants.ofPackage(of: test)?.integers == [3_333])
  }
}

/// The trait knows the constants of this package.
@Suite(.properties) struct CodeConstantsTraitTests {
  @Test func theTraitSetsThem() {
    #expect(CodeConstants.current?.integers.contains(9_007_199_254_740_993) ?? false)
  }
}

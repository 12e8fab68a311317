import PropertyTesting
import StandardLaws
import Testing

/// How a check of laws reports.
@Suite struct CheckLawsTests {
  @Test func integersAreHashable() throws {
    let report = try checkLaws(.hashable, of: .int(), seed: 1)
    #expect(report.holds)
    #expect(report.line == "✔ Int: 7 laws of Equatable and Hashable hold in 700 cases")
  }

  @Test func nanIsWaivedByAWord() throws {
    let report = try checkLaws(.hashable.except(.nan), of: .double(in: -1...1), seed: 1)
    #expect(report.line.hasSuffix("waived: nan"))
  }

  @Test func aHashWithoutAFieldIsTold() throws {
    struct Forgetful: Hashable {
      var (name, cents): (String, Int)
      static func == (left: Forgetful, right: Forgetful) -> Bool { left.name == right.name }
    }
    let generator = Generator<Forgetful> { source in
      Forgetful(name: try source(.text()), cents: try source(.int()))
    }
    let failure = try #require(throws: LawFailure.self) { try checkLaws(.hashable, of: generator, seed: 1) }
    #expect(failure.failures.count == 1)
  }
}

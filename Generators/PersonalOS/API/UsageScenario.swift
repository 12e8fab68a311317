import PersonalOSReference
import PropertyTesting

/// Tasks that send requests at once, and how each of them ends.
public struct UsageScenario: Sendable {
  public struct Attempt: Sendable {
    public let latencyMilliseconds: Int
    /// Never `cancelled`.
    public let outcome: APIOutcome
  }

  public struct Caller: Sendable {
    public let endpoint: String
    public let afterMilliseconds: Int
    public let waitsForItsTurn: Bool
    public let isShortCircuited: Bool
    /// One after the other, as long as the one before failed.
    public let attempts: [Attempt]
    /// Since it came; most attempts take longer or shorter.
    public let cancelledAfterMilliseconds: Int?
  }

  public static let endpoints = ["news", "search", "prices"]

  public let callers: [Caller]
}

extension Generator where Value == UsageScenario {
  public static var usageScenario: Generator {
    Generator<[UsageScenario.Caller]>.array(of: .caller, count: 2...12).map { UsageScenario(callers: $0) }
  }
}

extension Generator where Value == UsageScenario.Caller {
  fileprivate static var caller: Generator {
    let attempt = Generator<UsageScenario.Attempt> { source in
      let outcome = try source(Generator<APIOutcome>.apiOutcome)
      return UsageScenario.Attempt(
        latencyMilliseconds: try source(.int(in: 0...6)) * 10,
        outcome: outcome == .cancelled ? .success : outcome)
    }
    return Generator { source in
      UsageScenario.Caller(
        endpoint: try source(.frequency(
          (2, .constant("news")), (1, .element(of: UsageScenario.endpoints)))),
        afterMilliseconds: try source(.oneOf(.constant(0), .int(in: 0...30))),
        waitsForItsTurn: try source(.int(in: 0...3)) == 3, isShortCircuited: try source(.int(in: 0...3)) == 3,
        attempts: try source(.array(of: attempt, count: 0...3)),
        cancelledAfterMilliseconds: try source(.bool)
          ? try source(.int(in: 0...8)) * 10 + 5 : nil)
    }
  }
}

import Foundation

/// Something of a counterexample that is better drawn than told: for pages.
public enum TraceFigure: Sendable, Equatable, Codable {
  case lanes(Lanes)
  /// Who has to come before whom, in a circle.
  case circle(kind: String, [Edge])
  case comparison(Comparison)

  /// What went on at the same time, a lane for each who did something.
  public struct Lanes: Sendable, Equatable, Codable {
    public enum Kind: String, Sendable, Codable {
      /// Calls of clients, judged for linearizability.
      case history
      /// Stretches of tasks under a schedule.
      case schedule
    }

    public var kind: Kind
    public var names: [String]
    public var bars: [Bar]
    /// Bars that there was no room for.
    public var omitted = 0

    public init(kind: Kind, names: [String], bars: [Bar], omitted: Int = 0) {
      self.kind = kind
      self.names = names
      self.bars = bars
      self.omitted = omitted
    }
  }

  /// One call, or one stretch of a task.
  public struct Bar: Sendable, Equatable, Codable {
    /// Its place among the names.
    public var lane: Int
    /// Of a history logical time, of a schedule the number of the stretch.
    public var start: Int
    public var end: Int
    public var text: String
    /// What came of it; empty: nothing is said about it.
    public var outcome: String
    /// The moment at which it took effect; nil where it has none.
    public var effect: Double?
    /// The call that no order has room for, or a task that nothing can wake.
    public var isStuck: Bool
    /// The scheduler departed from its default here.
    public var isSwitch: Bool

    public init(
      lane: Int, start: Int, end: Int, text: String, outcome: String = "", effect: Double? = nil, isStuck: Bool = false,
      isSwitch: Bool = false
    ) {
      self.lane = lane
      self.start = start
      self.end = end
      self.text = text
      self.outcome = outcome
      self.effect = effect
      self.isStuck = isStuck
      self.isSwitch = isSwitch
    }
  }

  /// `from` has to come before `to`.
  public struct Edge: Sendable, Equatable, Codable {
    public var from: String
    public var to: String
    /// Why.
    public var text: String

    public init(from: String, to: String, text: String) {
      self.from = from
      self.to = to
      self.text = text
    }
  }

  /// The two sides of a claim of equality.
  public struct Comparison: Sendable, Equatable, Codable {
    public var claim: String
    public var expected: String
    public var actual: String
  }

  /// Of an error that says more than that it is one.
  static func figures(of error: any Error) -> [TraceFigure] {
    guard let failure = error as? ExpectationFailure else { return [] }
    guard let expected = failure.expected, let actual = failure.actual else { return failure.drawings }
    return [.comparison(Comparison(claim: failure.claim, expected: expected, actual: actual))] + failure.drawings
  }
}

// Between processes.
extension TraceFigure {
  var json: String { (try? JSONEncoder().encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? "" }

  init(json: String) throws {
    self = try JSONDecoder().decode(TraceFigure.self, from: Data(json.utf8))
  }
}

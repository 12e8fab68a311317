import Foundation

/// A part of a counterexample that a page draws instead of printing it.
public enum TraceFigure: Sendable, Equatable, Codable {
  /// Lanes of a history or of a schedule.
  case lanes(Lanes)
  /// Relations between names in a circle: `waits for`, `has to come before`.
  case circle(kind: String, relation: String, [Edge])
  /// The two sides of an equality.
  case comparison(Comparison)

  /// What happened at the same time, with a lane for each client or task.
  public struct Lanes: Sendable, Equatable, Codable {
    /// What the lanes show.
    public enum Kind: String, Sendable, Codable {
      /// Calls of clients, judged for linearizability.
      case history
      /// Stretches of tasks under a schedule.
      case schedule
      /// Edits of devices and their exchanges with a server, which is the last lane: its bar begins with that of the device.
      case messages
    }

    /// What the lanes show.
    public var kind: Kind
    /// The names of the lanes, from the top.
    public var names: [String]
    /// The bars, each in one of the lanes.
    public var bars: [Bar]
    /// How many bars were left out for lack of room.
    public var omitted = 0

    /// A figure of lanes.
    public init(kind: Kind, names: [String], bars: [Bar], omitted: Int = 0) {
      self.kind = kind
      self.names = names
      self.bars = bars
      self.omitted = omitted
    }
  }

  /// One call, or one stretch of a task.
  public struct Bar: Sendable, Equatable, Codable {
    /// The index of the bar's lane in ``Lanes/names``.
    public var lane: Int
    /// The time at which it begins: logical time in a history, the number of the stretch in a schedule.
    public var start: Int
    /// The time at which it ends, in the unit of ``start``.
    public var end: Int
    /// The text in the bar.
    public var text: String
    /// The outcome, as text. Empty: the drawing shows none.
    public var outcome: String
    /// The time at which the call took effect; nil if it has none.
    public var effect: Double?
    /// Whether this is the call that no order can place, or a task that nothing can wake.
    public var isStuck: Bool
    /// Whether the scheduler departed from its default here; in an exchange, whether the device received something.
    public var isSwitch: Bool

    /// A bar from `start` to `end` in the lane with this index.
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

  /// One relation: ``from`` waits for ``to``, for example.
  public struct Edge: Sendable, Equatable, Codable {
    /// The name of the one at the tail of the arrow.
    public var from: String
    /// The name of the one at its head.
    public var to: String
    /// The reason or the place, as text.
    public var text: String

    /// An edge from one name to another.
    public init(from: String, to: String, text: String) {
      self.from = from
      self.to = to
      self.text = text
    }
  }

  /// The two sides of an equality that did not hold.
  public struct Comparison: Sendable, Equatable, Codable {
    /// What was claimed to be equal.
    public var claim: String
    /// The expected side, as it prints.
    public var expected: String
    /// The actual side, as it prints.
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

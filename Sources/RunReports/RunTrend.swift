import Foundation

/// What was known before a run of tests, and what the run changed.
public struct RunTrend: Codable, Sendable, Equatable {
  /// What belongs to one run: all processes that one `swift test` starts.
  public var run: String
  /// When the run ended, as far as it has: "2026-05-17T09:30:00Z".
  public var ended: String
  /// The ids of the properties that held when they last ran, and do not now.
  public var newFailures: [String] = []
  /// The ids of the properties that did not hold when they last ran, and do now.
  public var mended: [String] = []
  /// The ids of the properties that never ran before.
  public var added: [String] = []
  /// The properties as they were before this run, by id.
  public var earlier: [String: Known] = [:]
  /// Earlier runs, the oldest first; at most fifty.
  public var history: [Point] = []

  /// What is known of a property.
  public struct Known: Codable, Sendable, Equatable {
    /// The verdict's name.
    public var verdict: String
    /// The number of its cases.
    public var cases: Int
    /// Seconds.
    public var seconds: Double
    /// How many runs ago that was.
    public var age = 1
  }

  /// A run as a whole.
  public struct Point: Codable, Sendable, Equatable {
    /// When the run ended.
    public var ended: String
    /// The number of properties.
    public var properties: Int
    /// How many of them did not hold.
    public var failed: Int
    /// The number of cases of all of them.
    public var cases: Int
    /// Seconds of all of them, one after the other.
    public var seconds: Double
  }

  static let mostPoints = 50
  /// A property that has not run for so many runs is forgotten.
  static let mostAge = 20

  /// - Parameter before: the document of the run before, if there is one.
  init(of run: String, ended: String, after before: RunDocument?) {
    self.run = run
    self.ended = ended
    guard let before else { return }
    for (id, known) in before.trend?.earlier ?? [:] where known.age < Self.mostAge {
      earlier[id] = Known(verdict: known.verdict, cases: known.cases, seconds: known.seconds, age: known.age + 1)
    }
    for (place, row) in before.results.enumerated() {
      earlier[row.id] = Known(verdict: row.verdict, cases: row.cases, seconds: before.seconds(of: place) ?? 0)
    }
    history = (before.trend?.history ?? []) + [before.point].compactMap(\.self)
    history = history.suffix(Self.mostPoints)
  }

  mutating func compare(_ results: [PropertyRecord]) {
    func ids(_ isWanted: (PropertyRecord, Known?) -> Bool) -> [String] {
      results.filter { isWanted($0, earlier[$0.id]) }.map(\.id).sorted()
    }
    // The first run of all adds nothing to anything.
    added = earlier.isEmpty ? [] : ids { $1 == nil }
    newFailures = ids { !$0.isHeld && $1?.verdict == "held" }
    mended = ids { $0.isHeld && $1.map { $0.verdict != "held" } ?? false }
  }
}

extension RunDocument {
  /// The run as a whole, for those after it; nil if nobody knows when it was.
  var point: RunTrend.Point? {
    guard let trend else { return nil }
    return RunTrend.Point(
      ended: trend.ended, properties: results.count, failed: results.count { !$0.isHeld && !$0.isSkipped },
      cases: results.reduce(0) { $0 + $1.cases }, seconds: times?.total ?? 0)
  }
}

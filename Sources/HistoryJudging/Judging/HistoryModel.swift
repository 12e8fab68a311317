/// A model by which histories are judged, under a name. Put yours into ``HistoryModels/all``.
public protocol HistoryModel: Sendable {
  /// The name on the command line, such as `cas-register`.
  var name: String { get }
  /// Other names for it, such as those of Jepsen's tools.
  var aliases: [String] { get }
  /// One line: the functions and their values, as a history writes them.
  var summary: String { get }
  /// The consistencies that it judges, by name; the first is the default.
  var consistencies: [String] { get }

  /// Judges a history.
  /// - Parameter consistency: one of ``consistencies``.
  /// - Throws: ``HistoryError`` for a call that the model does not know, or whose value has another form; with the call's line.
  func judge(_ history: History, consistency: String, limits: JudgingLimits) throws -> Judgement

  /// Judges the history of a file, which is read while it is judged: for models that keep less than the whole history.
  func judge(_ source: HistorySource, consistency: String, limits: JudgingLimits) throws -> Judgement
}

extension HistoryModel {
  /// None.
  public var aliases: [String] { [] }

  /// Reads all of the history, and judges it.
  public func judge(_ source: HistorySource, consistency: String, limits: JudgingLimits) throws -> Judgement {
    try judge(source.history(), consistency: consistency, limits: limits)
  }
}

/// How much a judge may try before it says ``Judgement/Verdict/unknown``.
public struct JudgingLimits: Sendable {
  /// How many placements of a call the search for an order tries, over all parts of a history.
  public var placements: Int
  /// How long a judge may take. Nil: as long as it takes.
  public var time: Duration?

  /// These limits.
  public init(placements: Int = 20_000_000, time: Duration? = nil) {
    self.placements = placements
    self.time = time
  }
}

/// The models, by name.
public enum HistoryModels {
  /// Every model, in the order in which help lists them.
  public static let all: [any HistoryModel] = transactional + sequential

  /// The model of this name or alias, in small or capital letters.
  public static func named(_ name: String) -> (any HistoryModel)? {
    let name = name.lowercased()
    return all.first { $0.name == name || $0.aliases.contains(name) }
  }
}

import PropertyTesting

/// What a check of laws came to: a verdict for each law.
public struct LawReport: Sendable, CustomStringConvertible {
  /// One law and its verdict.
  public struct Row: Sendable {
    /// The protocol or topic.
    public let topic: String
    /// The law as a sentence.
    public let statement: String
    /// Where it is documented.
    public let source: LawSource
    /// The verdict.
    public internal(set) var outcome: Outcome
  }

  /// The verdict on a law.
  public enum Outcome: Sendable {
    /// It held in all cases.
    case held(PropertyResult)
    /// It did not hold, or the run proves nothing.
    case broken(PropertyFailure)
    /// It was not checked, for this reason.
    case waived(reason: String)
  }

  /// The type, or what the call names it.
  public let subject: String
  /// A row for each law, grouped by topic.
  public internal(set) var rows: [Row]
  /// The waivers about values: the word and the reason.
  public let waivers: [(name: String, reason: String)]

  /// The failures, in the order of the table.
  public var failures: [PropertyFailure] {
    get { rows.compactMap { if case .broken(let failure) = $0.outcome { failure } else { nil } } }
    set {
      var replacements = newValue[...]
      for place in rows.indices {
        if case .broken = rows[place].outcome, let next = replacements.popFirst() { rows[place].outcome = .broken(next) }
      }
    }
  }

  /// Whether all laws that are not waived held.
  public var holds: Bool { failures.isEmpty }

  /// The table: a line for each law, and what is waived.
  public var description: String { LawTable(self).text }

  /// "✔ Money: 9 laws of Equatable and Hashable hold in 900 cases; waived: nan".
  public var line: String { LawTable(self).headline }
}

/// Which parts of a counterexample matter, and between which bounds it fails.
///
/// The engine changes one part at a time, leaves the rest as it is, and runs the property again. The explanation speaks only about the
/// values that it tried, and says so if those were all values that the part can have.
public struct Explanation: Sendable, Equatable {
  /// What is known about one part of the value.
  public struct Part: Sendable, Equatable {
    /// The way to the part in the printed value: `[1]`, `cap`, `steps[0].date`. In a sentence, the part with the words in front of it, in
    /// quotes: `“a queue of 0”`. Empty for the whole value. A value that the property drew has its name in front.
    public let path: String
    /// The part as it prints.
    public let text: String
    /// How the failure depends on this part.
    public let finding: Finding
  }

  /// How the failure depends on a part, as far as other values of the part were tried.
  public enum Finding: Sendable, Equatable {
    /// The property fails with each of the other values that were tried.
    case irrelevant(tried: Int, areAll: Bool)
    /// The property fails within these bounds and not outside of them.
    case bounds(Bounds)
    /// The property fails with some values and not with the others. Those are all values that the part can have.
    case values(failing: [String], others: [String])
  }

  /// A range of numbers, with what happens next to its ends.
  public struct Bounds: Sendable, Equatable {
    /// The least number with which the property fails. Nil: it fails down to the least number that is generated.
    public let lower: End?
    /// The greatest number with which the property fails. Nil: it fails up to the greatest number that is generated.
    public let upper: End?
    /// Whether the property fails at one value only.
    public let isOneValue: Bool
    /// How many other values were tried, including those next to the ends.
    public let tried: Int
    /// Whether those were all values that the generator makes.
    public let areAll: Bool
  }

  /// One end of a range in which the property fails.
  public struct End: Sendable, Equatable {
    /// The last value at which the property fails, as it prints.
    public let fails: String
    /// The value next to it, outside of the range, as it prints.
    public let neighbour: String
    /// Whether the property passes with the neighbour. If not, it fails there in another way.
    public let neighbourPasses: Bool
  }

  /// The parts about which there is something to say, in the order of the printed value.
  public internal(set) var parts: [Part] = []
  /// Whether the property still fails if all irrelevant parts change at once; nil if there are fewer than two.
  public internal(set) var areIrrelevantTogether: Bool?
  /// How many calls of the property the explanation took.
  public internal(set) var calls = 0
  /// Whether a limit ended the explanation: there may be more to say.
  public internal(set) var stoppedEarly = false
}

extension FailureReport {
  private static let mostLines = 8

  /// The lines under `why`.
  func lines(_ explanation: Explanation) -> [String] {
    var texts: [String] = []
    var irrelevant: [Explanation.Part] = []
    for part in explanation.parts {
      switch part.finding {
      case .irrelevant: irrelevant.append(part)
      case .bounds(let bounds): texts.append(head(part) + text(bounds, at: part.text))
      case .values(let failing, let others):
        texts.append(
          head(part) + "fails if and only if \(list(failing)), the rest fixed (not if \(list(others)); "
            + "all values tried)")
      }
    }
    if texts.count > Self.mostLines {
      let count = texts.count - Self.mostLines + 1
      texts = texts.prefix(Self.mostLines - 1) + ["… and \(count) other parts have bounds"]
    }
    let relevant = Set(explanation.parts.filter { if case .irrelevant = $0.finding { false } else { true } }.map(\.path))
    if let text = text(irrelevant, explanation.areIrrelevantTogether, besides: relevant) { texts.append(text) }
    return texts.enumerated().map { field($0.offset == 0 ? "why" : "", $0.element) }
  }

  private func head(_ part: Explanation.Part) -> String {
    name(part).map { "\($0): " } ?? ""
  }

  /// The way to the part and its text, if the way does not contain it; nil for the whole value.
  private func name(_ part: Explanation.Part) -> String? {
    if part.path.isEmpty { return nil }
    return part.path.hasSuffix("”") ? part.path : "\(part.path) = \(part.text)"
  }

  private func text(_ bounds: Explanation.Bounds, at value: String) -> String {
    let range: String
    // Of a sample nobody knows the other values.
    let always = bounds.areAll ? "if and only if " : ""
    switch (bounds.lower, bounds.upper) {
    case _ where bounds.isOneValue: range = "only at \(value)"
    case (let lower?, let upper?): range = "\(always)from \(lower.fails) to \(upper.fails)"
    case (let lower?, nil): range = "\(always)≥ \(lower.fails)"
    case (nil, let upper?): range = "\(always)≤ \(upper.fails)"
    case (nil, nil): range = "at \(value)"
    }
    let neighbours = [bounds.lower, bounds.upper].compactMap { end in
      end.map { "\($0.neighbour) \($0.neighbourPasses ? "passes" : "fails differently")" }
    }
    let evidence = "\(bounds.areAll ? "all" : "of") \(bounds.tried + 1) values tried"
    return "fails \(range), the rest fixed (\(neighbours.joined(separator: ", ")); \(evidence))"
  }

  /// - Parameter relevant: ways to parts of which something else matters.
  private func text(_ parts: [Explanation.Part], _ areIrrelevantTogether: Bool?, besides relevant: Set<String>) -> String? {
    guard let first = parts.first, case .irrelevant(let tried, let areAll) = first.finding else { return nil }
    guard parts.count > 1 else {
      let evidence =
        tried == 1 ? "the one other value fails too" : (areAll ? "all " : "") + "\(tried) other values fail too"
      return "\(name(first) ?? "its value") does not matter: \(evidence)"
    }
    // Parts of one thing together: "steps[0] (create, 0.0 s)".
    var names: [String] = []
    var texts: [String: [String]] = [:]
    for part in parts {
      if texts[part.path] == nil { names.append(part.path) }
      texts[part.path, default: []].append(part.text)
    }
    names = names.map { path in
      let parts = texts[path] ?? []
      if path.isEmpty { return parts.joined(separator: ", ") }
      if path.hasSuffix("”") || parts.count == 1 && !relevant.contains(path) { return path }
      return "\(path) (\(parts.joined(separator: ", ")))"
    }
    let total = parts.reduce(0) { sum, part in
      if case .irrelevant(let tried, _) = part.finding { sum + tried } else { sum }
    }
    let shown = names.prefix(6).joined(separator: ", ") + (names.count > 6 ? ", … (\(names.count))" : "")
    let together =
      switch areIrrelevantTogether {
      case true?: ", also if all change at once"
      case false?: " if one part changes, but not if all change at once"
      case nil: " if one part changes"
      }
    return "\(shown) do not matter: \(total) other values fail too\(together)"
  }

  private func list(_ texts: [String]) -> String {
    guard texts.count > 1, let last = texts.last else { return texts.first ?? "" }
    return texts.dropLast().joined(separator: ", ") + " or " + last
  }
}

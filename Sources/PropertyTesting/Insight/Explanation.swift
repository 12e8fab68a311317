/// Which parts of a counterexample matter, and between which bounds: what was learnt by changing one part at a
/// time, the rest as it is, and running the property again.
///
/// Everything it says was seen at the values that were tried, and at no others; where those were all that the
/// part can be, it says so.
public struct Explanation: Sendable, Equatable {
  public struct Part: Sendable, Equatable {
    /// The way to it in the printed value: `[1]`, `cap`, `steps[0].date`; empty where it is the whole value. A
    /// value that the property drew stands with its name in front.
    public let path: String
    /// As it prints.
    public let text: String
    public let finding: Finding
  }

  public enum Finding: Sendable, Equatable {
    /// It fails at each of the other values that were tried.
    case irrelevant(tried: Int, areAll: Bool)
    /// It fails within these bounds, and does not outside of them.
    case bounds(Bounds)
    /// It fails at some values and not at the others, and those were all.
    case values(failing: [String], others: [String])
  }

  /// A range of numbers, with what happens next to its ends.
  public struct Bounds: Sendable, Equatable {
    /// The least number at which it fails, and the next below, at which it does not; nil: it fails down to the
    /// least number that is generated.
    public let lower: End?
    public let upper: End?
    /// How many other values were tried, the ones next to the ends among them.
    public let tried: Int
    /// Those were all that are generated.
    public let areAll: Bool
  }

  public struct End: Sendable, Equatable {
    public let fails: String
    public let neighbour: String
    /// Whether the neighbour passes; else it fails in another way.
    public let neighbourPasses: Bool
  }

  /// In the order of the printed value; parts of which there is nothing to say are left out.
  public internal(set) var parts: [Part] = []
  /// Whether it fails too when all irrelevant parts are changed at once; nil where there are not several.
  public internal(set) var areIrrelevantTogether: Bool?
  /// Calls of the property.
  public internal(set) var calls = 0
  /// A limit ended it: there may be more to say.
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
          head(part) + "fails if and only if \(list(failing)), the rest fixed (at \(list(others)) it does not: "
            + "those are all)")
      }
    }
    if texts.count > Self.mostLines {
      let count = texts.count - Self.mostLines + 1
      texts = texts.prefix(Self.mostLines - 1) + ["… and \(count) other parts have their bounds"]
    }
    if let text = text(irrelevant, explanation.areIrrelevantTogether) { texts.append(text) }
    return texts.enumerated().map { field($0.offset == 0 ? "why" : "", $0.element) }
  }

  private func head(_ part: Explanation.Part) -> String {
    part.path.isEmpty ? "" : "\(part.path) = \(part.text): "
  }

  private func text(_ bounds: Explanation.Bounds, at value: String) -> String {
    let range: String
    switch (bounds.lower, bounds.upper) {
    case (let lower?, let upper?) where lower.fails == upper.fails: range = "only at \(lower.fails)"
    case (let lower?, let upper?): range = "if and only if from \(lower.fails) to \(upper.fails)"
    case (let lower?, nil): range = "if and only if ≥ \(lower.fails)"
    case (nil, let upper?): range = "if and only if ≤ \(upper.fails)"
    case (nil, nil): range = "at \(value)"
    }
    let neighbours = [bounds.lower, bounds.upper].compactMap { end in
      end.map { "\($0.neighbour) \($0.neighbourPasses ? "passes" : "fails otherwise")" }
    }
    let evidence = "\(bounds.areAll ? "all " : "")\(bounds.tried + 1) values tried"
    return "fails \(range), the rest fixed (\(neighbours.joined(separator: ", ")); \(evidence))"
  }

  private func text(_ parts: [Explanation.Part], _ areIrrelevantTogether: Bool?) -> String? {
    guard let first = parts.first, case .irrelevant(let tried, let areAll) = first.finding else { return nil }
    guard parts.count > 1 else {
      let evidence =
        tried == 1 ? "the one other value fails too" : (areAll ? "all " : "") + "\(tried) other values fail too"
      return (first.path.isEmpty ? "its value" : "\(first.path) = \(first.text)") + " does not matter: \(evidence)"
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
      return parts.count == 1 ? path : "\(path) (\(parts.joined(separator: ", ")))"
    }
    let total = parts.reduce(0) { sum, part in
      if case .irrelevant(let tried, _) = part.finding { sum + tried } else { sum }
    }
    let shown = names.prefix(6).joined(separator: ", ") + (names.count > 6 ? ", … (\(names.count))" : "")
    let together =
      switch areIrrelevantTogether {
      case true?: ", and so do changes of all at once"
      case false?: ", one at a time, but not changes of all at once"
      case nil: ", one at a time"
      }
    return "\(shown) do not matter: \(total) other values fail too\(together)"
  }

  private func list(_ texts: [String]) -> String {
    guard texts.count > 1, let last = texts.last else { return texts.first ?? "" }
    return texts.dropLast().joined(separator: ", ") + " or " + last
  }
}

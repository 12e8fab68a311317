import PropertyTesting

/// Laws that do not hold and whose least histories end in the same observed difference: most likely for one cause.
package struct FailureCause: Sendable, Equatable {
  /// "after a reopening, something is missing".
  package let says: String
  /// The ids of the laws, in their order.
  package let laws: [String]
  /// The law with the shortest history.
  package let least: String

  /// Above the causes of a report, in a report.
  package static func headline(of causes: [FailureCause]) -> String {
    let laws = causes.reduce(0) { $0 + $1.laws.count }
    return (laws == 1 ? "1 law does not hold. Its least history ends in " : "\(laws) laws do not hold. Their least histories end in ")
      + "\(causes.count == 1 ? "1 way" : "\(causes.count) ways"), so most likely there are no more causes:"
  }

  /// A cause in a report, wrapped, with its number from 1.
  package func lines(_ number: Int) -> [String] {
    "\(says): \(laws.joined(separator: ", "))".wrapped(at: 92).enumerated().map { line in
      (line.offset == 0 ? "  \(number)  " : "     ") + line.element
    }
  }

  /// What a history that fails ends in, in words that leave out keys, numbers and which law has claimed it.
  static func difference(_ message: String, after trace: [String]) -> String {
    let (claim, sides) = parts(of: message)
    if let error = message.firstMatch(of: #/Could not [^:]*: (.*)/#) { return "an error: " + withoutNumbers(String(error.1)) }
    let presence: String
    if let sides {
      switch change(from: sides.expected, to: sides.actual) {
      case .value(let says): return says
      case .presence(let says): presence = says
      }
    } else if claim.contains(#/\bis there\b/#), !claim.contains(#/\bnot there\b/#) {
      presence = missing
    } else {
      // The name of an anomaly stands before a colon, and its story after it.
      let line = claim.prefix { !$0.isNewline }
      return withoutNumbers(String(line.firstRange(of: ": ").map { line[..<$0.lowerBound] } ?? line))
    }
    return situation(claim, trace).map { "\($0), \(presence)" } ?? presence
  }

  private static let missing = "something is missing"
  private static let unexpected = "something is there that should not be"

  private static func parts(of message: String) -> (claim: String, sides: (expected: String, actual: String)?) {
    guard let expected = message.range(of: ": expected "),
      let got = message.range(of: ", got ", options: .backwards, range: expected.upperBound..<message.endIndex)
    else { return (message, nil) }
    let sides = (String(message[expected.upperBound..<got.lowerBound]), String(message[got.upperBound...]))
    return (String(message[..<expected.lowerBound]), sides)
  }

  /// What may have made records come or go.
  private static func situation(_ claim: String, _ trace: [String]) -> String? {
    let words: [(Regex<Substring>, String)] = [
      (#/reopening|closing and opening|open again/#, "after a reopening"), (#/kill -9/#, "after kill -9"),
      (#/power/#, "after a loss of power"), (#/restore/#, "after a restore"), (#/compact/#, "after a compaction"),
      (#/throw|rollback|abandon/#, "after a rollback"),
    ]
    let last = trace.last ?? ""
    for text in [claim, last] {
      if let found = words.first(where: { text.contains($0.0) }) { return found.1 }
    }
    if claim.contains(#/ from | to |\.\.</#) { return "in a read with bounds" }
    return last.contains(#/delete/#) ? "after a delete" : nil
  }

  private enum Change {
    case value(String)
    /// Of records, or of other things in a list.
    case presence(String)
  }

  /// What differs, by the words of both sides.
  private static func change(from expected: String, to actual: String) -> Change {
    if let wanted = Int(expected), let given = Int(actual) { return .presence(given < wanted ? missing : unexpected) }
    func count(_ text: String) -> [String: Int] {
      text.matches(of: #/[^\s\[\],{}]+/#).reduce(into: [:]) { $0[String($1.0), default: 0] += 1 }
    }
    let (wanted, given) = (count(expected), count(actual))
    let isMissing = wanted.contains { $0.value > given[$0.key, default: 0] }
    let isUnexpected = given.contains { $0.value > wanted[$0.key, default: 0] }
    if isMissing != isUnexpected { return .presence(isMissing ? missing : unexpected) }
    let kinds = values(expected).filter { !values(actual).contains($0) }.map(\.kind)
    if !kinds.isEmpty { return .value("another \(Set(kinds).sorted().joined(separator: ", another "))") }
    return .value("\(withoutNumbers(expected)) becomes \(withoutNumbers(actual))")
  }

  private struct TypedValue: Hashable {
    let kind: String
    let text: Substring
  }

  /// As reports print values: `text "a"`.
  private static func values(_ text: String) -> [TypedValue] {
    text.matches(of: #/\b(int64|double|decimal|text|bytes|date|uuid|version) (\S+)/#).map { TypedValue(kind: String($0.1), text: $0.2) }
  }

  private static func withoutNumbers(_ text: String) -> String {
    let short = text.replacing(#/"[^"]*"|“[^”]*”/#, with: "…").replacing(#/\b[0-9]+/#, with: "#")
    return short.count > 80 ? "\(short.prefix(80))…" : short
  }
}

extension ConformanceReport {
  /// The laws that do not hold, by what their least histories end in; the cause of most laws first.
  /// - Parameter expected: laws to leave out.
  package func causes(besides expected: Set<String> = []) -> [FailureCause] {
    var groups: [String: [(id: String, steps: Int)]] = [:]
    for row in broken where !expected.contains(row.law.id) {
      guard let found = row.result?.verdict.counterexample else { continue }
      let trace = found.trace
      groups[FailureCause.difference(found.message, after: trace), default: []].append((row.law.id, trace.count))
    }
    return groups.map { says, rows in
      let least = rows.min { ($0.steps, $0.id) < ($1.steps, $1.id) }?.id ?? ""
      return FailureCause(says: says, laws: rows.map(\.id), least: least)
    }.sorted { ($1.laws.count, $0.laws[0]) < ($0.laws.count, $1.laws[0]) }
  }
}

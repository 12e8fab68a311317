import Foundation

/// How shrinking ends for drawn predicates, beside another engine's figures for the same.
struct DrawnFigures: Codable {
  /// For each seed that found a failure: what it ended in, and the calls while shrinking.
  struct Ending: Codable {
    let value: String
    let calls: Int
  }

  let endings: [Ending]

  static func measure(_ rows: [DrawnRow], seeds: UInt64) async -> [DrawnFigures] {
    var figures: [DrawnFigures] = []
    for row in rows {
      var endings: [Ending] = []
      for seed in 1...seeds {
        if let run = await row.run(seed: seed) { endings.append(Ending(value: run.value, calls: run.calls)) }
      }
      figures.append(DrawnFigures(endings: endings))
    }
    return figures
  }

  var meanCalls: Double { endings.isEmpty ? 0 : Double(endings.map(\.calls).reduce(0, +)) / Double(endings.count) }
  var medianCalls: Int { Self.median(endings.map(\.calls)) }

  /// How many ended in `least`.
  func count(_ least: String) -> Int { endings.count { $0.value == least } }

  /// Whether at least 95 % of the runs end in `least`.
  func isLeast(_ least: String) -> Bool { !endings.isEmpty && count(least) * 20 >= endings.count * 19 }

  static func median<Number: Comparable & AdditiveArithmetic>(_ numbers: [Number]) -> Number {
    numbers.isEmpty ? .zero : numbers.sorted()[numbers.count / 2]
  }
}

extension DrawnFigures {
  /// By kind: rows that end least from 95 % of seeds, runs that do, and calls. The other engine, if there is one, has an order of its own:
  /// see ``leastOfOther``.
  static func table(_ rows: [DrawnRow], _ own: [DrawnFigures], other: [DrawnFigures]?) -> String {
    var lines = [
      "| kind | rows least | runs least | median calls | mean calls |" + (other == nil ? "" : " rows | runs | median | mean |"),
      "|---|---|---|---|---|" + (other == nil ? "" : "---|---|---|---|"),
    ]
    var kinds: [String] = []
    for row in rows where kinds.last != row.kind { kinds.append(row.kind) }
    for kind in kinds + ["all"] {
      let places = rows.indices.filter { kind == "all" || rows[$0].kind == kind }
      var cells = ["| \(kind)"] + summary(places.map { (own[$0], rows[$0].least) })
      if let other { cells += summary(places.map { (other[$0], other[$0].leastOfOther(rows[$0].least)) }) }
      lines.append(cells.joined(separator: " | ") + " |")
    }
    if let other {
      let both = rows.indices.filter { own[$0].isLeast(rows[$0].least) && other[$0].isLeast(other[$0].leastOfOther(rows[$0].least)) }
      let ahead = both.count { own[$0].medianCalls <= other[$0].medianCalls }
      let median = { (figures: [DrawnFigures]) in Self.median(both.map { figures[$0].medianCalls }) }
      lines.append(
        "\nOf \(both.count) rows that both end least: median calls \(median(own)) and \(median(other)), ours at most as many in \(ahead), "
          + "more than three times as many in \(both.count { own[$0].medianCalls > 3 * other[$0].medianCalls })")
    }
    return lines.joined(separator: "\n")
  }

  private static func summary(_ figures: [(DrawnFigures, String)]) -> [String] {
    let runs = figures.flatMap { $0.0.endings }
    return [
      "\(figures.count { $0.0.isLeast($0.1) }) of \(figures.count)", "\(figures.reduce(0) { $0 + $1.0.count($1.1) }) of \(runs.count)",
      "\(median(figures.map { $0.0.medianCalls }))",
      String(format: "%.0f", figures.map { $0.0.meanCalls }.reduce(0, +) / Double(max(figures.count, 1))),
    ]
  }

  /// The other engine has an order of its own for characters, dates and lists in lists. So what most of its runs end in counts as least if
  /// it has no more numbers than ours, unless a run ends in ours.
  private func leastOfOther(_ least: String) -> String {
    if count(least) > 0 { return least }
    func size(_ value: String) -> Int { value.split { !"-.0123456789e".contains($0) }.count }
    let endings = Dictionary(grouping: endings, by: \.value).filter { size($0.key) <= size(least) }
    return endings.max { ($0.value.count, $1.key) < ($1.value.count, $0.key) }?.key ?? least
  }

  /// The rows that do not end least from 95 % of seeds, and those that take most calls, with what they end in.
  static func misses(_ rows: [DrawnRow], _ own: [DrawnFigures], other: [DrawnFigures]?) -> String {
    rows.indices.filter { !own[$0].isLeast(rows[$0].least) }.map { place in
      let row = rows[place]
      let endings = Dictionary(grouping: own[place].endings, by: \.value).map { ($0.value.count, $0.key) }
        .sorted { ($1.0, $0.1) < ($0.0, $1.1) }.filter { $0.1 != row.least }.prefix(3).map { "\($0.0) × \($0.1)" }.joined(separator: "; ")
      let peer = other.map { " other \($0[place].count($0[place].leastOfOther(row.least)))/\($0[place].endings.count)" } ?? ""
      return "\(row.kind) \(row.domain.text): \(row.fails.text) least \(row.least) "
        + "\(own[place].count(row.least))/\(own[place].endings.count) calls \(own[place].medianCalls)\(peer) | \(endings)"
    }.joined(separator: "\n")
  }
}

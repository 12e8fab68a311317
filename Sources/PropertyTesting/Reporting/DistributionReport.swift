import Foundation

/// The classes and tables of a run as text for a terminal.
public struct DistributionReport: Sendable {
  private let distribution: Distribution

  /// A report of this distribution.
  public init(_ distribution: Distribution) {
    self.distribution = distribution
  }

  /// The report: several lines, without a newline at the end. Empty if nothing was labelled or collected.
  public var text: String {
    var lines: [String] = []
    if !distribution.classes.isEmpty {
      lines.append("  classes  of \(distribution.cases) \(distribution.cases == 1 ? "case" : "cases")")
      lines += rows(
        distribution.classes.map { Line(name: $0.name, count: $0.count, note: note($0)) },
        of: distribution.cases)
    }
    for table in distribution.tables {
      let label = table.name.padding(toLength: max(9, table.name.count + 1), withPad: " ", startingAt: 0)
      lines.append("  \(label)\(table.count) \(table.count == 1 ? "value" : "values")\(summary(table))")
      lines += rows(table.rows.map { Line(name: $0.name, count: $0.count, note: "") }, of: table.count)
    }
    return lines.joined(separator: "\n")
  }

  private struct Line {
    let name: String
    let count: Int
    let note: String
  }

  private static let barWidth = 25

  private func rows(_ lines: [Line], of total: Int) -> [String] {
    let nameWidth = min(40, lines.map(\.name.count).max() ?? 0)
    let countWidth = lines.map { "\($0.count)".count }.max() ?? 0
    return lines.map { line in
      let share = total == 0 ? 0 : Double(line.count) / Double(total)
      let bar = bar(share)
      let name = line.name.padding(toLength: max(nameWidth, line.name.count), withPad: " ", startingAt: 0)
      let count = "\(line.count)"
      let padding = String(repeating: " ", count: countWidth - count.count)
      let text = "    \(name)  \(String(format: "%5.1f", share * 100)) %  \(padding)\(count)  \(bar)"
      guard !line.note.isEmpty else { return text.trimmingTrailingBlanks }
      return text + String(repeating: " ", count: Self.barWidth - bar.count) + "  " + line.note
    }
  }

  /// In eighths of a character.
  private func bar(_ share: Double) -> String {
    let eighths = Int((min(max(share, 0), 1) * Double(Self.barWidth * 8)).rounded())
    let rest = eighths % 8
    let parts = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]
    return String(repeating: "█", count: eighths / 8) + (rest < parts.count ? parts[rest] : "")
  }

  private func note(_ entry: Distribution.Class) -> String {
    guard let required = entry.required, let interval = entry.interval else { return "" }
    let standing =
      switch entry.standing {
      case .sufficient: ": enough"
      case .insufficient: ": too few"
      case .undecided where entry.count == 0: ": never seen"
      case .undecided: Double(entry.count) < required * Double(distribution.cases) ? ": too few so far" : ": enough so far"
      case nil: ": not judged"
      }
    return "\(bounds(interval)), \(percent(required)) required\(standing)"
  }

  private func summary(_ table: Distribution.Table) -> String {
    guard let numbers = table.numbers else { return "" }
    return " from \(Histogram.short(numbers.least)) to \(Histogram.short(numbers.greatest)), "
      + "mean \(Histogram.short(numbers.mean))"
  }
}

/// "between 1.2 and 40 %".
func bounds(_ interval: ClosedRange<Double>) -> String {
  func number(_ share: Double) -> String {
    let text = String(format: share < 0.1 ? "%.1f" : "%.0f", share * 100)
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
  return "\(number(interval.lowerBound)) to \(number(interval.upperBound)) %"
}

extension String {
  fileprivate var trimmingTrailingBlanks: String {
    String(self[..<(lastIndex { $0 != " " }.map(index(after:)) ?? startIndex)])
  }
}

import Foundation

/// Where cases came from, the classes they were in, and what they collected: tables with a bar in each row.
struct BarTables {
  private let row: PropertyRecord

  init(_ row: PropertyRecord) {
    self.row = row
  }

  var html: String {
    var html = phases + classes
    for table in row.tables {
      let note = "\(table.count) values" + (table.summary.map { ", \($0)" } ?? "")
      html += "<h4>\(escaped(table.name)) <span class=\"meta\">\(escaped(note))</span></h4><table><tbody>"
      html += table.rows.map { entry in
        "<tr><td>\(escaped(cut(entry.name, to: 200)))</td><td class=\"n\">\(entry.count)</td><td>\(bar(entry.count, of: table.count))</td></tr>"
      }.joined() + "</tbody></table>"
    }
    return html
  }

  private var phases: String {
    guard !row.phases.isEmpty else { return "" }
    let total = row.phases.reduce(0) { $0 + $1.passed + $1.discarded + $1.failed }
    let rows = row.phases.map { phase in
      "<tr><td>\(phase.phase.rawValue)</td><td class=\"n\">\(phase.passed)</td><td class=\"n\">\(phase.discarded)</td>"
        + "<td class=\"n\(phase.failed > 0 ? " not" : "")\">\(phase.failed)</td><td>\(bar(phase.passed + phase.discarded + phase.failed, of: total))</td></tr>"
    }
    return "<h4>Cases by phase</h4><table><thead><tr><th scope=\"col\">phase</th><th scope=\"col\">passed</th><th scope=\"col\">discarded</th>"
      + "<th scope=\"col\">failed</th><th></th></tr></thead><tbody>\(rows.joined())</tbody></table>"
  }

  private var classes: String {
    let cases = row.cases - (row.counterexample == nil ? 0 : 1)
    let required = row.shares.map { share -> String in
      let standing = share.standing ?? "not judged"
      let words =
        String(format: "%.0f to %.0f %%, %g %% required: ", share.atLeast * 100, share.atMost * 100, share.required * 100) + standing
      return "<tr><td>\(escaped(share.name))</td><td class=\"n\">\(share.count)</td><td>\(bar(share.count, of: cases, share))</td>"
        + "<td class=\"meta\(standing == "too few" ? " not" : "")\">\(escaped(words))</td></tr>"
    }
    let known = Set(row.shares.map(\.name))
    let rest = row.classes.filter { !known.contains($0.key) }.sorted { $0.value == $1.value ? $0.key < $1.key : $0.value > $1.value }
    let others = rest.prefix(Self.mostClasses).map { name, count in
      "<tr><td>\(escaped(cut(name, to: 200)))</td><td class=\"n\">\(count)</td><td>\(bar(count, of: cases))</td><td></td></tr>"
    }
    guard !required.isEmpty || !others.isEmpty else { return "" }
    let more = rest.count > Self.mostClasses ? "<tr><td class=\"meta\">… and \(rest.count - Self.mostClasses) more classes</td></tr>" : ""
    return "<h4>Classes of \(cases) cases that passed</h4><table><tbody>\(required.joined())\(others.joined())\(more)</tbody></table>"
  }

  private static let mostClasses = 40

  /// The picture repeats what stands beside it, so that it says nothing to those who cannot see it. A line across it is the required share, and the
  /// whiskers are the shares that the count is compatible with.
  private func bar(_ count: Int, of total: Int, _ share: PropertyRecord.Share? = nil) -> String {
    let width = total <= 0 ? 0 : min(1, Double(count) / Double(total)) * 120
    var content = "<path class=\"b\" d=\"M0 2h\(short(width))v8H0z\"/>"
    if let share {
      let (low, high, required) = (short(share.atLeast * 120), short(min(1, share.atMost) * 120), short(min(1, share.required) * 120))
      content += "<path class=\"w\" d=\"M\(low) 3v6M\(low) 6H\(high)M\(high) 3v6\"/><path class=\"r\" d=\"M\(required) 0v12\"/>"
    }
    return "<svg viewBox=\"0 0 122 12\" width=\"122\" height=\"12\" aria-hidden=\"true\">\(content)</svg>"
  }
}

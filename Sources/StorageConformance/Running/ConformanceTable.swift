/// Several backends side by side: a line for each law, with the number of cases on each backend that examined the law.
public struct ConformanceTable: Sendable {
  /// What a cell says of one law on one backend.
  private let rows: [(law: StorageLaw, cells: [String])]
  private let names: [String]

  /// - Parameter reports: the reports, each with the name of its backend for the table's column.
  public init(_ reports: [(name: String, report: ConformanceReport)]) {
    names = reports.map(\.name)
    var laws: [StorageLaw] = []
    for row in reports.flatMap(\.report.rows) where !laws.contains(where: { $0.id == row.law.id }) { laws.append(row.law) }
    rows = laws.map { law in
      (law, reports.map { _, report in report.rows.first { $0.law.id == law.id }.map(Self.cell) ?? "" })
    }
  }

  /// "100"; "16 of 25", if not every case came to what the law is about; "skipped", "not examined", or the verdict.
  private static func cell(_ row: ConformanceReport.Row) -> String {
    guard let result = row.result, row.isHeld else { return row.isSkipped || row.word == "not examined" ? row.word : "✘ \(row.word)" }
    return row.examined == result.cases ? "\(result.cases)" : "\(row.examined) of \(result.cases)"
  }

  /// The table as text. It numbers the columns and lists the backends' names below, because a command may be long.
  public var text: String {
    let heads = names.indices.map { "[\($0 + 1)]" }
    let widths = heads.indices.map { index in ([heads[index]] + rows.map { $0.cells[index] }).map(\.count).max() ?? 0 }
    let titleWidth = rows.map { $0.law.id.count + $0.law.title.count + 1 }.max() ?? 0
    func line(_ title: String, _ cells: [String]) -> String {
      let columns = zip(cells, widths).map { cell, width in String(repeating: " ", count: width - cell.count + 2) + cell }
      return title.padding(toAtLeast: titleWidth) + columns.joined()
    }
    var lines = ["", "cases that examined the law", line("", heads)]
    lines += rows.map { line("\($0.law.id) \($0.law.title)", $0.cells) }
    lines += zip(heads, names).map { "\($0) \($1)" }
    return lines.joined(separator: "\n")
  }
}

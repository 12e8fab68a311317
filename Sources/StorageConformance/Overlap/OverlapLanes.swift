/// A run as people read it: a column for each session, a line for each step.
struct OverlapLanes: CustomStringConvertible {
  let record: OverlapRecord
  let sessionCount: Int

  var description: String {
    let rows = record.events.map { ($0.session, text($0)) }
    let widths = (0..<sessionCount).map { session in
      max(12, (rows.filter { $0.0 == session }.map(\.1.count).max() ?? 0) + 2)
    }
    func line(_ number: String, _ session: Int, _ text: String) -> String {
      let indent = widths.prefix(session).reduce(0, +)
      return pad(number, 4) + String(repeating: " ", count: indent) + text
    }
    let head = pad("", 4) + widths.enumerated().map { pad("T\($0.offset + 1)", $0.element) }.joined()
    var lines = ["at first: \(list(OverlapScript.firstValues.map { OverlapEntry(key: $0.key, value: $0.value) }))"]
    lines.append(String(head.reversed().drop { $0 == " " }.reversed()))
    for (number, row) in rows.enumerated() { lines.append(line("\(number + 1)", row.0, row.1)) }
    if let last = record.lastRead { lines.append("at last: \(list(last))") }
    return lines.joined(separator: "\n")
  }

  private func text(_ event: OverlapEvent) -> String {
    switch event.kind {
    case .begins(let isReadOnly): (isReadOnly ? "begins to read" : "begins") + (event.attempt == 0 ? "" : " again")
    case .did(let observation): observation.description
    case .waits(let step): "(\(step) waits)"
    case .startsAnew: "is run anew by its store"
    case .ended(.committed): "commits"
    case .ended(.rolledBack): "throws, is rolled back"
    case .ended(.conflict): "conflict, is rolled back"
    case .ended(.unknown): "is lost: done or not"
    case .ended(.failed): "fails"
    }
  }

  private func list(_ entries: [OverlapEntry]) -> String {
    entries.isEmpty ? "nothing" : entries.map(\.description).joined(separator: ", ")
  }

  private func pad(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
}

import PropertyTesting

/// What devices did, and what each sent to the last lane and had from it: a column for each, time downwards, messages as arrows.
struct MessageChart {
  private let lanes: TraceFigure.Lanes

  init(_ lanes: TraceFigure.Lanes) { self.lanes = lanes }

  private static let (column, row, head) = (230.0, TraceFigure.Lanes.row, TraceFigure.Lanes.head)
  /// The most characters that a column has room for, and the width of one.
  private static let (most, letter) = (30, 6.6)

  private func x(_ lane: Int) -> Double { 20 + Self.column * Double(lane) }

  var html: String {
    guard !lanes.bars.isEmpty, !lanes.names.isEmpty else { return "" }
    let rows = Dictionary(Set(lanes.bars.map(\.start)).sorted().enumerated().map { ($1, $0) }) { first, _ in first }
    let (width, height) = (20 + Self.column * Double(lanes.names.count), Self.head + Self.row * Double(rows.count) + 6)
    var content = lanes.heads(x, height)
    var previous: TraceFigure.Bar?
    for bar in lanes.bars {
      let top = Self.head + Self.row * Double(rows[bar.start] ?? 0)
      if let previous, previous.start == bar.start { content += arrow(previous, bar, top) }
      let words = bar.text + (bar.outcome.isEmpty ? "" : " → " + bar.outcome)
      content += "<rect class=\"\(bar.isStuck ? "x" : "o")\" x=\"\(short(x(bar.lane)))\" y=\"\(short(top))\" width=\"16\" "
        + "height=\"\(short(Self.row - 6))\" rx=\"3\"/><text x=\"\(short(x(bar.lane) + 22))\" y=\"\(short(top + 14))\">"
        + "<title>\(escaped(words))</title>\(escaped(cut(words, to: Self.most, mark: "…")))</text>"
      previous = bar
    }
    let title = "What the devices did, and what they exchanged"
    let words = "An arrow has a head where something arrived, and ✗ where the exchange failed"
    return lanes.section(title, words, picture(title, words, width: width, height: height, content)) + table(title)
  }

  /// From behind the words of one bar to another one.
  private func arrow(_ from: TraceFigure.Bar, _ to: TraceFigure.Bar, _ top: Double) -> String {
    let y = top + (Self.row - 6) / 2
    let count = min(Self.most, from.text.count + (from.outcome.isEmpty ? 0 : from.outcome.count + 3))
    let (start, end) = (x(from.lane) + 28 + Self.letter * Double(count), x(to.lane) - 2)
    var arrow = "<path class=\"a\" d=\"M\(short(start)) \(short(y))H\(short(end))\"/>"
    func head(at x: Double, _ direction: Double) -> String {
      let tail = short(x - 6 * direction)
      return "<path class=\"a\" d=\"M\(tail) \(short(y - 4))L\(short(x)) \(short(y))L\(tail) \(short(y + 4))\"/>"
    }
    arrow += to.isStuck ? "<text x=\"\(short(end - 10))\" y=\"\(short(y + 4))\">✗</text>" : head(at: end, 1)
    return to.isSwitch ? arrow + head(at: start, -1) : arrow
  }

  private func table(_ title: String) -> String {
    behind(
      title, ["time", "who", "what", "what went wrong"],
      lanes.bars.map { bar in
        ["\(bar.start + 1)", lanes.who(bar), bar.text, bar.isStuck ? "failed" : bar.outcome]
      })
  }
}

import PropertyTesting

/// A concurrent history or a schedule: a column for each client or task, time downwards.
struct LaneChart {
  private let lanes: TraceFigure.Lanes

  init(_ lanes: TraceFigure.Lanes) {
    self.lanes = lanes
  }

  private static let (column, row, head) = (190.0, TraceFigure.Lanes.row, TraceFigure.Lanes.head)

  /// Moments in rising order: what lies between two of them takes no room.
  private var moments: [Int] { Set(lanes.bars.flatMap { [$0.start, $0.end] }).sorted() }

  var html: String {
    guard !lanes.bars.isEmpty, !lanes.names.isEmpty else { return "" }
    let moments = moments
    let (width, height) = (20 + Self.column * Double(lanes.names.count), Self.head + Self.row * Double(moments.count) + 6)
    func x(_ lane: Int) -> Double { 20 + Self.column * Double(lane) }
    func y(_ moment: Int) -> Double { Self.head + Self.row * Double(moments.firstIndex(of: moment) ?? 0) }
    var content = lanes.heads(x, height)
    var previous: TraceFigure.Bar?
    for bar in lanes.bars {
      let (left, top) = (x(bar.lane), y(bar.start))
      // Of a history an outcome may come at the moment of the call.
      let size = max(Self.row - 6, y(bar.end) - top - (lanes.kind == .schedule ? 6 : 0) + (lanes.kind == .history ? Self.row - 6 : 0))
      if bar.isSwitch, let previous, previous.lane != bar.lane {
        content += "<path class=\"a\" d=\"M\(short(x(previous.lane) + 8)) \(short(top - 4))H\(short(left + 8))\"/>"
      }
      content += "<rect class=\"\(bar.isStuck ? "x" : "o")\" x=\"\(short(left))\" y=\"\(short(top))\" width=\"16\" height=\"\(short(size))\" rx=\"3\"/>"
      let sign = bar.isStuck ? "✗ " : bar.isSwitch ? "⇄ " : ""
      let end = bar.outcome.isEmpty ? "" : (lanes.kind == .history ? " → " : " ") + bar.outcome
      content += "<text x=\"\(short(left + 22))\" y=\"\(short(top + 14))\"><title>\(escaped(sign + bar.text + end))</title>"
        + "\(escaped(cut(sign + bar.text + end, to: 25, mark: "…")))</text>"
      if let effect = bar.effect {
        content += "<circle class=\"h\" cx=\"\(short(left + 8))\" cy=\"\(short(place(of: effect, y)))\" r=\"4.5\"/>"
      }
      previous = bar
    }
    let title = lanes.kind == .history ? "What the clients did at the same time" : "Who ran when"
    let words =
      lanes.kind == .history && !lanes.bars.contains { $0.isStuck || $0.effect != nil }
      ? "From the invocation of each call to its completion"
      : lanes.kind == .history
      ? "A dot marks the moment at which a call of the longest order found takes effect; ✗ marks the call that fits no order"
      : "⇄ marks where the schedule departs from its default; ✗ marks a waiting task that nothing can wake"
    return lanes.section(title, words, picture(title, words, width: width, height: height, content)) + table(title)
  }

  private func place(of effect: Double, _ y: (Int) -> Double) -> Double {
    let moment = moments.last { Double($0) <= effect } ?? 0
    return y(moment) + 4 + min(1, (effect - Double(moment)) * 10) * (Self.row - 8)
  }

  private func table(_ title: String) -> String {
    let isHistory = lanes.kind == .history
    return behind(
      title, isHistory ? ["who", "call", "outcome", "called", "returned", "order"] : ["step", "who", "where", "time", ""],
      lanes.bars.enumerated().map { place, bar in
        let who = lanes.who(bar)
        guard isHistory else {
          return ["\(place + 1)", who, bar.text, bar.outcome, bar.isStuck ? "stuck" : bar.isSwitch ? "switch" : ""]
        }
        let order = bar.effect.flatMap { own in
          lanes.bars.compactMap(\.effect).sorted().firstIndex(of: own).map { "#\($0 + 1)" }
        }
        return [who, bar.text, bar.outcome, "\(bar.start)", "\(bar.end)", bar.isStuck ? "no place" : order ?? ""]
      })
  }
}

extension TraceFigure.Lanes {
  /// How high a moment is, and the names above all.
  static let (row, head) = (26.0, 28.0)

  /// The names, and a line below each.
  func heads(_ x: (Int) -> Double, _ height: Double) -> String {
    names.enumerated().map { number, name in
      "<text x=\"\(short(x(number)))\" y=\"16\" font-weight=\"600\">\(escaped(cut(name, to: 24, mark: "…")))</text>"
        + "<path class=\"l\" d=\"M\(short(x(number) + 8)) \(short(Self.head - 6))V\(short(height))\"/>"
    }.joined()
  }

  /// A picture of lanes under its title.
  func section(_ title: String, _ words: String, _ picture: String) -> String {
    let omitted = omitted == 0 ? "" : "; \(omitted) are left out"
    return "<h4>\(title) <span class=\"meta\">\(words)\(omitted)</span></h4>"
      + "<div class=\"wide\" tabindex=\"0\" role=\"group\" aria-label=\"\(title)\">\(picture)</div>"
  }

  /// The name of a bar's lane.
  func who(_ bar: TraceFigure.Bar) -> String { names.indices.contains(bar.lane) ? names[bar.lane] : "" }
}

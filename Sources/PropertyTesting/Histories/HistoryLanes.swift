/// A drawing of calls that overlap: a column for each client, with time downwards.
///
///     time  alice          bob
///        1  ┌ put a 1
///        2  │              ─ get a → 1
///        4  └ → done
///        5                 ─ get a → nothing  ✗
///
/// If the width has no room for the clients, each call has a line of its own. The calls are text, so any history can be drawn.
public struct HistoryLanes: Sendable {
  /// One call, as it is drawn.
  public struct Call: Sendable {
    /// The client's name, which heads its lane.
    public var client: String
    /// The operation and its arguments, as text.
    public var text: String
    /// The outcome, as text. Empty: the drawing shows none.
    public var outcome: String
    /// The logical time of the call.
    public var called: Int
    /// The logical time of the return.
    public var returned: Int
    /// A mark behind the outcome, such as ✗ for a call that has no place.
    public var mark: String

    /// A call to draw.
    public init(client: String, text: String, outcome: String, called: Int, returned: Int, mark: String = "") {
      self.client = client
      self.text = text
      self.outcome = outcome
      self.called = called
      self.returned = max(called, returned)
      self.mark = mark
    }

    fileprivate var end: String { outcome.isEmpty ? "" : " → " + outcome }
    fileprivate var behind: String { mark.isEmpty ? "" : "  " + mark }
  }

  /// The calls, in any order: the drawing sorts them by time.
  public var calls: [Call]
  /// The longest line, in characters.
  public var width: Int

  /// A narrower column says nothing.
  private static let leastColumn = 14

  /// Lanes for these calls. A width below 40 counts as 40.
  public init(_ calls: [Call], width: Int = 100) {
    self.calls = calls
    self.width = max(40, width)
  }

  /// The drawing, line by line.
  public var lines: [String] {
    var clients: [String] = []
    for call in calls.sorted(by: { ($0.called, $0.returned) < ($1.called, $1.returned) })
    where !clients.contains(call.client) {
      clients.append(call.client)
    }
    let timeWidth = max(4, calls.map { "\($0.returned)".count }.max() ?? 0)
    let room = width - timeWidth - 2 * clients.count
    return room < Self.leastColumn * clients.count ? list : columns(clients, timeWidth, room)
  }

  private struct Cell {
    var text = ""
    /// Is not cut off.
    var mark = ""

    var count: Int { text.count + mark.count }

    func cut(to width: Int) -> String { text.cut(to: width - mark.count) + mark }
  }

  private struct Row {
    let time: Int
    /// By client.
    var cells: [Cell]
  }

  private func columns(_ clients: [String], _ timeWidth: Int, _ room: Int) -> [String] {
    var rows: [Row] = []
    var open = Array(repeating: 0, count: clients.count)
    let events = events
    var position = 0
    while position < events.count {
      let (time, isReturn, index) = events[position]
      let call = calls[index]
      guard let client = clients.firstIndex(of: call.client) else { break }
      var row = Row(time: time, cells: open.map { Cell(text: $0 > 0 ? "│" : "") })
      position += 1
      if isReturn {
        row.cells[client] = Cell(text: "└" + call.end, mark: call.behind)
        open[client] -= 1
      } else if position < events.count, events[position].isReturn, events[position].index == index {
        row.cells[client] = Cell(text: "─ " + call.text + call.end, mark: call.behind)
        position += 1
      } else {
        row.cells[client] = Cell(text: "┌ " + call.text)
        open[client] += 1
      }
      rows.append(row)
    }
    var widths = clients.indices.map { client in
      max(clients[client].count, rows.map { $0.cells[client].count }.max() ?? 0)
    }
    // What is too wide is taken from the widest.
    while widths.reduce(0, +) > room, let widest = widths.indices.max(by: { widths[$0] < widths[$1] }) {
      widths[widest] -= 1
    }
    let header = line("time".leading(timeWidth), clients.map { Cell(text: $0) }, widths)
    return [header] + rows.map { line("\($0.time)".leading(timeWidth), $0.cells, widths) }
  }

  private func line(_ time: String, _ cells: [Cell], _ widths: [Int]) -> String {
    var line = time
    for (cell, width) in zip(cells, widths) { line += "  " + cell.cut(to: width).trailing(width) }
    return line.withoutTrailingSpaces
  }

  /// A line for each call.
  private var list: [String] {
    let times = calls.map { "\($0.called)–\($0.returned)" }
    let timeWidth = max(4, times.map(\.count).max() ?? 0)
    let clientWidth = min(20, calls.map(\.client.count).max() ?? 0)
    return zip(times, calls).sorted { ($0.1.called, $0.1.returned) < ($1.1.called, $1.1.returned) }.map { time, call in
      let client = call.client.cut(to: clientWidth).trailing(clientWidth)
      let line = time.trailing(timeWidth) + "  " + client + "  " + call.text + call.end
      return Cell(text: line, mark: call.behind).cut(to: width)
    }
  }

  /// By time; of one time, calls before returns, since what meets there overlaps.
  private var events: [(time: Int, isReturn: Bool, index: Int)] {
    var events: [(time: Int, order: Int, index: Int)] = []
    for (index, call) in calls.enumerated() {
      events.append((call.called, 0, index))
      events.append((call.returned, 1, index))
    }
    return events.sorted { $0 < $1 }.map { ($0.time, $0.order == 1, $0.index) }
  }
}

extension String {
  fileprivate func trailing(_ width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }

  fileprivate func leading(_ width: Int) -> String { String(repeating: " ", count: max(0, width - count)) + self }

  fileprivate func cut(to width: Int) -> String {
    count <= width ? self : String(prefix(max(0, width - 1))) + "…"
  }

  fileprivate var withoutTrailingSpaces: String {
    var copy = self
    while copy.last == " " { copy.removeLast() }
    return copy
  }
}

import PropertyTesting

/// A history as its readers see it: a lane for each device and one for the server, messages as arrows between them.
///
///      A                          B                          server
///      insert a {title: v1}
///      sync ──────────────────────────────────────────────▶  1 sent, 0 received
struct SyncLanes: Sendable {
  struct Line: Sendable, Equatable {
    /// The lane.
    var device: Int
    /// What the device did.
    var text: String
    /// What a sync exchanged and how it ended; nil: it is no sync.
    var exchange: Exchange?
  }

  struct Exchange: Sendable, Equatable {
    var sent: Int
    var received: Int
    /// How it failed, or what went wrong meanwhile; empty: it did what it should.
    var trouble: String
    var isDone: Bool
  }

  var names: [String]
  var lines: [Line] = []

  /// The drawing, line by line.
  var text: [String] {
    let width = max(18, lines.filter { $0.exchange == nil }.map(\.text.count).max() ?? 0)
    let heads = names.map { $0.padded(to: width) }.joined(separator: "  ") + "  server"
    return [heads] + lines.map { line in
      let indent = String(repeating: " ", count: line.device * (width + 2))
      guard let exchange = line.exchange else { return indent + line.text }
      let length = (names.count - line.device) * (width + 2) - line.text.count - 3
      let arrow = (exchange.received > 0 ? "◀" : "─") + String(repeating: "─", count: max(1, length)) + (exchange.isDone ? "▶" : "✗")
      let trouble = exchange.trouble.isEmpty ? "" : "; \(exchange.trouble)"
      return "\(indent)\(line.text) \(arrow) \(exchange.sent) sent, \(exchange.received) received\(trouble)"
    }
  }

  /// The same for a page.
  var figure: TraceFigure {
    .lanes(
      TraceFigure.Lanes(
        kind: .messages, names: names + ["server"],
        bars: lines.enumerated().flatMap { time, line in
          let bar = TraceFigure.Bar(lane: line.device, start: time, end: time + 1, text: line.text, outcome: line.exchange?.trouble ?? "")
          guard let exchange = line.exchange else { return [bar] }
          let words = "\(names[line.device]): \(exchange.sent) sent, \(exchange.received) received"
          let answer = TraceFigure.Bar(
            lane: names.count, start: time, end: time + 1, text: words, isStuck: !exchange.isDone, isSwitch: exchange.received > 0)
          return [bar, answer]
        }))
  }
}

extension String {
  func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}

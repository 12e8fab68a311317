/// From where to where a part of the counterexample fails, the rest fixed: a line with the values at the ends and next to them. The distances are not to
/// scale.
struct NumberLine {
  private let part: PropertyRecord.Part

  init(_ part: PropertyRecord.Part) {
    self.part = part
  }

  private struct Tick {
    let text: String
    let fails: Bool
    var isOther = false
  }

  private var ticks: [Tick] {
    guard part.finding == "bounds" else {
      return part.failing.map { Tick(text: $0, fails: true) } + part.others.map { Tick(text: $0, fails: false) }
    }
    var ticks: [Tick] = []
    if let lower = part.lower {
      ticks += [Tick(text: lower.neighbour, fails: false, isOther: !lower.neighbourPasses), Tick(text: lower.fails, fails: true)]
    }
    if let upper = part.upper {
      if upper.fails != part.lower?.fails { ticks.append(Tick(text: upper.fails, fails: true)) }
      ticks.append(Tick(text: upper.neighbour, fails: false, isOther: !upper.neighbourPasses))
    }
    return ticks
  }

  var html: String {
    let ticks = ticks
    guard !ticks.isEmpty else { return "" }
    let (width, margin) = (340.0, 50.0)
    func x(_ place: Int) -> Double {
      ticks.count == 1 ? width / 2 : margin + Double(place) * (width - 2 * margin) / Double(ticks.count - 1)
    }
    var content = "<path class=\"l\" d=\"M6 16H\(short(width - 6))\"/>"
    if part.finding == "bounds", let first = ticks.firstIndex(where: \.fails), let last = ticks.lastIndex(where: \.fails) {
      // What is not bounded on a side fails up to the end of the line.
      let (from, to) = (part.lower == nil ? 6 : x(first), part.upper == nil ? width - 6 : x(last))
      content += "<path class=\"s\" style=\"stroke:var(--not);stroke-width:4\" d=\"M\(short(from)) 16H\(short(to))\"/>"
    }
    for (place, tick) in ticks.enumerated() {
      content += "<circle class=\"\(tick.fails ? "f" : "e")\" cx=\"\(short(x(place)))\" cy=\"16\" r=\"5\"/>"
        + "<text x=\"\(short(x(place)))\" y=\"38\" text-anchor=\"middle\">\(escaped(cut(tick.text, to: 14, mark: "…")))</text>"
    }
    return "<p>\(escaped(words))</p>" + picture(words, "filled: fails; empty: does not fail", width: width, height: 44, class: "fit", content)
  }

  /// "[1].price = 12: fails from 10 to 19 (9 passes, 20 passes; of 21 values tried)".
  private var words: String {
    let head = part.path.isEmpty ? "" : "\(part.path) = \(part.text): "
    let tried = "\(part.areAll ? "all" : "of") \(part.tried + 1) values tried"
    // Of a sample nobody knows the other values.
    let always = part.areAll ? "if and only if " : ""
    if part.finding == "values" { return "\(head)fails if and only if \(part.failing.joined(separator: ", ")) (\(tried))" }
    let neighbours = [part.lower, part.upper].compactMap { end in
      end.map { "\($0.neighbour) \($0.neighbourPasses ? "passes" : "fails differently")" }
    }
    let range =
      switch (part.lower, part.upper) {
      case (let lower?, let upper?) where lower.fails == upper.fails: "only at \(lower.fails)"
      case (let lower?, let upper?): "\(always)from \(lower.fails) to \(upper.fails)"
      case (let lower?, nil): "\(always)≥ \(lower.fails)"
      case (nil, let upper?): "\(always)≤ \(upper.fails)"
      case (nil, nil): "at \(part.text)"
      }
    return "\(head)fails \(range) (\(neighbours.joined(separator: ", ")); \(tried))"
  }
}

/// `text`, or its beginning with a mark.
func cut(_ text: String, to limit: Int, mark: String) -> String {
  text.count <= limit ? text : text.prefix(limit - 1) + mark
}

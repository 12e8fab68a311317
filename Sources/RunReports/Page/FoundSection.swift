import Foundation
import PropertyTesting

/// A counterexample: what it is, how it was made simple, what matters in it, and what went on.
struct FoundSection {
  private let found: PropertyRecord.Found
  private let isBrief: Bool

  /// - Parameter isBrief: without pictures.
  init(_ found: PropertyRecord.Found, isBrief: Bool) {
    self.found = found
    self.isBrief = isBrief
  }

  private static let mostCharacters = 4_000
  private static let mostNotes = 80

  var html: String {
    let limit = isBrief ? 600 : Self.mostCharacters
    let place = found.place.map { " <span class=\"meta\">\(escaped($0))</span>" } ?? ""
    var html = "<p class=\"claim\"><b>\(escaped(found.verdict)) \(escaped(found.origin))</b>\(place)</p>"
    // Lanes and tables in a claim must not be broken.
    let claim = "<pre>\(escaped(cut(found.claim, to: limit)))</pre>"
    html += found.claim.contains("\n") ? "<div class=\"wide\" tabindex=\"0\">\(claim)</div>" : claim
    html += "<h4>Given</h4><pre>\(escaped(cut(found.value, to: limit)))</pre>"
    for drawn in found.drawn.prefix(20) { html += "<pre>\(escaped(cut(drawn, to: limit / 4)))</pre>" }
    if found.drawn.count > 20 { html += "<p class=\"meta\">… and \(found.drawn.count - 20) more draws</p>" }
    if isBrief { return html + replay }
    for case .comparison(let sides) in found.drawings { html += comparison(sides) }
    html += shrinking + why
    for drawing in found.drawings {
      switch drawing {
      case .lanes(let lanes): html += lanes.kind == .messages ? MessageChart(lanes).html : LaneChart(lanes).html
      case .circle(let kind, let relation, let edges): html += CircleChart(kind, relation, edges).html
      case .comparison: break
      }
    }
    return html + trace + worst + replay
  }

  private func comparison(_ sides: TraceFigure.Comparison) -> String {
    let (expected, actual) = Difference(cut(sides.expected, to: Self.mostCharacters), cut(sides.actual, to: Self.mostCharacters)).marked
    return "<h4>\(escaped(cut(sides.claim, to: 400)))</h4><div class=\"sides\"><div><b>model</b>: expected<pre>\(expected)</pre></div>"
      + "<div><b>system</b>: actual<pre>\(actual)</pre></div></div>"
  }

  private var shrinking: String {
    guard let shrunk = found.shrunk else { return "" }
    let words =
      "\(shrunk.before) → \(shrunk.after) choices in \(shrunk.calls) runs, \(shrunk.steps) steps taken"
      + (shrunk.stoppedEarly ? "; stopped at a limit: a simpler one may exist" : "")
    var html = "<h4>How it was shrunk <span class=\"meta\">\(escaped(words))</span></h4>"
    for fault in shrunk.faults ?? [] { html += "<p>\(escaped(fault))</p>" }
    if shrunk.path.count > 1 {
      // Where their number stays, how far they are from the simplest.
      let isFlat = shrunk.path.allSatisfy { $0.choices == shrunk.before }
      let points =
        isFlat
        ? shrunk.path.map { (x: Double($0.calls), y: Double($0.bits)) }
        : [(x: 0.0, y: Double(shrunk.before))] + shrunk.path.map { (x: Double($0.calls), y: Double($0.choices)) }
      html += picture(
        "\(isFlat ? "Bits" : "Choices") of the failing case over the runs", words, width: 320, height: 84, class: "fit",
        StepCharts.steps(points, until: Double(max(shrunk.calls, 1))))
    }
    if !shrunk.path.isEmpty {
      html += behind(
        "Steps taken" + (shrunk.steps > shrunk.path.count ? " (\(shrunk.path.count) of \(shrunk.steps))" : ""),
        ["run", "pass", "choices", "bits"], shrunk.path.map { ["\($0.calls)", $0.pass, "\($0.choices)", "\($0.bits)"] })
    }
    if let before = shrunk.found, before != found.value {
      html += "<details class=\"behind\"><summary>The case as it was found</summary><pre>\(escaped(cut(shrunk.foundClaim ?? "", to: 1_000)))</pre>"
        + "<pre>\(escaped(cut(before, to: Self.mostCharacters)))</pre></details>"
    }
    return html
  }

  private var why: String {
    guard !found.why.isEmpty else { return "" }
    var html = "<h4>What matters</h4>"
    for part in found.why.filter({ $0.finding != "irrelevant" }).prefix(12) { html += NumberLine(part).html }
    let rest = found.why.count { $0.finding != "irrelevant" } - 12
    if rest > 0 { html += "<p class=\"meta\">… and \(rest) other parts have bounds</p>" }
    let free = found.why.filter { $0.finding == "irrelevant" }
    if !free.isEmpty {
      let names = free.prefix(20).map { $0.path.isEmpty ? $0.text : "\($0.path) = \($0.text)" }.joined(separator: "; ")
      let together = found.areIrrelevantTogether.map { $0 ? ", also if all change at once" : ", but not if all change at once" } ?? ""
      html += "<p>Does not matter: \(escaped(cut(names, to: 1_000)))\(free.count > 20 ? " and \(free.count - 20) more" : ""). "
        + "\(free.reduce(0) { $0 + $1.tried }) other values fail too\(together).</p>"
    }
    return html
  }

  private var trace: String {
    guard !found.trace.isEmpty else { return "" }
    let lines = found.trace.prefix(Self.mostNotes).map { "<li><pre>\(escaped(cut($0, to: 1_500)))</pre></li>" }
    let more = found.trace.count > Self.mostNotes ? "<p class=\"meta\">… and \(found.trace.count - Self.mostNotes) more steps</p>" : ""
    return "<details\(found.trace.count < 12 ? " open" : "")><summary>What happened, step by step</summary><div class=\"wide\" tabindex=\"0\"><ol>\(lines.joined())</ol></div>\(more)</details>"
  }

  private var worst: String {
    guard let worst = found.worst else { return "" }
    return "<h4>The worst case <span class=\"meta\">\(escaped(worst.extent))</span></h4><pre>\(escaped(cut(worst.claim, to: 1_000)))</pre>"
      + "<pre>\(escaped(cut(worst.value, to: 1_000)))</pre><p><code>touchstone replay \(escaped(worst.token))</code></p>"
  }

  private var replay: String {
    guard found.token.utf8.count <= 4_000 else {
      return "<p class=\"meta\">Its token has \(found.token.utf8.count) bytes: find it in the JSON report or in the saved counterexample.</p>"
    }
    let line =
      found.token.hasPrefix("check-") ? "check(…, replaying: \"\(found.token)\")"
      : found.token.hasPrefix("REP-") ? "TOUCHSTONE_REPLAY=\(found.token) touchstone replicas COMMAND" : "touchstone replay \(found.token)"
    return "<p>Replay: <code>\(escaped(line))</code></p>"
  }
}

/// Where two texts differ: between what they begin and what they end with alike.
struct Difference {
  /// Escaped, the parts that differ marked.
  let marked: (String, String)

  init(_ one: String, _ other: String) {
    let (left, right) = (Array(one), Array(other))
    var start = 0
    while start < min(left.count, right.count), left[start] == right[start] { start += 1 }
    var end = 0
    while end < min(left.count, right.count) - start, left[left.count - 1 - end] == right[right.count - 1 - end] { end += 1 }
    func marked(_ text: [Character]) -> String {
      let middle = text[start..<(text.count - end)]
      return escaped(String(text[..<start])) + (middle.isEmpty ? "" : "<mark>\(escaped(String(middle)))</mark>")
        + escaped(String(text[(text.count - end)...]))
    }
    self.marked = (marked(left), marked(right))
  }
}

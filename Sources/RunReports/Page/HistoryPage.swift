import PropertyTesting

/// Judged histories as one HTML page without scripts or network access, with a picture of each mistake: the lanes of its calls, and the
/// circle of what would have to come before what. Equal values give equal bytes.
public struct HistoryPage: Sendable {
  /// A mistake of a history.
  public struct Mistake: Sendable {
    /// Its name, such as `G-single`.
    public var name: String
    /// The story, a sentence a line.
    public var story: [String]
    /// The calls of the story.
    public var lanes: HistoryLanes?
    /// What would have to come before what, in a circle. Empty: there is none.
    public var circle: [TraceFigure.Edge]

    /// A mistake.
    public init(_ name: String, story: [String], lanes: HistoryLanes?, circle: [TraceFigure.Edge]) {
      (self.name, self.story, self.lanes, self.circle) = (name, story, lanes, circle)
    }
  }

  /// What was said of one history.
  public struct Judged: Sendable {
    /// The file, the verdict and what was looked at.
    public var headline: String
    /// Whether the verdict is that nothing is wrong.
    public var isHeld: Bool
    /// What is wrong.
    public var mistakes: [Mistake]
    /// What else was said, a sentence each.
    public var remarks: [String]

    /// What was said of one history.
    public init(_ headline: String, isHeld: Bool, mistakes: [Mistake], remarks: [String]) {
      (self.headline, self.isHeld, self.mistakes, self.remarks) = (headline, isHeld, mistakes, remarks)
    }
  }

  /// The histories, in the order of the page.
  public var histories: [Judged]

  /// A page of these histories.
  public init(_ histories: [Judged]) { self.histories = histories }

  /// The page.
  public var html: String {
    let wrong = histories.count { !$0.isHeld }
    let headline = "\(histories.count - wrong) of \(histories.count) \(histories.count == 1 ? "history is" : "histories are") valid"
    return htmlPage(
      "Touchstone judge: \(headline)", ["<h1>\(escaped(headline))</h1>", "<div id=\"results\"></div>"] + histories.map(section))
  }

  private func section(_ judged: Judged) -> String {
    var html = "<section><h2 class=\"\(judged.isHeld ? "held" : "not")\">\(judged.isHeld ? "✔" : "✘") \(escaped(judged.headline))</h2>"
    for mistake in judged.mistakes {
      html += "\n<h3>\(escaped(mistake.name))</h3><pre>\(escaped(mistake.story.joined(separator: "\n")))</pre>"
      if let lanes = mistake.lanes { html += LaneChart(TraceFigure.Lanes(lanes)).html }
      html += CircleChart(mistake.name, "would come before", mistake.circle).html
    }
    return html + judged.remarks.map { "<p class=\"meta\">\(escaped($0))</p>" }.joined() + "</section>"
  }
}

extension TraceFigure.Lanes {
  /// The lanes as a picture. Marks such as #2 say in which order the calls take effect: each at the earliest moment that the order
  /// leaves it.
  init(_ lanes: HistoryLanes) {
    let calls = lanes.calls.sorted { ($0.called, $0.returned) < ($1.called, $1.returned) }
    var moments: [Int: Double] = [:]
    var latest = -Double.infinity
    let numbered = calls.indices.compactMap { place in Int(calls[place].mark.drop { $0 == "#" }).map { (number: $0, place: place) } }
    for (_, place) in numbered.sorted(by: { $0.number < $1.number }) {
      latest = max(latest + 0.01, Double(calls[place].called))
      moments[place] = latest
    }
    var names: [String] = []
    for call in calls where !names.contains(call.client) { names.append(call.client) }
    self.init(
      kind: .history, names: names,
      bars: calls.indices.map { place in
        let call = calls[place]
        return TraceFigure.Bar(
          lane: names.firstIndex(of: call.client) ?? 0, start: call.called, end: call.returned, text: call.text, outcome: call.outcome,
          effect: moments[place], isStuck: call.mark == "✗")
      })
  }
}

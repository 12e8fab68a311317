import Foundation

extension RunDocument {
  /// The run as one HTML page without scripts or network access. Equal values give equal bytes. The page escapes all text, and says where it
  /// cuts some off.
  public var html: String {
    let title = "Touchstone \(command): \(headline)"
    var body = ["<h1>\(escaped(headline))</h1>", "<p class=\"meta\">\(escaped(summary))</p>"]
    if let faults {
      body.append(FaultMatrix(faults).html)
    } else {
      body.append(failureList)
      body.append(TrendSection(self).html)
      body.append(command == "conformance" ? LawMatrix(self).html : VerdictStrip(self).html)
      body.append(sections)
    }
    return htmlPage(title, body)
  }

  private var summary: String {
    var parts = [command == "test" ? "swift test" : "touchstone \(command)"]
    if command != "replay", !seed.isEmpty { parts.append("seed \(seed)") }
    if cases > 0 { parts.append("\(cases) cases for each property and backend") }
    if let fault { parts.append("with the fault \(fault)") }
    let run = results.reduce(0) { $0 + $1.cases }
    if run > 0 { parts.append("\(run) cases in all") }
    if let times { parts.append(String(format: "%.1f s", times.total)) }
    if let shards = times?.shards { parts.append("\(shards.count) shards") }
    return parts.joined(separator: " · ")
  }

  /// Links to what did not hold, so that nobody has to look for it.
  private var failureList: String {
    let failed = results.filter { !$0.isHeld && !$0.isSkipped }
    guard !failed.isEmpty else { return "" }
    let items = failed.prefix(200).map { row in
      "<li><a href=\"#\(row.anchor)\"><span class=\"not\">✘</span> \(escaped(row.id)) \(escaped(row.title))</a> "
        + "<span class=\"meta\">\(escaped(row.backend.isEmpty ? "" : "\(row.backend): "))\(escaped(row.verdict))</span></li>"
    }
    let more = failed.count > 200 ? "<li>… and \(failed.count - 200) more</li>" : ""
    return "<section aria-labelledby=\"failed\"><h2 id=\"failed\">What did not hold</h2><ul class=\"plain\">\(items.joined())\(more)</ul></section>"
  }

  /// A section for each property, under the heading of its system.
  private var sections: String {
    var html = "<div id=\"results\"></div>"
    var failuresShown = 0
    for system in systems {
      html += "\n<h2>\(escaped(system))</h2>"
      var places: [String: [Int]] = [:]
      var ids: [String] = []
      for (place, row) in results.enumerated() where row.system == system {
        if places[row.id] == nil { ids.append(row.id) }
        places[row.id, default: []].append(place)
      }
      for id in ids {
        let rows = (places[id] ?? []).map { (row: results[$0], seconds: seconds(of: $0)) }
        html += "\n" + PropertySection(rows, failuresBefore: failuresShown).html
        failuresShown += rows.count { !$0.row.isHeld && !$0.row.isSkipped }
      }
    }
    return html
  }
}

extension PropertyRecord {
  /// Where the page tells of it.
  var anchor: String { Self.anchor("\(id).\(backend)") }

  static func anchor(_ text: String) -> String {
    String(text.map { $0.isASCII && ($0.isLetter || $0.isNumber || "-_.".contains($0)) ? $0 : "-" })
  }

  /// A sign for the verdict, so that nothing depends on colour.
  var sign: String {
    switch verdict {
    case "held": "✔"
    case "gave up", "claims nothing": "?"
    case "flaky", "uncontrolled": "≈"
    case "errored", "stale": "!"
    case "skipped", "not examined": isSkipped ? "–" : "?"
    default: "✘"
    }
  }

  /// The class of its colour.
  var tone: String { isHeld ? "held" : isSkipped ? "none" : "not" }
}

/// A page of these parts, empty ones left out. One of them has the id `results`.
func htmlPage(_ title: String, _ body: [String]) -> String {
  """
  <!doctype html>
  <html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
  <link rel="icon" href="data:,"><title>\(escaped(title))</title>
  <style>
  \(PageStyle.css)
  </style></head><body>
  <a class="skip" href="#results">Skip to the results</a>
  <main>
  \(body.filter { !$0.isEmpty }.joined(separator: "\n"))
  </main></body></html>

  """
}

/// A picture of numbers, as SVG writes them.
func short(_ number: Double) -> String {
  let rounded = (number * 10).rounded() / 10
  return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
}

/// A table that says what a picture shows.
func behind(_ caption: String, _ head: [String], _ rows: [[String]]) -> String {
  let cells = rows.map { "<tr>" + $0.map { "<td>\(escaped($0))</td>" }.joined() + "</tr>" }.joined()
  return "<details class=\"behind\"><summary>\(escaped(caption)), as a table</summary><div class=\"wide\"><table><thead><tr>"
    + head.map { "<th scope=\"col\">\(escaped($0))</th>" }.joined() + "</tr></thead><tbody>\(cells)</tbody></table></div></details>"
}

/// An inline picture with its title and description.
func picture(_ title: String, _ description: String, width: Double, height: Double, class name: String = "", _ content: String) -> String {
  "<svg role=\"img\" class=\"\(name)\" viewBox=\"0 0 \(short(width)) \(short(height))\" width=\"\(short(width))\" height=\"\(short(height))\">"
    + "<title>\(escaped(title))</title><desc>\(escaped(description))</desc>\(content)</svg>"
}

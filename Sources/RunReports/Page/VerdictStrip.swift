/// A square for each property, by system and backend, that leads to where it is told of.
struct VerdictStrip {
  private let document: RunDocument

  init(_ document: RunDocument) {
    self.document = document
  }

  var html: String {
    guard document.results.count > 1 else { return "" }
    let systems = document.systems.map { system -> String in
      let rows = document.backends.compactMap { row(system, $0) }
      return "<h3>\(escaped(system))</h3>\(rows.joined())"
    }
    return "<nav aria-label=\"Verdicts by system and backend\">\(systems.joined(separator: "\n"))"
      + "<p class=\"meta\">✔ held · ✘ falsified, crashed, timed out or deadlocked · ? gave up, or claims nothing · ≈ flaky or uncontrolled · ! errored or stale</p></nav>"
  }

  private func row(_ system: String, _ backend: String) -> String? {
    let rows = document.results.filter { $0.system == system && $0.backend == backend }
    guard !rows.isEmpty else { return nil }
    let links = rows.map { row in
      let label = escaped("\(row.id) over \(backend): \(row.verdict)")
      return "<a class=\"\(row.tone)\" href=\"#\(row.anchor)\" title=\"\(escaped("\(row.id) \(row.title): \(row.verdict)"))\" "
        + "aria-label=\"\(label)\">\(row.sign)</a>"
    }
    return "<div class=\"row\"><span>\(escaped(backend)) \(rows.count(where: \.isHeld))/\(rows.count)</span>"
      + "<div class=\"strip\">\(links.joined())</div></div>"
  }
}

import PropertyTesting

/// The results of `verify` for other programs.
struct VerifyReport: Encodable {
  /// Hexadecimal, as `--seed` takes it.
  let seed: String
  /// Cases asked for.
  let cases: Int
  let results: [Row]

  struct Row: Encodable {
    let id: String
    let title: String
    let says: String
    let system: String
    let backend: String
    let verdict: String
    let cases: Int
    /// Whether there are no other cases.
    let proven: Bool
    let discarded: Int
    let classes: [String: Int]
    /// null where there is none.
    let counterexample: Found?
    let token: String?

    struct Found: Encodable {
      let claim: String
      let value: String
      let drawn: [String]
      let trace: [String]
    }

    func encode(to encoder: any Encoder) throws {
      var row = encoder.container(keyedBy: CodingKeys.self)
      try row.encode(id, forKey: .id)
      try row.encode(title, forKey: .title)
      try row.encode(says, forKey: .says)
      try row.encode(system, forKey: .system)
      try row.encode(backend, forKey: .backend)
      try row.encode(verdict, forKey: .verdict)
      try row.encode(cases, forKey: .cases)
      try row.encode(proven, forKey: .proven)
      try row.encode(discarded, forKey: .discarded)
      try row.encode(classes, forKey: .classes)
      // Explicitly, so that the keys are always there.
      try row.encode(counterexample, forKey: .counterexample)
      try row.encode(token, forKey: .token)
    }

    enum CodingKeys: String, CodingKey {
      case id, title, says, system, backend, verdict, cases, proven, discarded, classes, counterexample, token
    }
  }

  private let texts: [String]
  enum CodingKeys: String, CodingKey { case seed, cases, results }

  init(_ cells: [CellResult], settings: RunSettings) {
    seed = String(settings.seed, radix: 16)
    cases = settings.cases
    results = cells.map { cell in
      let found = cell.result.verdict.counterexample
      return Row(
        id: cell.entry.id, title: cell.entry.title, says: cell.entry.says, system: cell.entry.system,
        backend: cell.spec.kind.rawValue, verdict: cell.result.verdict.name,
        cases: cell.result.cases, proven: cell.result.provenCases != nil, discarded: cell.result.discarded,
        classes: cell.result.classes,
        counterexample: found.map { found in
          Row.Found(
            claim: found.message, value: found.value,
            drawn: found.drawn.map { "\($0.name) = \($0.value)" }, trace: found.trace)
        },
        token: found?.token.description)
    }
    // A file holds all of it, however long.
    texts = cells.map { FailureReport($0.result, context: FailureReport.Context(limit: nil)).text }
  }

  /// JUnit's XML: a suite for each backend, as CI servers read it.
  var junit: String {
    var lines = ["<?xml version=\"1.0\" encoding=\"UTF-8\"?>"]
    let failures = results.count { $0.verdict != "held" }
    lines.append("<testsuites tests=\"\(results.count)\" failures=\"\(failures)\">")
    for backend in Set(results.map(\.backend)).sorted() {
      let rows = zip(results, texts).filter { $0.0.backend == backend }
      let failed = rows.count { $0.0.verdict != "held" }
      lines.append(
        "  <testsuite name=\"\(escapedForXML(backend))\" tests=\"\(rows.count)\" failures=\"\(failed)\">")
      for (row, text) in rows {
        let name = "name=\"\(escapedForXML("\(row.id) \(row.title)"))\""
        let open = "    <testcase classname=\"\(escapedForXML(row.system)).\(escapedForXML(backend))\" \(name)"
        if row.verdict == "held" {
          lines.append(open + "/>")
        } else {
          lines.append(open + ">")
          lines.append(
            "      <failure message=\"\(escapedForXML(row.verdict))\">\(escapedForXML(text))</failure>")
          lines.append("    </testcase>")
        }
      }
      lines.append("  </testsuite>")
    }
    lines.append("</testsuites>")
    return lines.joined(separator: "\n") + "\n"
  }

  /// A page that needs nothing else.
  var html: String {
    let held = results.count { $0.verdict == "held" }
    let rows = zip(results, texts).map { row, text in
      let details =
        row.verdict == "held" ? "" : "<pre>\(escapedForXML(text))</pre>"
      return """
        <tr class="\(row.verdict == "held" ? "held" : "not")"><td>\(escapedForXML(row.id))</td>\
        <td>\(escapedForXML(row.title))<p>\(escapedForXML(row.says))</p>\(details)</td>\
        <td>\(escapedForXML(row.backend))</td>\
        <td>\(escapedForXML(row.verdict))</td><td>\(row.proven ? "all \(row.cases)" : "\(row.cases)")</td></tr>
        """
    }
    return """
      <!doctype html>
      <html lang="en"><meta charset="utf-8"><title>Touchstone: \(held) of \(results.count) held</title>
      <style>
      body { font: 15px/1.45 system-ui, sans-serif; margin: 2rem; }
      table { border-collapse: collapse; } td, th { padding: .25rem .75rem; text-align: left; vertical-align: top; }
      tr.held td:nth-child(4) { color: #17692e; } tr.not td:nth-child(4) { color: #b3261e; font-weight: 600; }
      td p { margin: .1rem 0; max-width: 46rem; color: #555; }
      pre { background: #f4f4f4; padding: .75rem; overflow-x: auto; }
      </style>
      <h1>\(held) of \(results.count) held</h1>
      <p>seed \(escapedForXML(seed)), \(cases) cases for each property and backend</p>
      <table><tr><th>id</th><th>property</th><th>backend</th><th>verdict</th><th>cases</th></tr>
      \(rows.joined(separator: "\n"))
      </table></html>

      """
  }
}

/// For XML and HTML text and attributes. Control characters, which XML 1.0 cannot hold, are replaced.
func escapedForXML(_ text: String) -> String {
  var result = ""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "&": result += "&amp;"
    case "<": result += "&lt;"
    case ">": result += "&gt;"
    case "\"": result += "&quot;"
    case "\n", "\t": result.unicodeScalars.append(scalar)
    case "\u{0}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": result += "\u{FFFD}"
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result
}

extension MutationReport {
  /// One page with everything in it: the score, the tables, each survivor as a diff with the tests that reach it.
  public var html: String {
    let survivors = survivors.map { result in
      let mutation = result.mutation
      let lines = mutation.diff.split(separator: "\n").dropFirst().map { line in
        "<span class=\"\(line.hasPrefix("+") ? "added" : "removed")\">\(Self.escaped(line))</span>"
      }
      let reach =
        result.reachedBy.isEmpty
        ? "No test reaches it." : "Reached by \(Self.escaped(result.reachedBy.joined(separator: ", ")))."
      return """
        <section><h3>\(Self.escaped(mutation.file)):\(mutation.line) <small>\(Self.escaped(mutation.place)), \(mutation.kind.rawValue)</small></h3>
        <pre>\(lines.joined(separator: "\n"))</pre><p>\(reach)</p></section>
        """
    }
    return """
      <!doctype html>
      <html lang="en"><head><meta charset="utf-8"><title>Mutation report</title><meta name="viewport" content="width=device-width">
      <style>
      body { font: 15px/1.45 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #1b1b1b; background: #fff }
      table { border-collapse: collapse; margin: 1rem 0 } td, th { padding: .15rem .8rem .15rem 0; text-align: left }
      td.bar { width: 14rem } td.bar div { background: #2e7d32; height: .7rem } td.bar { background: linear-gradient(#c62828, #c62828) no-repeat 0 50% / 100% .7rem }
      pre { background: #f4f4f4; padding: .6rem; overflow: auto } .removed { color: #a31515 } .added { color: #116611 } small { font-weight: normal; color: #555 }
      </style></head><body>
      <h1>Mutation report</h1>
      <p>\(Self.escaped(summary))</p>
      \(Self.table("Folder", byFolder))
      \(Self.table("Operator", byOperator))
      <h2>\(survivors.isEmpty ? "Nothing survived" : "What survived")</h2>
      \(survivors.joined(separator: "\n"))
      </body></html>

      """
  }

  private static func table(_ title: String, _ rows: [(name: String, score: MutationScore)]) -> String {
    let lines = rows.map { row in
      "<tr><td>\(escaped(row.name))</td><td>\(row.score.killed) of \(row.score.counted)</td>"
        + "<td class=\"bar\"><div style=\"width: \(Int(row.score.percent ?? 0))%\"></div></td></tr>"
    }
    return "<table><tr><th>\(title)</th><th>killed</th><th></th></tr>\n\(lines.joined(separator: "\n"))\n</table>"
  }

  private static func escaped(_ text: some StringProtocol) -> String {
    String(text).replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;").replacing(
      "\"", with: "&quot;")
  }
}

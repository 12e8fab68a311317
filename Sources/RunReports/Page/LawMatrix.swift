/// Storage laws by implementation, so that backends stand side by side.
struct LawMatrix {
  private let document: RunDocument

  init(_ document: RunDocument) {
    self.document = document
  }

  var html: String {
    let backends = document.backends
    guard !backends.isEmpty else { return "" }
    var html = "<div class=\"wide\" tabindex=\"0\" role=\"group\" aria-label=\"Laws by implementation\"><table class=\"laws\"><thead><tr><th scope=\"col\">law</th>"
    html += backends.map { "<th scope=\"col\">\(escaped(cut($0, to: 40, mark: "…")))</th>" }.joined() + "</tr></thead><tbody>"
    for system in document.systems {
      let rows = document.results.filter { $0.system == system }
      let scores = backends.map { backend -> String in
        let own = rows.filter { $0.backend == backend }
        let judged = own.count { !$0.isSkipped }
        return "<th>\(judged == 0 ? "–" : "\(own.count(where: \.isHeld)) of \(judged)")</th>"
      }
      html += "<tr><th scope=\"rowgroup\">\(escaped(system))</th>\(scores.joined())</tr>"
      let ids = rows.map(\.id).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
      for id in ids {
        let own = rows.filter { $0.id == id }
        html += "<tr><td>\(escaped(id)) \(escaped(own.first?.title ?? ""))</td>"
        html += backends.map { backend in
          guard let row = own.first(where: { $0.backend == backend }) else { return "<td></td>" }
          return "<td><a class=\"\(row.tone)\" href=\"#\(row.anchor)\">\(row.sign) \(escaped(row.verdict))</a></td>"
        }.joined() + "</tr>"
      }
    }
    return html + "</tbody></table></div>"
  }
}

import Foundation
import PropertyTesting

/// Who has to come before whom, if that leads in a circle: an anomaly of overlapping transactions; or who waits for whom: a deadlock.
struct CircleChart {
  private let kind: String
  private let relation: String
  private let edges: [TraceFigure.Edge]

  init(_ kind: String, _ relation: String, _ edges: [TraceFigure.Edge]) {
    self.kind = kind
    self.relation = relation
    self.edges = edges
  }

  var html: String {
    let names = edges.map(\.from).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
    guard names.count > 1 else { return "" }
    let (size, radius) = (240.0, 80.0)
    func point(_ place: Int) -> (x: Double, y: Double) {
      let angle = 2 * Double.pi * Double(place) / Double(names.count) - Double.pi / 2
      return (size / 2 + radius * cos(angle), size / 2 + radius * sin(angle))
    }
    var content =
      "<defs><marker id=\"tip\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" markerWidth=\"7\" markerHeight=\"7\" orient=\"auto\"><path class=\"h\" d=\"M0 0L8 4L0 8z\"/></marker></defs>"
    for (number, edge) in edges.enumerated() {
      guard let from = names.firstIndex(of: edge.from), let to = names.firstIndex(of: edge.to) else { continue }
      let (start, end) = (point(from), point(to))
      // Bent to the outside, so that two ways between the same two are apart; and not up to the middle of the circle's node.
      let length = max(1, hypot(end.x - start.x, end.y - start.y))
      let (unit, normal) = (((end.x - start.x) / length, (end.y - start.y) / length), ((end.y - start.y) / length, (start.x - end.x) / length))
      let bend = (x: (start.x + end.x) / 2 + normal.0 * 34, y: (start.y + end.y) / 2 + normal.1 * 34)
      content += "<path class=\"a\" marker-end=\"url(#tip)\" d=\"M\(short(start.x + unit.0 * 24 + normal.0 * 8)) \(short(start.y + unit.1 * 24 + normal.1 * 8))"
        + "Q\(short(bend.x)) \(short(bend.y)) \(short(end.x - unit.0 * 24 + normal.0 * 8)) \(short(end.y - unit.1 * 24 + normal.1 * 8))\"/>"
        + "<text x=\"\(short(bend.x))\" y=\"\(short(bend.y))\" text-anchor=\"middle\" class=\"d\">\(number + 1)</text>"
    }
    for (place, name) in names.enumerated() {
      let center = point(place)
      content += "<circle class=\"o\" cx=\"\(short(center.x))\" cy=\"\(short(center.y))\" r=\"20\"/>"
        + "<text x=\"\(short(center.x))\" y=\"\(short(center.y + 4))\" text-anchor=\"middle\">\(escaped(cut(name, to: 5, mark: "…")))</text>"
    }
    let title = "\(kind): each \(relation) the next"
    let words = edges.map { "\($0.from) \(relation) \($0.to)" }
    let list = zip(words, edges).map { "<li>\(escaped($0)): \(escaped(cut($1.text, to: 600)))</li>" }.joined()
    return "<h4>\(escaped(title))</h4>"
      + picture(title, words.joined(separator: ", "), width: size, height: size, class: "fit", content)
      + "<ol>\(list)</ol>"
  }
}

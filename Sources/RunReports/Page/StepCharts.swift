import Foundation
import PropertyTesting

/// Targets and coverage over the cases of a run, as steps.
struct StepCharts {
  private let row: PropertyRecord

  init(_ row: PropertyRecord) {
    self.row = row
  }

  var html: String {
    var html = row.targets.sorted { $0.key < $1.key }.map { name, steps in
      Self.chart("target: \(name)", steps, end: row.cases, value: "value")
    }.joined()
    if !row.coverage.isEmpty { html += Self.chart("coverage", row.coverage, end: row.cases, value: "places reached") }
    return html
  }

  private static func chart(_ name: String, _ steps: [TargetStep], end: Int, value: String) -> String {
    guard let first = steps.first, let last = steps.last else { return "" }
    let points = steps.map { (x: Double($0.case), y: $0.value) }
    let description = "from \(first.value) at case \(first.case + 1) to \(last.value) at case \(last.case + 1), in \(steps.count) steps"
    return "<h4>\(escaped(name)) <span class=\"meta\">\(escaped(description))</span></h4>"
      + picture(name, description, width: 320, height: 84, class: "fit", Self.steps(points, until: Double(max(end, last.case + 1))))
      + behind(name, ["case", value], steps.prefix(200).map { ["\($0.case + 1)", "\($0.value)"] })
  }

  /// A line that goes up or down at each point and stays level between them.
  static func steps(_ points: [(x: Double, y: Double)], until end: Double, width: Double = 320, height: Double = 84) -> String {
    let finite = points.filter { $0.y.isFinite }
    guard let first = finite.first else { return "" }
    let (least, greatest) = (finite.map(\.y).min() ?? 0, finite.map(\.y).max() ?? 0)
    let start = first.x
    func x(_ value: Double) -> Double { 4 + (end > start ? (value - start) / (end - start) : 0) * (width - 8) }
    func y(_ value: Double) -> Double { height - 6 - (greatest > least ? (value - least) / (greatest - least) : 0.5) * (height - 12) }
    var path = "M\(short(x(first.x))) \(short(y(first.y)))"
    for point in finite.dropFirst() { path += "H\(short(x(point.x)))V\(short(y(point.y)))" }
    path += "H\(short(x(end)))"
    return "<path class=\"l\" d=\"M4 2V\(short(height - 2))H\(short(width - 2))\"/><path class=\"s\" d=\"\(path)\"/>"
  }
}

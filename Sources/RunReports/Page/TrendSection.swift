import Foundation

/// What a run of tests changed, and how the runs before it were.
struct TrendSection {
  private let document: RunDocument

  init(_ document: RunDocument) {
    self.document = document
  }

  private static let mostRows = 20

  var html: String {
    guard let trend = document.trend, let now = document.point, let last = trend.history.last else { return "" }
    let lists = [
      list("New failures", trend.newFailures), list("Mended", trend.mended), list("New properties", trend.added),
    ]
    let points = trend.history + [now]
    let charts =
      chart("Properties that did not hold", points.map { Double($0.failed) }) + chart("Seconds", points.map(\.seconds))
      + chart("Cases", points.map { Double($0.cases) })
    let rows = points.suffix(Self.mostRows).reversed().map { point in
      [point.ended, "\(point.properties)", "\(point.failed)", "\(point.cases)", String(format: "%.1f", point.seconds)]
    }
    return "<section aria-labelledby=\"trend\"><h2 id=\"trend\">Since the run of \(escaped(last.ended))</h2><p>\(escaped(summary))</p>"
      + lists.joined() + charts + behind("The last runs", ["ended", "properties", "did not hold", "cases", "seconds"], Array(rows)) + "</section>"
  }

  /// Of the properties of both runs, so that a part of the tests compares with the same part.
  private var summary: String {
    let trend = document.trend
    var (before, now, seconds, both) = ((cases: 0, seconds: 0.0), 0, 0.0, 0)
    for (place, row) in document.results.enumerated() {
      guard let known = trend?.earlier[row.id] else { continue }
      before.cases += known.cases
      before.seconds += known.seconds
      now += row.cases
      seconds += document.seconds(of: place) ?? 0
      both += 1
    }
    let still = document.results.count { !$0.isHeld && !$0.isSkipped } - (trend?.newFailures.count ?? 0)
    return "New failures: \(trend?.newFailures.count ?? 0). Mended: \(trend?.mended.count ?? 0). Other failures: \(still). "
      + "Of the properties that ran before (\(both)): \(before.cases) → \(now) cases, \(String(format: "%.1f → %.1f s", before.seconds, seconds))."
  }

  private func list(_ title: String, _ ids: [String]) -> String {
    guard !ids.isEmpty else { return "" }
    let items = document.results.filter { ids.contains($0.id) }.prefix(200).map { row in
      "<li><a href=\"#\(row.anchor)\"><span class=\"\(row.tone)\">\(row.sign)</span> \(escaped(row.title))</a></li>"
    }
    return "<h3>\(escaped(title)): \(ids.count)</h3><ul class=\"plain\">\(items.joined())</ul>"
  }

  /// A line over the runs, from nought.
  private func chart(_ title: String, _ values: [Double]) -> String {
    let (width, height) = (320.0, 64.0)
    let greatest = max(values.max() ?? 0, 1e-9)
    let points = values.enumerated().map { place, value in
      "\(short(Double(place) / Double(max(values.count - 1, 1)) * (width - 8) + 4)),\(short(height - 6 - value / greatest * (height - 12)))"
    }
    let words = "\(values.count) runs, from \(short(values.first ?? 0)) to \(short(values.last ?? 0)), at most \(short(values.max() ?? 0))"
    return "<h4>\(escaped(title)) <span class=\"meta\">\(escaped(words))</span></h4>"
      + picture(title, words, width: width, height: height, class: "fit", "<polyline class=\"s\" points=\"\(points.joined(separator: " "))\"/>")
  }
}

import PropertyTesting
import StandardLaws
import SwiftGraph

/// davecom/SwiftGraph.
enum SwiftGraphFindings {
  static let all = [order]

  static let order = Finding(
    "weighted-edge-order", "of two values, exactly one of <, == and > holds", of: .comparable,
    for: Generator<WeightedEdge<Int>> { source in
      WeightedEdge(u: try source(.int(in: 0...3)), v: try source(.int(in: 0...3)), directed: true, weight: try source(.int(in: 0...3)))
    },
    reproduction: { print in
      let (a, b) = (WeightedEdge(u: 0, v: 0, directed: true, weight: 0), WeightedEdge(u: 0, v: 1, directed: true, weight: 0))
      print([a < b, a == b, a > b])
    })
}

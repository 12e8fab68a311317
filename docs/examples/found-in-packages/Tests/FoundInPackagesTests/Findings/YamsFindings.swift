import PropertyTesting
import StandardLaws
import Yams

/// jpsim/Yams.
enum YamsFindings {
  static let all = [kinds, transitivity, scalars, sequences, mappings]

  private static let text = Generator<String>.element(of: ["1", "2"])
  private static let nodes = Generator<Node> { source in
    let scalar = Node(stringLiteral: try source(text))
    return try source(.bool) ? scalar : [scalar]
  }
  private static let total = "of two values, exactly one of <, == and > holds"

  static let kinds = Finding(
    "node-order", total, of: .comparable, for: nodes,
    reproduction: { print in
      let (a, b): (Node, Node) = ("1", ["1"])
      print([a < b, a == b, a > b])
    })

  static let transitivity = Finding(
    "node-order-transitive", "less-than is transitive", of: .comparable,
    for: Generator<Node> { source in
      switch try source(.int(in: 0...2)) {
      case 0: ["2", "1"]
      case 1: [["1"], "2"]
      default: ["1", "3"]
      }
    },
    reproduction: { print in
      let (a, b, c): (Node, Node, Node) = (["2", "1"], [["1"], "2"], ["1", "3"])
      print([a < b, b < c, a < c])
    })

  static let scalars = Finding(
    "node-scalar-order", total, of: .comparable,
    for: Generator<Node.Scalar> { source in try source(.bool) ? .init(try source(text)) : .init(try source(text), Tag(.str)) },
    reproduction: { print in
      let (a, b) = (Node.Scalar("1"), Node.Scalar("1", Tag(.str)))
      print([a < b, a == b, a > b])
    })

  static let sequences = Finding(
    "node-sequence-order", total, of: .comparable,
    for: Generator<Node.Sequence> { source in try source(.bool) ? .init([]) : .init([], Tag(.set)) },
    reproduction: { print in
      let (a, b) = (Node.Sequence([]), Node.Sequence([], Tag(.set)))
      print([a < b, a == b, a > b])
    })

  static let mappings = Finding(
    "node-mapping-order", total, of: .comparable,
    for: Generator<Node.Mapping> { source in ["key": Node(stringLiteral: try source(text))] },
    reproduction: { print in
      let (a, b): (Node.Mapping, Node.Mapping) = (["key": "1"], ["key": "2"])
      print([a < b, a == b, a > b])
    })
}

import PropertyTesting
import StandardLaws

import struct Path.Path

/// mxcl/Path.swift.
enum PathFindings {
  static let all = [order]

  static let order = Finding(
    "path-order", "of two values, exactly one of <, == and > holds", of: .comparable,
    for: Generator<Path> { source in
      Path("/" + (try source(.element(of: ["a", "b", "1", "\u{967}"]))))!
    },
    reproduction: { print in
      let (a, b) = (Path("/1")!, Path("/\u{967}")!)
      print([a < b, a == b, a > b])
    })
}

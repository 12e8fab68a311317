import PropertyTesting
import StandardLaws

import struct Version.Version

/// mxcl/Version.
enum VersionFindings {
  static let all = [order]

  static let order = Finding(
    "version-order", "of two values, exactly one of <, == and > holds", of: .comparable,
    for: Generator<Version> { source in Version(1, 0, 0, pre: [try source(.element(of: ["a", "1", "01"]))]) },
    reproduction: { print in
      let (a, b) = (Version("1.0.0-1")!, Version("1.0.0-01")!)
      print([a < b, a == b, a > b])
    })
}

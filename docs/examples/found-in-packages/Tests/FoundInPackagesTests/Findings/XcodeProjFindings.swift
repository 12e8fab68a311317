import PropertyTesting
import StandardLaws
import XcodeProj

/// tuist/XcodeProj.
enum XcodeProjFindings {
  static let all = [hash]

  static let hash = Finding(
    "pbx-object-hash", "equal values have equal hashes", of: .hashable,
    for: Generator<PBXFileReference> { source in PBXFileReference(path: try source(.element(of: ["a", "b"]))) },
    reproduction: { print in
      let (a, b) = (PBXFileReference(path: "a"), PBXFileReference(path: "a"))
      print([a == b, a.hashValue == b.hashValue])
    })
}

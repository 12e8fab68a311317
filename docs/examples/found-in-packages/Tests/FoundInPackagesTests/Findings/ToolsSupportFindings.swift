import PropertyTesting
import StandardLaws
import TSCUtility

/// swiftlang/swift-tools-support-core.
enum ToolsSupportFindings {
  static let all = [versionHash, abi]

  static let versionHash = Finding(
    "tools-version-hash", "equal values have equal hashes", of: .hashable,
    for: Generator<Version> { source in
      Version(1, 0, 0, prereleaseIdentifiers: [try source(.element(of: ["a", "1", "01"]))])
    },
    reproduction: { print in
      let (a, b): (Version, Version) = ("1.0.0-1", "1.0.0-01")
      print([a == b, a.hashValue == b.hashValue])
    })

  static let abi = Finding(
    "triple-abi-raw-value", "the value made from a value's raw value equals it", of: .rawRepresentable,
    for: Generator<Triple.ABI> { source in
      try source(.element(of: [.other(name: "gnu"), .android, .unknown]))
    },
    reproduction: { print in print(Triple.ABI(rawValue: Triple.ABI.unknown.rawValue) == .unknown) })
}

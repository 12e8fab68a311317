import PropertyTesting
import SystemPackage

/// apple/swift-system.
enum SystemFindings {
  static let all = [replacement, emptyPrefix]

  private static let package = "apple/swift-system"
  private static let paths = Generator<[String]>.array(
    of: .element(of: ["a", ".", "..", "/"]), count: 0...5
  ).map { $0.joined(separator: "/") }

  static let replacement = Finding(
    "file-path-replace", in: package, by: .byHand,
    "`FilePath.ComponentView.replaceSubrange` traps in a debug build if it replaces the last component.",
    demand:
      "According to `RangeReplaceableCollection`, it may be any range of the collection. The path keeps a separator at its end here.",
    result: "traps", needsProcess: true,
    reproduction: { print in
      var path: FilePath = "/usr"
      path.components.replaceSubrange(path.components.startIndex..<path.components.endIndex, with: ["a"])
      print(path)
    },
    forAll: .zip(.int(in: 1...3), .int(in: 0...3))
  ) { count, kept in
    var path = FilePath(root: nil, Array(repeating: "a", count: count))
    let start = path.components.indices.dropFirst(kept).first ?? path.components.endIndex
    path.components.replaceSubrange(start..<path.components.endIndex, with: ["b"])
    try expect("the last component", path.lastComponent, equals: "b")
  }

  static let emptyPrefix = Finding(
    "file-path-empty-prefix", in: package, by: .byHand,
    "`FilePath.removePrefix` does not find a prefix that `starts(with:)` finds.",
    demand: "Its documentation says that it removes `prefix` and returns true if it is a prefix.",
    result: "[true, false]",
    reproduction: { print in
      var path: FilePath = "/a"
      print([path.starts(with: ""), path.removePrefix("")])
    },
    forAll: .zip(paths, paths)
  ) { path, prefix in
    var rest = FilePath(path)
    let starts = rest.starts(with: FilePath(prefix))
    try expect("the prefix was removed", rest.removePrefix(FilePath(prefix)), equals: starts)
  }
}

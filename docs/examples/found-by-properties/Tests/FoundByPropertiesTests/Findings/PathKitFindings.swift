import PathKit
import PropertyTesting

/// kylef/PathKit.
enum PathKitFindings {
  static let all = [abbreviation]

  private static let package = "kylef/PathKit"

  static let abbreviation = Finding(
    "path-abbreviation", in: package, by: .byHand,
    "`Path.abbreviate()` makes a path inside the home directory of one beside it.",
    demand: "Its documentation says that the home directory is replaced by a tilde, and the absolute path of the result is another "
      + "path.",
    result: "~/2/file",
    reproduction: { print in
      print(Path(Path.home.string + "2/file").abbreviate())
    },
    forAll: .element(of: ["", "/a", "2", "2/a"]).map { $0 }
  ) { rest in
    let path = Path(Path.home.string + rest)
    try expect("\(path.abbreviate()) is the same path", path.abbreviate().absolute() == path)
  }
}

import TouchstoneCatalogue

/// `touchstone adapter`
enum AdapterCommand: Command {
  static let name = "adapter"
  static let options = ["--language", "--profile", "--into"]
  static let help = """
    touchstone adapter new NAME --language python [--profile PROFILE] [--into DIR]

    Writes NAME_store.py, an adapter of at most 40 lines that runs as it is, over a file, and beside it touchstone_adapter.py,
    which speaks the process protocol. Put the calls of your store into NAME_store.py, and leave the other file as it is
    (docs/write-a-backend.md).

      --language python    the language of the adapter. For others, docs/process-methods.md has every message
      --profile PROFILE    what calls your store has (default kv):
                           kv           keys and values, without transactions
                           ordered-kv   keys and values in the order of the keys, with transactions
                           sql          a database with Python's DB-API
      --into DIR           the folder of both files, which must be there (default: this one)

    Exit status: 0 both files are there; 2 the command was wrong; 3 a file is in the way, or cannot be written.

    Examples:
      touchstone adapter new notes --language python
      touchstone adapter new notes --language python --profile ordered-kv --into adapters
    """

  static func run(_ options: Options) throws -> ExitStatus {
    guard options.positional.first == "new", options.positional.count == 2, let name = options.positional.last else {
      throw UsageError(message: "touchstone adapter takes the words: new NAME. See touchstone adapter --help.")
    }
    try choose("language", options.value("--language"), from: ["python"])
    let profiles = AdapterSkeleton.Profile.allCases.map(\.rawValue)
    let word = options.value("--profile") ?? AdapterSkeleton.Profile.keyValue.rawValue
    try choose("profile", word, from: profiles)
    guard let profile = AdapterSkeleton.Profile(rawValue: word), let skeleton = AdapterSkeleton(name: name, profile: profile) else {
      throw UsageError(message: "“\(name)” is no name of an adapter: it is a letter, then letters, digits and underscores")
    }
    let folder = options.value("--into")
    try skeleton.write(into: folder ?? ".")
    let path = folder.map { "\($0)/\(skeleton.file)" } ?? skeleton.file
    let command = "python3 \(shellWord(path))"
    Terminal.print(
      """
      Wrote \(path), where the calls of your store go, and \(AdapterSkeleton.base.file) beside it.

        touchstone smoke \(shellWord(command))
        touchstone conformance --backend \(shellWord("process:\(command)")) --budget 2m
      """)
    return .held
  }

  private static func choose(_ what: String, _ word: String?, from known: [String]) throws {
    guard let word else { throw UsageError(message: "touchstone adapter new needs --\(what) \(known.joined(separator: "|"))") }
    guard known.contains(word) else { throw UsageError(message: "\(UnknownName(what: what, name: word, known: known))") }
  }
}

import KnownDefects
import PropertyTesting

/// A defect in Foundation: a property that its documentation or a standard demands, and that does not hold.
///
/// It is a known failure. As soon as the property holds, the defect is mended, and the finding and its section in docs/found.md go.
struct Finding: Sendable, CustomStringConvertible {
  /// What its section of docs/found.md is called.
  let id: String
  /// The file that declares it.
  let filePath: String
  let defect: KnownDefect

  var description: String { id }

  /// - Parameters:
  ///   - title: what is demanded.
  ///   - needsProcess: whether cases run in worker processes, because the defect is a trap or an endless loop.
  ///   - reproduction: shows the defect without the tool, in one line that docs/found.md has word for word. What it prints is given to
  ///     its argument.
  init<Value>(
    _ id: String, _ title: String, forAll generator: Generator<Value>, needsProcess: Bool = false,
    reproduction: @escaping @Sendable ((Any?) -> Void) -> Void, filePath: String = #filePath, line: Int = #line,
    _ predicate: @escaping @Sendable (Value) throws -> Void
  ) {
    (self.id, self.filePath) = (id, filePath)
    // With so many cases, each of the seeds 1 to 9 finds every defect.
    defect = KnownDefect(
      title, cases: 100_000, forAll: generator, needsProcess: needsProcess, reproduction: reproduction, filePath: filePath, line: line,
      predicate)
  }
}

extension Finding {
  /// In the order of docs/found.md.
  static let all: [Finding] =
    NumberFindings.all + CollectionFindings.all + CharacterSetFindings.all + CodingFindings.all + TextFindings.all
    + DateFindings.all + FormatterFindings.all
}

import PropertyTesting
import StandardLaws

/// A type of a published package that breaks a law of a protocol to which it conforms.
///
/// It is a known failure. As soon as the law holds, the finding and its section in docs/found-in-packages.md go.
struct Finding: Sendable, CustomStringConvertible {
  /// What its section of docs/found-in-packages.md is called.
  let id: String
  /// The law as a sentence.
  let law: String
  /// The file that declares it.
  let filePath: String
  /// One line that shows the violation without the tool. Docs/found-in-packages.md has it word for word.
  let reproduction: @Sendable ((Any?) -> Void) throws -> Void
  private let check: @Sendable () throws -> Void

  var description: String { id }

  /// - Parameters:
  ///   - law: the statement of one of the laws.
  ///   - reproduction: shows the violation without the tool. What it prints is given to its argument.
  init<Value: SendableMetatype>(
    _ id: String, _ law: String, of laws: Laws<Value>, for generator: Generator<Value>,
    reproduction: @escaping @Sendable ((Any?) -> Void) throws -> Void, filePath: String = #filePath
  ) {
    self.id = id
    self.law = law
    self.filePath = filePath
    self.reproduction = reproduction
    check = {
      // A violation that is missed would be taken for mended, hence so many cases. The seed is fixed so that the page can show the case.
      let settings = RunSettings(cases: 10_000, seed: 1, failures: 1, explanationCalls: 0)
      try checkLaws(laws.only(law), of: generator, settings: settings)
    }
  }

  /// The law, and the lines of the report that say what failed, and for which least values.
  /// - Returns: nil if the law holds.
  func printedCase() throws -> String? {
    do {
      try check()
      return nil
    } catch let error as LawFailure {
      guard let failure = error.report.failures.first else { return nil }
      let kept = failure.description.split(separator: "\n").filter { $0.hasPrefix("  claim ") || $0.hasPrefix("  drawn ") }
      return ([law] + kept.map { String($0.dropFirst(2)) }).joined(separator: "\n")
    }
  }

  /// What the reproduction prints.
  func reproduced() throws -> String {
    var printed: [String] = []
    try reproduction { printed.append($0.map { "\($0)" } ?? "nil") }
    return printed.joined(separator: " ")
  }
}

extension Finding {
  /// In the order of docs/found-in-packages.md.
  static let all: [Finding] =
    AnyCodableFindings.all + BigIntFindings.all + BigNumberFindings.all + BSONFindings.all + HTTPTypesFindings.all
    + NIOFindings.all + OpenAPIRuntimeFindings.all + PathFindings.all + ToolsSupportFindings.all + SwiftGraphFindings.all
    + TimeFindings.all + VersionFindings.all + XcodeProjFindings.all + YamsFindings.all
}

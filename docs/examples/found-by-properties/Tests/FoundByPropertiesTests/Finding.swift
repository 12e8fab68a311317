import Foundation
import KnownDefects
import PropertyTesting

/// A defect of a published package: a property that `touchstone write` proposed, or that was written by hand beside it, and that does not
/// hold although documentation, a standard or the package itself demands it.
///
/// It is a known failure. As soon as the property holds, the defect is mended, and the finding goes.
struct Finding: Sendable, CustomStringConvertible {
  /// What kind of property found it, in the words of docs/write.md.
  enum Kind: String, CaseIterable {
    case laws = "laws of protocols"
    case roundTrip = "round trips"
    case coders = "encoders and decoders"
    case stored = "what an initializer is given"
    case setting = "what a property is set to"
    case forms = "two forms of one operation"
    case overloads
    case repeating = "done twice"
    case algebra
    case sets = "operations of sets"
    case wholeNumbers = "beside the integers of Swift"
    case bounds
    case machine = "operations in any order"
    case sameAnswer = "the same answer"
    case initializers
    case ends = "near the ends of Int"
    case notANumber = "not a number"
    case farIndices = "indices far away"
    case symmetry = "even and odd functions"
    case order = "an order that is kept"
    case readNumbers = "numbers in texts"
    case impossibleDates = "days that do not exist"
    case steps = "equal steps"
    case prefixes = "beginnings that are removed"
    case names = "names in any case"
    case urls = "beside the URLs of Foundation"
    /// Beside what was proposed for the same package.
    case byHand = "written by hand"
  }

  /// What its section of docs/found-by-properties.md is called: lower case, with hyphens.
  let id: String
  /// Owner and name, as in the manifest: "attaswift/BigInt".
  let package: String
  let kind: Kind
  /// The function in backquotes, and what it does, as a sentence: "`BigInt.>>` rounds …".
  let does: String
  /// What demands something else, and where that is written, in sentences.
  let demand: String
  /// "none found", or a link to a public report.
  let known: String
  /// What the line of the reproduction prints, or how it ends: "traps", "never ends".
  let result: String
  let defect: KnownDefect
  private let filePath: String

  var description: String { id }

  /// - Parameters:
  ///   - needsProcess: whether cases run in worker processes, because the defect is a trap or an endless loop.
  ///   - reproduction: shows the defect without the tool, in statements on one line. What it prints is given to its argument.
  init<Value>(
    _ id: String, in package: String, by kind: Kind, _ does: String, demand: String, known: String = "none found", result: String,
    needsProcess: Bool = false, reproduction: @escaping @Sendable ((Any?) -> Void) throws -> Void, forAll generator: Generator<Value>,
    filePath: String = #filePath, line: Int = #line, _ predicate: @escaping @Sendable (Value) throws -> Void
  ) {
    (self.id, self.package, self.kind, self.does, self.demand, self.known) = (id, package, kind, does, demand, known)
    (self.result, self.filePath) = (result, filePath)
    defect = KnownDefect(
      id, cases: 20_000, forAll: generator, needsProcess: needsProcess, reproduction: reproduction, filePath: filePath, line: line, predicate)
  }

  /// The statements of the reproduction, as they stand in the file.
  func statements() throws -> String {
    let text = try String(contentsOfFile: filePath, encoding: .utf8)
    guard
      let found = text.split(separator: "\"\(id)\"").last?
        .firstMatch(of: #/reproduction: \{ (?:print|_) in\s*((?s).*?)\s*\},\n? *forAll:/#)
    else { throw Malformed(description: "\(id): no “reproduction: { print in … }, forAll:”") }
    return String(found.1).replacing(#/\n\s*/#, with: "; ").replacing("{; ", with: "{ ").replacing("; }", with: " }")
  }

  struct Malformed: Error, CustomStringConvertible {
    let description: String
  }
}

extension Finding {
  /// By package.
  static let all: [Finding] =
    AlgorithmsFindings.all + ArgumentParserFindings.all + ASN1Findings.all + AsyncAlgorithmsFindings.all + BigIntFindings.all
    + CollectionsFindings.all + ConfigurationFindings.all + CustomDumpFindings.all + FlyingFoxFindings.all + GRDBFindings.all + GRPCFindings.all
    + HTTPTypesFindings.all + HummingbirdFindings.all + LoggingFindings.all + MetricsFindings.all + NIOExtrasFindings.all
    + NIOFindings.all + NIOHTTP2Findings.all + NumericsFindings.all + OpenCombineFindings.all + PathKitFindings.all
    + ProtobufFindings.all + RainbowFindings.all + SpectreFindings.all + StencilFindings.all + SystemFindings.all
    + TextTableFindings.all + TracingFindings.all + XMLCoderFindings.all + YamsFindings.all
}

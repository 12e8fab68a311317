import Foundation

/// A proposal with its place in the package that is written.
struct WrittenProperty: Sendable {
  let proposal: Proposal
  let suite: String
  /// Unique in its suite.
  let test: String
  /// How many cases it is checked in; nil: as many as the others.
  var cases: Int? = nil

  /// `Money.descriptionIsReadBack`: for the list of struck properties.
  var id: String { "\(suite).\(test)" }

  /// Whether a function that may refuse its values gave another answer already for the first that it accepted. Most that do so make
  /// something new each time, such as a file descriptor.
  func makesSomethingNew(_ result: RunResults.Result?) -> Bool {
    (proposal.kind == .sameAnswer || proposal.kind == .initializers) && proposal.usesTrial && result?.isOfTheFirstAccepted ?? false
  }

  /// The lines of the test function.
  var lines: [String] {
    let wrapped = "\(proposal.because)".wrapped(to: 130).map { "  // \($0)" }
    let chosen = cases.map { "cases: \($0), " } ?? ""
    guard !proposal.inputs.isEmpty else {
      let body = proposal.body.map { "    " + $0.replacingOccurrences(of: "isolation: workers", with: "\(chosen)isolation: workers") }
      return wrapped + ["  @Test func \(test)() throws {"] + body + ["  }"]
    }
    var generators = proposal.inputs.map(\.generator)
    var names = proposal.inputs.map { "\($0.name): \($0.type)" }
    var parts: [String] = []
    // A check takes four generators, and one if its closure takes the trial.
    if proposal.inputs.count > (proposal.usesTrial ? 1 : 4) {
      let types = proposal.inputs.map { "\($0.type)" }.joined(separator: ", ")
      parts = ["      let (\(proposal.inputs.map(\.name).joined(separator: ", "))) = values"]
      // The compiler takes too long for so many generators without their types.
      generators = ["Generator<(\(types))>.zip(\(proposal.inputs.map(\.typedGenerator).joined(separator: ", ")))"]
      names = ["values: (\(types))"]
    }
    if proposal.usesTrial { names.append("trial: Trial") }
    let call = "check(forAll: \(generators.joined(separator: ", ")), \(chosen)isolation: workers)"
    return wrapped
      + [
        "  @Test func \(test)() \(proposal.isAsync ? "async " : "")throws {",
        "    try \(proposal.isAsync ? "await " : "")\(call) { (\(names.joined(separator: ", "))) in",
      ]
      + parts + proposal.body.map { "      \($0)" } + ["    }", "  }"]
  }
}

extension Proposal.Input {
  fileprivate var typedGenerator: String { generator.hasPrefix(".") ? "Generator<\(type)>\(generator)" : generator }
}

extension String {
  /// Lines of at most so many characters, cut at spaces.
  func wrapped(to width: Int) -> [String] {
    var lines: [String] = []
    for word in split(whereSeparator: \.isWhitespace) {
      if let last = lines.last, last.count + word.count < width {
        lines[lines.count - 1] = "\(last) \(word)"
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }
}

/// A proposal with its place in the package that is written.
struct WrittenProperty: Sendable {
  let proposal: Proposal
  let suite: String
  /// Unique in its suite.
  let test: String

  /// `Money.descriptionIsReadBack`: for the list of struck properties.
  var id: String { "\(suite).\(test)" }

  /// The lines of the test function.
  var lines: [String] {
    let wrapped = "\(proposal.because)".wrapped(to: 130).map { "  // \($0)" }
    guard !proposal.inputs.isEmpty else {
      return wrapped + ["  @Test func \(test)() throws {"] + proposal.body.map { "    \($0)" } + ["  }"]
    }
    // A check takes four generators: those behind the third are drawn together.
    let (own, rest) = proposal.inputs.count > 4 ? (proposal.inputs.prefix(3), proposal.inputs.dropFirst(3)) : (proposal.inputs[...], [])
    var generators = own.map(\.generator)
    var names = own.map { "\($0.name): \($0.type)" }
    if !rest.isEmpty {
      let types = rest.map { "\($0.type)" }.joined(separator: ", ")
      // The compiler takes too long for so many generators without their types.
      generators = own.map { $0.typedGenerator } + ["Generator<(\(types))>.zip(\(rest.map(\.typedGenerator).joined(separator: ", ")))"]
      names.append("others: (\(types))")
    }
    return wrapped
      + [
        "  @Test func \(test)() throws {",
        "    try check(forAll: \(generators.joined(separator: ", ")), isolation: workers) { (\(names.joined(separator: ", "))) in",
      ]
      + (rest.isEmpty ? [] : ["      let (\(rest.map(\.name).joined(separator: ", "))) = others"])
      + proposal.body.map { "      \($0)" } + ["    }", "  }"]
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

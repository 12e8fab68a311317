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
    let generators = proposal.inputs.map(\.generator).joined(separator: ", ")
    let names = proposal.inputs.map { "\($0.name): \($0.type)" }.joined(separator: ", ")
    return wrapped + ["  @Test func \(test)() throws {", "    try check(forAll: \(generators), isolation: workers) { (\(names)) in"]
      + proposal.body.map { "      \($0)" } + ["    }", "  }"]
  }
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

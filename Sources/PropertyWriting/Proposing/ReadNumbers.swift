/// A number of the standard library that a package reads from a text is the one that the standard library reads from it.
struct ReadNumbers: Proposer {
  private static let whole: Set = ["Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32", "UInt64"]
  private static let fractions: Set = ["Double", "Float"]
  /// What the one text is called. One called `hex` is no decimal number.
  private static let labels: Set = ["", "string", "text", "parameter", "value", "description", "from", "parsing", "rawvalue"]

  func propose(_ context: inout ProposalContext) -> [Proposal] {
    context.callables.compactMap { reader in
      guard let owner = reader.owner, reader.kind == .initializer, reader.precondition == nil, reader.required.count == 1,
        reader.required[0].type == .named("String"), Self.labels.contains((reader.required[0].label ?? "").lowercased()),
        reader.required[0].label != nil, reader.isFailable || reader.isThrowing
      else { return nil }
      let isWhole = Self.whole.contains("\(owner)")
      guard isWhole || Self.fractions.contains("\(owner)") else { return nil }
      let numbers = isWhole ? "Generator<\(owner)>.integer()" : "Generator<Double>.double(in: -1_000...1_000)"
      let text = Proposal.Input(name: "text", type: .named("String"), generator: "\(numbers).map { \"\\($0)\" }")
      return Proposal(
        kind: .readNumbers, subject: context.subject(of: reader), name: "\(owner)\(reader.words.dropFirst(4))ReadsNumbers",
        because: "\(reader.title) makes a number of a text, as \(owner).init(_:) does.", inputs: [text],
        body: ["try expect(\"read\", \(reader.optionalExpression([text])), equals: \(owner)(text))"], about: [reader])
    }
  }
}

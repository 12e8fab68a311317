/// What reads a date from a text, or from what a package stores a text as, makes none of a day that does not exist; and what reads a number
/// from a stored text reads all of it.
struct ReadDates: Proposer {
  /// Days that no year has, alone and with a time.
  static let text = Proposal.Input(
    name: "text", type: .named("String"),
    generator: """
      Generator<(String, String)>.zip(
        .element(of: ["2023-02-30", "2023-04-31", "2021-13-01", "2022-01-32"]), .element(of: ["", " 01:02:03", "T01:02:03Z"])
      ).map { $0 + $1 }
      """)

  private static let numbers: Set = ["Int", "Int32", "Int64", "UInt", "UInt64", "Double", "Float", "Decimal"]

  func propose(_ context: inout ProposalContext) -> [Proposal] {
    let texts = SwiftType.named("String")
    let writers = context.callables.filter {
      $0.owner == texts && $0.needsReceiver && $0.required.isEmpty && $0.isPure && !$0.isThrowing && context.declares($0.result)
    }
    return context.callables.flatMap { reader -> [Proposal] in
      guard let owner = reader.owner, reader.kind == .initializer || reader.kind == .method && reader.isStatic, reader.isPure,
        reader.required.count == 1, reader.result == owner || reader.result == .optional(owner),
        reader.isThrowing || reader.isFailable || reader.result.isOptional
      else { return [] }
      let isDate = owner == .named("Date")
      guard isDate || Self.numbers.contains("\(owner)") else { return [] }
      let taken = reader.required[0].type
      if taken == texts { return isDate ? [proposal(reader, nil, Self.text, &context)] : [] }
      guard let writer = writers.first(where: { $0.result == taken }) else { return [] }
      return [proposal(reader, writer, isDate ? Self.text : Self.withRest, &context)]
    }
  }

  private func proposal(_ reader: Callable, _ writer: Callable?, _ text: Proposal.Input, _ context: inout ProposalContext) -> Proposal {
    let isDate = reader.owner == .named("Date")
    let owner = reader.owner.map { "\($0)" } ?? ""
    let read = (reader.isThrowing ? "try? " : "") + reader.call([writer?.call(on: "text", []) ?? "text"])
    return Proposal(
      kind: isDate ? .impossibleDates : .readNumbers, subject: context.subject(of: reader),
      name: "\(owner)\(reader.words.capitalizingFirst)Refuses\(isDate ? "DaysThatDoNotExist" : "ARest")",
      because: isDate
        ? "\(reader.title) makes a date of a text, and may refuse it."
        : "\(reader.title) makes a number of \(writer?.title ?? "a text"), and a text that begins with a number is none.", inputs: [text],
      body: ["try expect(\"\\(text) is refused\", (\(read)) == nil)"], about: [reader] + (writer.map { [$0] } ?? []))
  }

  private static let withRest = Proposal.Input(
    name: "text", type: .named("String"),
    generator: "Generator<(Int, String)>.zip(.int(in: 1...99), .element(of: [\"x\", \" q\", \"-\", \"%\"]))"
      + ".map { number, rest in \"\\(number)\\(rest)\" }")
}

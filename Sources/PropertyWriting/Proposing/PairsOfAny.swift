/// What takes any value and writes a text, beside what reads any value from it, by names that undo each other: `dump` and `load`.
struct PairsOfAny: Proposer {
  /// Values that every format has.
  private static let values: [(name: String, type: String, generator: String)] = [
    ("Text", "String", "Generator<String>.text(.of(\"a b&<>:#-,'\\\"\\\\0~\"), count: 0...6).map { \"a\\($0)b\" }"),
    ("NumberedText", "String", ".text(.of(\"0123.-+eE_:\"), count: 1...5)"), ("Int", "Int", ".int()"),
    ("Double", "Double", "Generator<Double>.double().map { $0 == $0.rounded() ? 0.5 : $0 }"),
    // Foundation's own readers make numbers of this type.
    ("Number", "Int", ".int()"), ("Bool", "Bool", ".bool"),
    ("Texts", "[String]", ".array(of: .text(.of(\"a0\"), count: 0...2), count: 0...4)"),
  ]

  func propose(_ context: inout ProposalContext) -> [Proposal] {
    let functions = context.callables.filter { $0.isPure && !$0.needsReceiver && $0.required.count == 1 }
    let readers = functions.filter { Self.isAny($0.result) }
    return functions.filter { Self.isAny($0.required[0].type) && ["String", "Data", "[UInt8]"].contains("\($0.result)") }.flatMap {
      writer -> [Proposal] in
      guard let reader = readers.first(where: { RoundTrips.undoes($0.name, writer.name) && $0.required[0].type == writer.result }) else {
        return []
      }
      let read = (reader.isThrowing ? "try " : "") + reader.call(["written"])
      return Self.values.map { row in
        let write = (writer.isThrowing ? "try? " : "") + writer.call([row.name == "Number" ? "NSNumber(value: value)" : "value"])
        return Proposal(
          kind: .roundTrip, subject: context.subject(of: writer),
          name: "\(reader.name)Undoes\(writer.name.capitalizingFirst)Of\(row.name)",
          because: "The names of \(writer.title) and \(reader.title) say that one undoes the other, and each value is any.",
          inputs: [Proposal.Input(name: "value", type: DeclarationReader.type(row.type), generator: row.generator)],
          body: (writer.isThrowing
            ? ["guard let written = \(write) else { throw Discard(reason: \"nothing is written\") }"] : ["let written = \(write)"]) + [
              "try expect(\"\\(describe(written)) read back\", (\(read)) as? \(row.type), equals: value)"
            ], about: [writer, reader])
      }
    }
  }

  private static func isAny(_ type: SwiftType) -> Bool { ["Any", "Any?", "any Any", "(any Any)?"].contains("\(type)") }
}

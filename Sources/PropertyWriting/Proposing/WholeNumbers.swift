/// A type of whole numbers beside the standard library's: what both can hold, both read, write and convert alike.
struct WholeNumbers: Proposer {
  func propose(_ context: inout ProposalContext) -> [Proposal] {
    context.api.types.filter { $0.conformances.contains("BinaryInteger") }.flatMap { type -> [Proposal] in
      let known = type.conformances.contains("SignedInteger") || type.conformances.contains("SignedNumeric") ? "Int64" : "UInt64"
      let number = Proposal.Input(name: "number", type: .named(known), generator: ".integer()")
      // A sign between more digits than one word has.
      let digits = ".text(.of(\"01+-\"), count: 0...1), .text(.of(\"01\"), count: 0...20)"
      let text = Proposal.Input(
        name: "text", type: .named("String"),
        generator: "Generator<(String, String, String, String)>.zip(\(digits), \(digits)).map { $0 + $1 + $2 + $3 }")
      let radix = Proposal.Input(name: "radix", type: .named("Int"), generator: ".element(of: [10, 2, 16])")
      let reader = type.members.first { member in
        member.kind == .initializer && member.isFailable && member.parameters.map(\.label) == [nil, "radix"]
          && member.parameters[0].type == text.type
      }
      func proposal(_ name: String, _ inputs: [Proposal.Input], _ body: [String], _ about: [Callable]) -> Proposal {
        Proposal(
          kind: .wholeNumbers, subject: type.path, name: name, because: "\(type.path) is a BinaryInteger, as \(known) is.", inputs: inputs,
          body: body, about: about)
      }
      // Of a type with a width of its own, not every number is a value.
      let made = "guard let made = \(type.type)(exactly: number) else { throw Discard(reason: \"the type has no such number\") }"
      let conversions = proposal(
        "convertsLike\(known)", [number],
        [
          made, "try expect(\"as a Double\", Double(made), equals: Double(number))",
          "try expect(\"as a Float\", Float(made), equals: Float(number))",
          "try expect(\"as an Int16\", Int16(exactly: made), equals: Int16(exactly: number))",
          "try expect(\"as a text\", String(made, radix: 7), equals: String(number, radix: 7))",
        ], [])
      guard let reader else { return [conversions] }
      return [
        conversions,
        proposal(
          "readsLike\(known)", [text, radix],
          [
            "let expected = \(known.replacing("64", with: "128"))(text, radix: radix).map { \"\\($0)\" }",
            "try expect(\"read\", \(type.type)(text, radix: radix).map { \"\\($0)\" }, equals: expected)",
          ],
          [reader]),
      ]
    }
  }
}

/// A type of whole numbers beside the standard library's: with what both can hold, both calculate alike, and read, write and convert it.
struct WholeNumbers: Proposer {
  func propose(_ context: inout ProposalContext) -> [Proposal] {
    context.api.types.filter { $0.conformances.contains("BinaryInteger") }.flatMap { type -> [Proposal] in
      let known = type.conformances.contains("SignedInteger") || type.conformances.contains("SignedNumeric") ? "Int128" : "UInt128"
      // Of one word, and near the powers of two, where a second word begins.
      let numbers = """
        Generator<\(known)>.oneOf(
          Generator<\(known.replacing("128", with: "64"))>.integer().map { \(known)($0) },
          Generator<(Int, Int, Int)>.zip(.int(in: -1...1), .int(in: 0...100), .int(in: -2...2)).map { part in
            \(known)(truncatingIfNeeded: ((Int128(part.0) << part.1) + Int128(part.2))\(known == "UInt128" ? ".magnitude" : ""))
          })
        """
      let (number, other) = (
        Proposal.Input(name: "number", type: .named(known), generator: numbers),
        Proposal.Input(name: "other", type: .named(known), generator: numbers)
      )
      // A sign between more digits than one word has.
      let digits = ".text(.of(\"01+-\"), count: 0...1), .text(.of(\"01\"), count: 0...14)"
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
      func make(_ name: String, _ number: String) -> String {
        "guard let \(name) = \(type.type)(exactly: \(number)) else { throw Discard(reason: \"the type has no such number\") }"
      }
      func alike(_ sign: String) -> String { "try expect(\"\(sign)\", \"\\(one \(sign) two)\", equals: \"\\(number \(sign) other)\")" }
      let pair = [make("one", "number"), make("two", "other")]
      let conversions = proposal(
        "convertsLike\(known)", [number],
        [
          make("made", "number"), "try expect(\"as a Double\", Double(made), equals: Double(number))",
          "try expect(\"as a Float\", Float(made), equals: Float(number))",
          "try expect(\"as an Int16\", Int16(exactly: made), equals: Int16(exactly: number))",
          "try expect(\"\(known)(exactly:)\", \(known)(exactly: made), equals: number)",
          "try expect(\"as a text\", String(made, radix: 7), equals: String(number, radix: 7))",
        ], [])
      // What has a width may end the process where the result has no room.
      let isLimited = type.conformances.contains("FixedWidthInteger")
      let arithmetic = isLimited ? [] : ["+"] + (known == "Int128" ? ["-"] : [])
      let products = isLimited
        ? []
        : [
          "if !number.multipliedReportingOverflow(by: other).overflow { " + alike("*") + " }",
          "if other != 0 {", "  " + alike("/"), "  " + alike("%"), "}",
        ]
      let calculations = proposal(
        "calculatesLike\(known)", [number, other],
        pair + (["&", "|", "^"] + arithmetic).map(alike) + products, [])
      let shifts = proposal(
        "shiftsLike\(known)", [number, other],
        pair + ["guard other >= 0 else { throw Discard(reason: \"it shifts to the left\") }", alike(">>")], [])
      let all = [conversions, calculations, shifts]
      guard let reader else { return all }
      return all + [
        proposal(
          "readsLike\(known)", [text, radix],
          [
            "let expected = \(known)(text, radix: radix).map { \"\\($0)\" }",
            "try expect(\"read\", \(type.type)(text, radix: radix).map { \"\\($0)\" }, equals: expected)",
          ],
          [reader]),
      ]
    }
  }
}

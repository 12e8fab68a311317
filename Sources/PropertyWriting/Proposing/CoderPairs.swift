/// What an encoder of the package writes of any value, its decoder reads: `PlistEncoder` and `PlistDecoder`.
struct CoderPairs: Proposer {
  private typealias Row = (name: String, type: String, generator: String)

  /// What every format is asked to keep. Texts have several rows: a format that loses some characters may lose others for another reason.
  private static let values: [Row] = [
    // Between letters: many formats trim texts.
    ("Text", "String", "Generator<String>.text(.of(\"a b&<>:#-,'\\\"\\\\0~\\u{E9}\"), count: 0...6).map { \"a\\($0)b\" }"),
    ("Lines", "String", "Generator<String>.text(.of(\"a \\n\\r\\t\"), count: 0...6).map { \"a\\($0)b\" }"),
    ("Edges", "String", ".text(.of(\" a\"), count: 0...3)"),
    ("Marks", "String", ".text(.of(\"ae\\u{301}\\u{200D}\\u{2028}\\u{FEFF}\\u{1F469}\"), count: 0...4)"), ("String", "String", ".someText"),
    ("Int", "Int", ".int()"), ("UInt64", "UInt64", ".integer()"), ("Double", "Double", ".double()"),
    ("Float", "Float", "Generator<Double>.double(in: -1_000...1_000).map { Float($0) }"),
    // Every format that has fractions of a second has halves.
    (
      "Date", "Date",
      "Generator<Date>.date().map { Date(timeIntervalSinceReferenceDate: ($0.timeIntervalSinceReferenceDate * 2).rounded() / 2) }"
    ), ("Data", "Data", ".data(count: 0...12)"), ("Decimal", "Decimal", ".decimal()"), ("URL", "URL", ".url"),
    ("Texts", "[String]", ".array(of: .text(.of(\"a0\"), count: 0...2), count: 0...4)"),
    ("OptionalInt", "Int?", ".optional(.int(in: -9...9))"),
    ("Dictionary", "[String: Int]", ".dictionary(of: .text(.of(\"ab\"), count: 1...2), .int(in: -9...9), count: 0...4)"),
  ]

  /// Declarations of what is encoded: many formats have a type with members at the top, and nothing else, and some write its name.
  static let declarations = values.map { "struct Kept\($0.name): Codable, Equatable { var value: \($0.type) }" }

  func propose(_ context: inout ProposalContext) -> [Proposal] {
    context.api.types.filter { $0.path.hasSuffix("Encoder") }.flatMap { encoder -> [Proposal] in
      let path = encoder.path.dropLast("Encoder".count) + "Decoder"
      guard let decoder = context.api.types.first(where: { $0.path == path }), makesItself(encoder), makesItself(decoder) else { return [] }
      for write in encoder.members where write.name == "encode" && write.needsReceiver && write.isPure && write.required.count == 1 {
        let read = decoder.members.first { read in
          read.name == "decode" && read.needsReceiver && read.isPure && read.required.count == 2
            && read.required[0].type.description.hasSuffix(".Type") && read.required[1].type == write.result
        }
        guard let read, ["String", "Data", "[UInt8]"].contains("\(write.result)") else { continue }
        return Self.values.map { proposal(of: $0, write, read, encoder, decoder) }
          + ["Int", "Double", "Decimal"].map { withRest(of: $0, write, read, encoder, decoder) } + [
            withAnImpossibleDate(write, read, encoder, decoder)
          ]
      }
      return []
    }
  }

  private func makesItself(_ type: TypeDeclaration) -> Bool {
    type.members.contains { $0.kind == .initializer && $0.required.isEmpty && !$0.isThrowing && !$0.isFailable }
  }

  /// A format may read a number from a text. It then reads all of the text.
  private func withRest(of type: String, _ write: Callable, _ read: Callable, _ encoder: TypeDeclaration, _ decoder: TypeDeclaration)
    -> Proposal
  {
    let written = write.call(on: "\(encoder.type)()", ["KeptText(value: text)"])
    let decoded = read.call(on: "\(decoder.type)()", ["Kept\(type).self", "written"])
    return Proposal(
      kind: .coders, subject: encoder.path, name: "refuses\(type)WithARest",
      because: "A text that begins with a number is none: \(decoder.path) makes no \(type) of it.",
      inputs: [
        Proposal.Input(
          name: "text", type: .named("String"),
          generator: "Generator<(Int, String)>.zip(.int(in: 1...99), .element(of: [\"x\", \" q\", \"-\", \"+1\", \"%\", \":75\"]))"
            + ".map { number, rest in \"\\(number)\\(rest)\" }")
      ],
      body: [
        "guard let written = try? \(written) else { throw Discard(reason: \"the encoder refuses the text\") }",
        "try expect(\"\\(text) as a \(type)\", (try? \(decoded))?.value, equals: nil)",
      ], about: [write, read])
  }

  private func withAnImpossibleDate(_ write: Callable, _ read: Callable, _ encoder: TypeDeclaration, _ decoder: TypeDeclaration) -> Proposal
  {
    let written = write.call(on: "\(encoder.type)()", ["KeptText(value: text)"])
    let decoded = read.call(on: "\(decoder.type)()", ["KeptDate.self", "written"])
    return Proposal(
      kind: .coders, subject: encoder.path, name: "refusesADayThatDoesNotExist",
      because: "No month has a day 32, and most have no day 31: \(decoder.path) makes no date of it.", inputs: [ReadDates.text],
      body: [
        "guard let written = try? \(written) else { throw Discard(reason: \"the encoder refuses the text\") }",
        "try expect(\"\\(text) as a date\", (try? \(decoded))?.value, equals: nil)",
      ], about: [write, read])
  }

  private func proposal(of value: Row, _ write: Callable, _ read: Callable, _ encoder: TypeDeclaration, _ decoder: TypeDeclaration)
    -> Proposal
  {
    let written = write.call(on: "\(encoder.type)()", ["Kept\(value.name)(value: value)"])
    let decoded = read.call(on: "\(decoder.type)()", ["Kept\(value.name).self", "written"])
    let shown = write.result == .named("String") ? "written" : "String(decoding: written, as: UTF8.self)"
    return Proposal(
      kind: .coders, subject: encoder.path, name: "decodes\(value.name)", because: "\(decoder.path) reads what \(encoder.path) writes.",
      inputs: [Proposal.Input(name: "value", type: DeclarationReader.type(value.type), generator: value.generator)],
      body: [
        "guard let written = try? \(written) else { throw Discard(reason: \"the encoder refuses the value\") }",
        "try expect(\"\\(describe(\(shown))) decoded\", try \(decoded).value, equals: value)",
      ], about: [write, read])
  }
}

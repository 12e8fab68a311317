/// What is written by one function and read by another is what it was.
struct RoundTrips: Proposer {
  func propose(_ context: inout ProposalContext) -> [Proposal] {
    var found: [Proposal] = []
    for type in context.api.types {
      guard let generator = context.plan.generator(of: type.type) else { continue }
      let isEquatable = context.isEquatable(type.type)
      let value = Proposal.Input(name: "value", type: type.type, generator: generator)
      for reader in type.members where isReader(reader, of: type) {
        for writer in type.members where isWriter(writer) && writer.result == reader.required[0].type && fits(writer, reader, type) {
          let written = (writer.isThrowing ? "try " : "") + writer.call(on: "value", [])
          let read = (reader.isThrowing ? "try " : "") + reader.call(["written"])
          // What has no == is written alike once more.
          let again = writer.call(on: "(\(read))\(reader.isFailable || reader.result != type.type ? "?" : "")", [])
          guard isEquatable || !writer.isThrowing && writer.result == .named("String") else { continue }
          let claim = isEquatable ? "\(read), equals: value" : "\(again), equals: written"
          found.append(
            Proposal(
              kind: .roundTrip, subject: type.path,
              name: "\(writer.words)IsReadBackBy\(reader.words.prefix(1).uppercased() + reader.words.dropFirst())",
              because: "\(reader.title) reads a \(reader.required[0].type), and \(writer.title) writes one.", inputs: [value],
              body: ["let written = \(written)", "try expect(\"\\(describe(written)) read back\", \(claim))"],
              about: [reader, writer]))
          if let constants = ofConstants(type, reader, writer, isEquatable: isEquatable) { found.append(constants) }
        }
      }
    }
    return found + inversePairs(&context)
  }

  /// The values that the package itself names are read back, each: a list of those that are not says more than one of them.
  private func ofConstants(_ type: TypeDeclaration, _ reader: Callable, _ writer: Callable, isEquatable: Bool) -> Proposal? {
    let names = type.members.filter {
      $0.kind == .property && $0.isStatic && $0.result == type.type && $0.isRepeatable && !$0.isThrowing && !$0.isAsync
    }.map { ".\($0.name)" }
    guard names.count > 1, !writer.isThrowing, writer.result == .named("String") else { return nil }
    let written = writer.call(on: "$0", [])
    let read = (reader.isThrowing ? "(try? " : "(") + reader.call([written]) + ")"
    let again = writer.call(on: read + (reader.isFailable || reader.isThrowing || reader.result.isOptional ? "?" : ""), [])
    return Proposal(
      kind: .roundTrip, subject: type.path,
      name: "constantsAreReadBackBy\(reader.words.prefix(1).uppercased() + reader.words.dropFirst())",
      because: "\(reader.title) reads what \(writer.title) writes of the values that \(type.path) names.",
      inputs: [
        Proposal.Input(
          name: "constants", type: .array(type.type),
          generator: "Generator { _ in [\(names.joined(separator: ", "))] as [\(type.type)] }")
      ],
      body: [
        "let others = constants.filter { \(isEquatable ? "\(read) != $0" : "\(again) != \(written)") }",
        "try expect(\"those that are not read back\", others.map { \(written) }, equals: [])",
      ], about: [reader, writer])
  }

  private func isReader(_ reader: Callable, of type: TypeDeclaration) -> Bool {
    let makes = reader.kind == .initializer || reader.kind == .method && reader.isStatic
    return makes && reader.required.count == 1 && (reader.result == type.type || reader.result == .optional(type.type))
      && reader.precondition == nil
      && reader.required[0].type != type.type
  }

  private func isWriter(_ writer: Callable) -> Bool {
    writer.needsReceiver && !writer.isMutating && (writer.kind == .method || writer.kind == .property) && writer.required.isEmpty
      && writer.isPure
  }

  /// Whether a reader with one parameter may be meant to read what the writer writes.
  private func fits(_ writer: Callable, _ reader: Callable, _ type: TypeDeclaration) -> Bool {
    let written = writer.name.lowercased()
    let label = (reader.required[0].label ?? "").lowercased()
    if written == label {
      // Laws of RawRepresentable say it; and what has more to it than the one property is not made of that alone.
      let state = type.members.count { $0.kind == .property && $0.needsReceiver && !$0.isReadOnly }
      return !(label == "rawvalue" && type.conformances.contains("RawRepresentable")) && state <= 1
    }
    // A part that can be set is not the whole.
    let parts = type.members.count { $0.kind == .property && $0.isSettable }
    if writer.kind == .property, writer.isSettable, parts > 1 { return false }
    // What has a property's name reads that property, and nothing else. Of raw values, the compiler's may be no member.
    if label == "rawvalue" || type.members.contains(where: { $0.kind == .property && $0.name.lowercased() == label }) { return false }
    let texts: Set = ["String", "Substring", "Data", "[UInt8]", "[UInt]"]
    guard texts.contains(reader.required[0].type.description) else { return false }
    let whole = [
      "description", "string", "stringvalue", "serialize", "serialized", "serializeddata", "serializedbytes", "data", "rawvalue", "encoded",
      "encode", "bytes", "rawbytes",
      "text", "absolutestring", "render", "rendered", "print", "printed", "hexstring", "hex", "base64", "base64encodedstring",
      "rawrepresentation",
      "derrepresentation", "pemrepresentation", "compactrepresentation", "x963representation", "uuidstring", "canonical", "format",
      "formatted",
    ]
    // The laws of the one look at it; what takes any text without a refusal seldom means to read a description.
    if written == "description",
      type.conformances.contains("LosslessStringConvertible") || !reader.isFailable && !reader.isThrowing
    { return false }
    let readers = [
      "", "string", "from", "parsing", "decoding", "data", "bytes", "text", "encoded", "serialized", "representation", "contentsof",
      "rawvalue", "description",
    ]
    guard readers.contains(label) || written.contains(label) else { return false }
    return whole.contains(written)
  }

  /// Verbs that undo each other.
  private static let inverses: [(String, String)] = [
    ("encode", "decode"), ("escape", "unescape"), ("serialize", "deserialize"), ("serialize", "parse"), ("compress", "decompress"),
    ("pack", "unpack"),
    ("quote", "unquote"), ("print", "parse"), ("format", "parse"), ("stringify", "parse"), ("wrap", "unwrap"), ("flatten", "unflatten"),
    ("add", "subtract"), ("increment", "decrement"), ("rotateLeft", "rotateRight"), ("shiftLeft", "shiftRight"), ("marshal", "unmarshal"),
    ("encoded", "decoded"), ("escaped", "unescaped"), ("escaping", "unescaping"), ("adding", "removing"), ("adding", "subtracting"),
    ("to", "from"),
    ("successor", "predecessor"), ("next", "previous"), ("dump", "load"), ("zip", "unzip"),
  ]

  /// Whether the name of one function says that it undoes another.
  static func undoes(_ second: String, _ first: String) -> Bool {
    inverses.contains { verb, inverse in
      guard let range = first.range(of: verb, options: [.caseInsensitive]) else { return false }
      return first.replacingCharacters(in: range, with: inverse).lowercased() == second.lowercased()
    }
  }

  /// A → B and B → A, by their names: functions, static methods, and methods of the first value.
  private func inversePairs(_ context: inout ProposalContext) -> [Proposal] {
    let functions = (context.callables + context.api.asynchronous).filter { [.function, .method, .property].contains($0.kind) && $0.isPure }
    var byName: [String: [Callable]] = [:]
    for function in functions { byName[function.name.lowercased(), default: []].append(function) }
    var found: [Proposal] = []
    for first in functions {
      for second in byName["from\(first.name.lowercased())"] ?? [] where second.isStatic {
        found += proposals(first, second, &context)
      }
      for (verb, inverse) in Self.inverses {
        guard let range = first.name.range(of: verb, options: [.caseInsensitive]),
          verb.count > 2 || range.lowerBound == first.name.startIndex
        else { continue }
        let wanted = first.name.replacingCharacters(in: range, with: inverse).lowercased()
        for second in byName[wanted] ?? [] where second.title != first.title {
          found += proposals(first, second, &context)
        }
      }
    }
    return found
  }

  /// A date is kept to the second, as every format of dates keeps it: one of usual years, one before the year 1, and one of five digits.
  private static let dates: [(suffix: String, generator: String)] = [
    ("", ".date()"),
    ("OfEarlyDates", ".date(in: Date(timeIntervalSinceReferenceDate: -70_000_000_000)...Date(timeIntervalSinceReferenceDate: -63_200_000_000))"),
    ("OfLateDates", ".date(in: Date(timeIntervalSinceReferenceDate: 252_500_000_000)...Date(timeIntervalSinceReferenceDate: 300_000_000_000))"),
  ]

  private func proposals(_ first: Callable, _ second: Callable, _ context: inout ProposalContext) -> [Proposal] {
    guard let plain = proposal(first, second, &context) else { return [] }
    guard let value = plain.inputs.first, value.type == .named("Date"), plain.inputs.count == 1, var claim = plain.body.last,
      let end = claim.range(of: ", equals: \(value.name))"), let start = claim.range(of: "read back\", ")
    else { return [plain] }
    let read = claim[start.upperBound..<end.lowerBound]
    claim = claim[..<start.upperBound] + "((\(read)) as Date?).map { abs($0.timeIntervalSince(\(value.name))) < 1 } ?? false)"
    return Self.dates.map { row in
      Proposal(
        kind: plain.kind, subject: plain.subject, name: plain.name + row.suffix, because: plain.because,
        inputs: [Proposal.Input(name: value.name, type: value.type, generator: row.generator)], body: plain.body.dropLast() + [claim],
        about: plain.about)
    }
  }

  private func proposal(_ first: Callable, _ second: Callable, _ context: inout ProposalContext) -> Proposal? {
    guard let inputs = context.inputs(of: first), let subject = inputs.first,
      inputs.count == (second.needsReceiver ? 1 : 0) + second.required.count
    else {
      return nil
    }
    var sources = inputs
    sources[0] = Proposal.Input(name: "written", type: subject.type, generator: "")
    let takes = second.needsReceiver ? second.owner : second.required.first?.type
    let back = second.result == subject.type || second.result == .optional(subject.type)
    let isCompared = context.isEquatable(subject.type)
    guard takes == first.result || first.result == .optional(takes ?? .void), back, first.result != .void,
      isCompared || context.isEquatable(first.result) && inputs.count == 1 && !first.isAsync && first.needsReceiver
    else { return nil }
    let isOptional = first.result == .optional(takes ?? .void)
    let written = first.expression(inputs)
    let read = second.expression(sources)
    return Proposal(
      kind: .roundTrip, subject: context.subject(of: first),
      name: "\(second.words)Undoes\(first.words.prefix(1).uppercased() + first.words.dropFirst())",
      because: "The names of \(first.title) and \(second.title) say that one undoes the other.", inputs: inputs,
      body: [
        isOptional ? "guard let written = \(written) else { throw Discard(reason: \"nothing is written\") }" : "let written = \(written)",
        // What has no == is written alike once more.
        isCompared
          ? "try expect(\"\\(describe(written)) read back\", \(read), equals: \(subject.name))"
          : "try expect(\"\\(describe(written)) read and written\", "
            + "\(again(first, second, read)), equals: written)",
      ], about: [first, second])
  }

  private func again(_ first: Callable, _ second: Callable, _ read: String) -> String {
    let mark = second.result.isOptional || second.isFailable ? "?" : ""
    return (first.isThrowing && !read.hasPrefix("try ") ? "try " : "") + first.call(on: "(\(read))\(mark)", [])
  }
}

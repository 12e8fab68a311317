/// Functions whose names say that one undoes the other.
extension RoundTrips {
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

  /// The names, in lower case, that say that a function undoes one of this name.
  private static func inverses(of name: String) -> [String] {
    inverses.compactMap { verb, inverse in
      guard let range = name.range(of: verb, options: [.caseInsensitive]), verb.count > 2 || range.lowerBound == name.startIndex
      else { return nil }
      return name.replacingCharacters(in: range, with: inverse).lowercased()
    }
  }

  /// Whether the name of one function says that it undoes another.
  static func undoes(_ second: String, _ first: String) -> Bool { inverses(of: first).contains(second.lowercased()) }

  /// A → B and B → A, by their names: functions, static methods, and methods of the first value.
  func inversePairs(_ context: inout ProposalContext) -> [Proposal] {
    let functions = (context.callables + context.api.asynchronous).filter { [.function, .method, .property].contains($0.kind) && $0.isPure }
    var byName: [String: [Callable]] = [:]
    for function in functions { byName[function.name.lowercased(), default: []].append(function) }
    var found: [Proposal] = []
    for first in functions {
      for second in byName["from\(first.name.lowercased())"] ?? [] where second.isStatic {
        found += proposals(first, second, &context)
      }
      for wanted in Self.inverses(of: first.name) {
        for second in byName[wanted] ?? [] where second.title != first.title {
          found += proposals(first, second, &context)
        }
      }
    }
    return found
  }

  /// A date is kept to the second, as every format of dates keeps it: one of usual years, one before the year 1, and one of five digits.
  private static let dates: [(suffix: String, generator: String)] = [
    ("", ".date()"), ("OfEarlyDates", dates(from: "-70_000_000_000", to: "-63_200_000_000")),
    ("OfLateDates", dates(from: "252_500_000_000", to: "300_000_000_000")),
  ]

  private static func dates(from first: String, to last: String) -> String {
    ".date(in: Date(timeIntervalSinceReferenceDate: \(first))...Date(timeIntervalSinceReferenceDate: \(last)))"
  }

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

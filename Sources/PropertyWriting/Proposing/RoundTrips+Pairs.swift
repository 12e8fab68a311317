/// Functions whose names say that one undoes the other.
extension RoundTrips {
  /// Verbs that undo each other.
  private static let inverses: [(String, String)] = [
    ("encode", "decode"), ("escape", "unescape"), ("serialize", "deserialize"), ("serialize", "parse"), ("compress", "decompress"),
    ("pack", "unpack"), ("quote", "unquote"), ("print", "parse"), ("format", "parse"), ("stringify", "parse"), ("wrap", "unwrap"),
    ("flatten", "unflatten"), ("add", "subtract"), ("increment", "decrement"), ("rotateLeft", "rotateRight"), ("shiftLeft", "shiftRight"),
    ("marshal", "unmarshal"), ("encoded", "decoded"), ("escaped", "unescaped"), ("escaping", "unescaping"), ("adding", "removing"),
    ("adding", "subtracting"), ("to", "from"), ("successor", "predecessor"), ("generate", "extract"), ("render", "parse"),
    ("write", "read"), ("build", "parse"), ("next", "previous"), ("dump", "load"), ("zip", "unzip"),
  ]

  /// The names, in lower case, that say that a function undoes one of this name.
  private static func inverses(of name: String) -> [String] {
    inverses.compactMap { verb, inverse in
      guard let range = name.range(of: verb, options: [.caseInsensitive]), verb.count > 2 || range.lowerBound == name.startIndex else {
        return nil
      }
      return name.replacingCharacters(in: range, with: inverse).lowercased()
    }
  }

  /// Whether the name of one function says that it undoes another.
  static func undoes(_ second: String, _ first: String) -> Bool { inverses(of: first).contains(second.lowercased()) }

  /// A → B and B → A, by their names: functions, static methods, and methods of the first value.
  func inversePairs(_ context: inout ProposalContext) -> [Proposal] {
    let named = (context.callables + context.api.asynchronous).filter { [.function, .method, .property].contains($0.kind) }
    let functions = named.filter(\.isPure)
    // What generates a text of a value makes nothing new.
    let makers = named.filter { $0.precondition == nil && !$0.isMutating && !$0.required.isEmpty }
    var byName: [String: [Callable]] = [:]
    for function in functions { byName[function.name.lowercased(), default: []].append(function) }
    var found: [Proposal] = []
    for first in functions {
      for second in byName["from\(first.name.lowercased())"] ?? [] where second.isStatic { found += proposals(first, second, &context) }
      for wanted in Self.inverses(of: first.name) {
        for second in byName[wanted] ?? [] where second.title != first.title { found += proposals(first, second, &context) }
      }
    }
    for first in makers {
      for second in makers where Self.undoesByResults(second, first) && !Self.undoes(second.name, first.name) {
        found += proposals(first, second, &context)
      }
    }
    return found + changesThatAreUndone(&context)
  }

  /// Whether two verbs undo each other, and each name ends with what is made: `generateString` and `extractEntry`.
  private static func undoesByResults(_ second: Callable, _ first: Callable) -> Bool {
    func verb(_ callable: Callable) -> String? {
      let end = callable.result.names.first?.split(separator: ".").last.map(String.init) ?? ""
      return !end.isEmpty && callable.name.hasSuffix(end) ? String(callable.name.dropLast(end.count)) : nil
    }
    guard first.owner == second.owner, let one = verb(first), let other = verb(second), first.result != second.result else { return false }
    return inverses.contains { $0 == (one, other) }
  }

  /// What has no room loses something: a shift that does not resize.
  private static func losesBits(_ name: String) -> Bool { name.contains("mask") || name.contains("shift") && !name.contains("resiz") }

  /// What changes a value by an amount, and what changes it back.
  private func changesThatAreUndone(_ context: inout ProposalContext) -> [Proposal] {
    context.api.types.filter { $0.kind != .reference }.flatMap { type -> [Proposal] in
      let changes = type.members.filter {
        $0.isMutating && $0.kind == .method && $0.result == .void && !$0.isThrowing && $0.precondition == nil && $0.required.count == 1
          && !Self.losesBits($0.name.lowercased())
      }
      return changes.flatMap { first in
        changes.compactMap { second -> Proposal? in
          guard Self.undoes(second.name, first.name), first.required.map(\.type) == second.required.map(\.type),
            context.isEquatable(type.type), var inputs = context.inputs(of: first)
          else { return nil }
          if inputs[1].type == .named("Int") {
            inputs[1] = Proposal.Input(name: inputs[1].name, type: inputs[1].type, generator: ".int(in: 0...8)")
          }
          return Proposal(
            kind: .roundTrip, subject: type.path,
            name: "\(second.words)Undoes\(first.words.capitalizingFirst)",
            because: "The names of \(first.title) and \(second.title) say that one undoes the other.", inputs: inputs,
            body: [
              "var copy = value", first.call(on: "copy", [inputs[1].name]), second.call(on: "copy", [inputs[1].name]),
              "try expect(\"changed and changed back\", copy, equals: value)",
            ], about: [first, second])
        }
      }
    }
  }

  /// A date is kept to the second, as every format of dates keeps it: one of usual years, one before the year 1, and one of five digits.
  static let dates: [(suffix: String, generator: String)] = [
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
    else { return nil }
    var sources = inputs
    sources[0] = Proposal.Input(name: "written", type: subject.type, generator: "")
    let takes = second.needsReceiver ? second.owner : second.required.first?.type
    let back = second.result == subject.type || second.result == .optional(subject.type)
    let isCompared = context.isEquatable(subject.type)
    guard takes == first.result || first.result == .optional(takes ?? .void), back, first.result != .void,
      isCompared || context.isEquatable(first.result) && inputs.count == 1 && !first.isAsync
    else { return nil }
    let isOptional = first.result == .optional(takes ?? .void)
    let written = first.expression(inputs)
    let read = second.expression(sources)
    return Proposal(
      kind: .roundTrip, subject: context.subject(of: first),
      name: "\(second.words)Undoes\(first.words.capitalizingFirst)",
      because: "The names of \(first.title) and \(second.title) say that one undoes the other.", inputs: inputs,
      body: [
        isOptional ? "guard let written = \(written) else { throw Discard(reason: \"nothing is written\") }" : "let written = \(written)",
        // What has no == is written alike once more.
        isCompared
          ? "try expect(\"\\(describe(written)) read back\", \(read), equals: \(subject.name))"
          : "try expect(\"\\(describe(written)) read and written\", " + "\(again(first, second, read)), equals: written)",
      ], about: [first, second])
  }

  private func again(_ first: Callable, _ second: Callable, _ read: String) -> String {
    let mark = second.result.isOptional || second.isFailable ? "?" : ""
    let attempt = first.isThrowing && !read.hasPrefix("try ") ? "try " : ""
    guard first.needsReceiver else {
      return mark.isEmpty ? attempt + first.call([read]) : "(\(read)).map { \(attempt)\(first.call(["$0"])) }"
    }
    return attempt + first.call(on: "(\(read))\(mark)", [])
  }
}

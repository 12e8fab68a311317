/// A value has the properties that its initializer was given.
struct StoredValues: Proposer {
  /// Words of a documentation that says that something else is kept.
  private static let changes = [
    "merg", "flatten", "normaliz", "clamp", "trimm", "rounded", "truncat", "lowercased", "at most", "at least", "decimal places",
  ]
  /// What has one form: what an accessor returns of these is what was given. A text may be tidied.
  private static let plain: Set = ["Int", "Int32", "Int64", "UInt", "UInt32", "UInt64", "Double", "Float", "Bool", "Date", "Duration"]

  func propose(_ context: inout ProposalContext) -> [Proposal] {
    context.api.types.flatMap { type -> [Proposal] in
      let properties = type.members.filter { $0.kind == .property && $0.needsReceiver && !$0.isThrowing }
      return type.members.filter { $0.kind == .initializer }.flatMap { make -> [Proposal] in
        guard make.precondition == nil, !Self.changes.contains(where: { make.comment.lowercased().contains($0) }), !make.required.isEmpty,
          make.required[0].label != "repeating", let inputs = context.inputs(of: make)
        else { return [] }
        let kept = zip(make.required, inputs).compactMap { parameter, input -> (name: String, input: Proposal.Input)? in
          guard let label = parameter.label, context.isEquatable(parameter.type) else { return nil }
          let isKept = properties.contains { property in
            property.name == label && [parameter.type, .optional(parameter.type)].contains(property.result)
              && (!property.isComputed || Self.plain.contains("\(parameter.type)".replacing("?", with: "")))
          }
          return isKept ? (label, input) : nil
        }
        guard kept.isEmpty else { return Self.proposals(make, inputs, kept, properties, type) }
        guard let only = Self.onlyList(of: make, properties, type) else { return [] }
        return [
          Self.proposal(make, inputs, ["try expect(\"\(only.name)\", made.\(only.name), equals: \(inputs[0].name))"], only.name, type)
        ]
      }
    }
  }

  /// The one list of a type whose initializer takes such a list, and nothing else.
  private static func onlyList(of make: Callable, _ properties: [Callable], _ type: TypeDeclaration) -> Callable? {
    guard make.required.count == 1, make.parameters.count == 1, case .array = make.required[0].type, type.kind == .structure,
      !type.conformances.contains("Sequence"), !type.conformances.contains("SetAlgebra")
    else { return nil }
    let lists = properties.filter { $0.result == make.required[0].type && $0.precondition == nil }
    // One that is stored under another name is another list.
    return lists.count == 1 && lists[0].isReadOnly ? lists[0] : nil
  }

  /// Of dates that accessors return, also those before the year 1 and after the year 9999, to the second.
  private static func proposals(
    _ make: Callable, _ inputs: [Proposal.Input], _ kept: [(name: String, input: Proposal.Input)], _ properties: [Callable],
    _ type: TypeDeclaration
  ) -> [Proposal] {
    func claim(_ name: String, _ input: Proposal.Input) -> String { "try expect(\"\(name)\", made.\(name), equals: \(input.name))" }
    let name = make.required.compactMap(\.label).map { $0.capitalizingFirst }.joined()
    let dates = kept.filter { part in
      "\(part.input.type)".hasPrefix("Date") && properties.contains { $0.name == part.name && $0.isComputed && !$0.isSettable }
    }
    let others = kept.filter { part in !dates.contains { $0.name == part.name } }
    let plain = others.isEmpty ? [] : [proposal(make, inputs, others.map(claim), name, type)]
    return plain
      + dates.flatMap { date in
        RoundTrips.dates.map { row in
          let given = inputs.map {
            $0.name == date.input.name ? Proposal.Input(name: $0.name, type: .named("Date"), generator: row.generator) : $0
          }
          let isSame = "(made.\(date.name) as Date?).map { abs($0.timeIntervalSince(\(date.input.name))) < 1 } ?? false"
          return proposal(
            make, given, ["try expect(\"\(date.name) is \\(\(date.input.name))\", \(isSame))"],
            name + "By" + date.name.capitalizingFirst + row.suffix, type)
        }
      }
  }

  private static func proposal(_ make: Callable, _ inputs: [Proposal.Input], _ claims: [String], _ name: String, _ type: TypeDeclaration)
    -> Proposal
  {
    let call = make.call(inputs.map(\.name))
    let refused = "throw Discard(reason: \"the initializer refuses the values\")"
    let made =
      make.isFailable || make.isThrowing
      ? "guard let made = \(make.isThrowing ? "try? " : "")\(call) else { \(refused) }" : "let made = \(call)"
    return Proposal(
      kind: .stored, subject: type.path, name: "keeps" + name.capitalizingFirst,
      because: "\(make.title) takes what the type has a property for.", inputs: inputs, body: [made] + claims, about: [make])
  }
}

/// A value has the properties that its initializer was given.
struct StoredValues: Proposer {
  /// Words of a documentation that says that something else is kept.
  private static let changes = [
    "merg", "flatten", "normaliz", "clamp", "trimm", "rounded", "truncat", "lowercased", "at most", "at least",
  ]

  func propose(_ context: inout ProposalContext) -> [Proposal] {
    context.api.types.flatMap { type -> [Proposal] in
      let properties = type.members.filter { $0.kind == .property && $0.needsReceiver && !$0.isThrowing && !$0.isComputed }
      return type.members.filter { $0.kind == .initializer }.compactMap { make -> Proposal? in
        guard make.precondition == nil,
          !Self.changes.contains(where: { make.comment.lowercased().contains($0) }), !make.required.isEmpty,
          make.required[0].label != "repeating", let inputs = context.inputs(of: make)
        else { return nil }
        let kept = zip(make.required, inputs).compactMap { parameter, input -> String? in
          guard let label = parameter.label, context.isEquatable(parameter.type) else { return nil }
          guard properties.contains(where: { $0.name == label && ($0.result == parameter.type || $0.result == .optional(parameter.type)) })
          else { return nil }
          return "try expect(\"\(label)\", made.\(label), equals: \(input.name))"
        }
        let whole = kept.isEmpty ? onlyPart(make, inputs, type, context) : nil
        guard let kept = whole ?? (kept.isEmpty ? nil : kept) else { return nil }
        let call = make.call(inputs.map(\.name))
        let refused = "throw Discard(reason: \"the initializer refuses the values\")"
        let made =
          make.isFailable || make.isThrowing
          ? "guard let made = \(make.isThrowing ? "try? " : "")\(call) else { \(refused) }"
          : "let made = \(call)"
        let labels = make.required.compactMap(\.label).map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
        return Proposal(
          kind: .stored, subject: type.path, name: (whole == nil ? "keeps" : "keepsAll") + labels,
          because: whole == nil
            ? "\(make.title) has parameters with the names of properties."
            : "\(make.title) alone takes \(make.required[0].type), and one property has such a value.",
          inputs: inputs, body: [made] + kept, about: [make])
      }
    }
  }

  /// What is made of one list, and has one list of such elements, has that list.
  private func onlyPart(
    _ make: Callable, _ inputs: [Proposal.Input], _ type: TypeDeclaration, _ context: ProposalContext
  ) -> [String]? {
    guard make.required.count == 1, make.parameters.count == 1, case .array(let element) = make.required[0].type,
      element != .named("UInt8"), context.isEquatable(element), !type.conformances.contains("Sequence")
    else { return nil }
    let list = make.required[0].type
    let parts = type.members.filter { $0.kind == .property && $0.needsReceiver && $0.result == list && !$0.isThrowing }
    let makers = type.members.filter { $0.kind == .initializer && $0.required.map(\.type) == [list] }
    let reordered = ["sort", "unique", "distinct", "dedup", "filter", "reverse"]
    guard parts.count == 1, makers.count == 1, !reordered.contains(where: { parts[0].name.lowercased().contains($0) }) else { return nil }
    return ["try expect(\"\(parts[0].name)\", made.\(parts[0].name), equals: \(inputs[0].name))"]
  }
}

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
        guard !kept.isEmpty else { return nil }
        let call = make.call(inputs.map(\.name))
        let refused = "throw Discard(reason: \"the initializer refuses the values\")"
        let made =
          make.isFailable || make.isThrowing
          ? "guard let made = \(make.isThrowing ? "try? " : "")\(call) else { \(refused) }"
          : "let made = \(call)"
        return Proposal(
          kind: .stored, subject: type.path,
          name: "keeps" + make.required.compactMap(\.label).map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined(),
          because: "\(make.title) has parameters with the names of properties.", inputs: inputs, body: [made] + kept, about: [make])
      }
    }
  }
}

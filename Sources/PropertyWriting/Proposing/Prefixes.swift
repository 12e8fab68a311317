/// What removes a beginning and says whether there was one, beside what says whether a value begins so. The same for ends.
struct Prefixes: Proposer {
  private static let pairs: [(removal: Set<String>, question: Set<String>)] = [
    (["removePrefix", "dropPrefix", "stripPrefix", "trimPrefix"], ["hasPrefix", "starts", "begins"]),
    (["removeSuffix", "dropSuffix", "stripSuffix", "trimSuffix"], ["hasSuffix", "ends"]),
  ]

  func propose(_ context: inout ProposalContext) -> [Proposal] {
    context.api.types.flatMap { type -> [Proposal] in
      type.members.compactMap { removal -> Proposal? in
        guard type.kind != .reference, removal.isMutating, removal.kind == .method, removal.result == .named("Bool"), !removal.isThrowing,
          removal.precondition == nil, let pair = Self.pairs.first(where: { $0.removal.contains(removal.name) }),
          let question = type.members.first(where: {
            pair.question.contains($0.name) && $0.needsReceiver && $0.isPure && !$0.isThrowing && $0.result == removal.result
              && $0.required.map(\.type) == removal.required.map(\.type)
          }), let inputs = context.inputs(of: removal), inputs.count == 2
        else { return nil }
        let part = [inputs[1].name]
        return Proposal(
          kind: .prefixes, subject: type.path,
          name: "\(removal.words)AgreesWith\(question.words.capitalizingFirst)",
          because: "\(removal.title) removes what \(question.title) finds.", inputs: inputs,
          body: [
            "var copy = value", "let isThere = \(question.call(on: "value", part))",
            "try expect(\"removed\", \(removal.call(on: "copy", part)), equals: isThere)",
          ], about: [removal, question])
      }
    }
  }
}

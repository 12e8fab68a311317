/// Laws of operations that take two values of a type and return one: of their names, or of an operator beside its opposite.
struct Algebra: Proposer {
  private static let commutative = [
    "union", "intersection", "symmetricdifference", "greatestcommondivisor", "gcd", "lcm", "leastcommonmultiple", "max", "min", "maximum",
    "minimum", "dot",
    "hammingdistance", "levenshtein", "editdistance", "overlap",
  ]
  private static let associative = [
    "union", "intersection", "symmetricdifference", "gcd", "greatestcommondivisor", "lcm", "appending", "concat", "merging", "compose",
    "concatenat",
  ]

  func propose(_ context: inout ProposalContext) -> [Proposal] {
    context.callables.flatMap { callable -> [Proposal] in
      guard callable.isPure, !callable.isThrowing, context.isEquatable(callable.result), let inputs = context.inputs(of: callable),
        inputs.count == 2,
        inputs[0].type == inputs[1].type
      else { return [] }
      let name = callable.name.lowercased()
      var found: [Proposal] = []
      let subject = context.subject(of: callable)
      if Self.commutative.contains(where: { name.hasPrefix($0) }) {
        let swapped = [inputs[1], inputs[0]]
        found.append(
          Proposal(
            kind: .algebra, subject: subject, name: "\(callable.words)EitherWayRound",
            because: "The name of \(callable.title) is that of an operation in any order.",
            inputs: inputs,
            body: ["try expect(\"the other way round\", \(callable.expression(swapped)), equals: \(callable.expression(inputs)))"],
            about: [callable]))
      }
      if callable.result == inputs[0].type, Self.associative.contains(where: { name.hasPrefix($0) }) {
        let third = Proposal.Input(name: "third", type: inputs[0].type, generator: inputs[0].generator)
        let inner = Proposal.Input(name: "inner", type: third.type, generator: "")
        let outer = Proposal.Input(name: "outer", type: third.type, generator: "")
        found.append(
          Proposal(
            kind: .algebra, subject: subject, name: "\(callable.words)InAnyGroups",
            because: "The name of \(callable.title) is that of an associative operation.",
            inputs: inputs + [third],
            body: [
              "let inner = \(callable.expression([inputs[1], third]))", "let outer = \(callable.expression(inputs))",
              "try expect(\"grouped\", \(callable.expression([inputs[0], inner])), equals: \(callable.expression([outer, third])))",
            ], about: [callable]))
      }
      if callable.kind == .operatorSign, callable.name == "+", callable.result == inputs[0].type {
        found += undone(callable, inputs, &context)
      }
      return found
    }
  }

  /// a + b − b is a, where the laws of numbers do not say so.
  private func undone(_ plus: Callable, _ inputs: [Proposal.Input], _ context: inout ProposalContext) -> [Proposal] {
    let type = context.api.types.first { $0.type == plus.result }
    guard let type, !type.conformances.contains("AdditiveArithmetic"),
      type.members.contains(where: {
        $0.kind == .operatorSign && $0.name == "-" && $0.result == plus.result && $0.parameters.map(\.type) == plus.parameters.map(\.type)
      })
    else { return [] }
    let (a, b) = (inputs[0].name, inputs[1].name)
    return [
      Proposal(
        kind: .algebra, subject: type.path, name: "minusUndoesPlus", because: "\(type.path) has + and -.", inputs: inputs,
        body: ["try expect(\"added and subtracted\", (\(a) + \(b)) - \(b), equals: \(a))"], about: [plus])
    ]
  }
}

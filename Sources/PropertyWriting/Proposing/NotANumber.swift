/// What refuses a number below every other refuses one that is no number: it is in no range.
struct NotANumber: Proposer {
  func propose(_ context: inout ProposalContext) -> [Proposal] {
    context.callables.flatMap { callable -> [Proposal] in
      // What throws or is nil may keep a documented demand that way.
      guard callable.precondition == nil || callable.isChecked, callable.isRepeatable, !callable.isMutating,
        callable.isThrowing || callable.isFailable || callable.result.isOptional, callable.kind != .subscript,
        let inputs = context.inputs(of: callable)
      else { return [] }
      return inputs.indices.filter { [.named("Double"), .named("Float")].contains(inputs[$0].type) }.map { index in
        func isRefused(_ number: String) -> String {
          var arguments = inputs
          arguments[index] = Proposal.Input(name: number, type: inputs[index].type, generator: "")
          return "(\(callable.optionalExpression(arguments))) == nil"
        }
        let name = inputs[index].name
        return Proposal(
          kind: .notANumber, subject: context.subject(of: callable),
          name: "\(callable.words)RefusesNotANumberFor\(name.capitalizingFirst)",
          because: "\(callable.title) may refuse a number.", inputs: inputs.count > 1 ? inputs.filter { $0.name != name } : inputs,
          body: [
            "guard \(isRefused("(-\(inputs[index].type).infinity)")) else { throw Discard(reason: \"every number is accepted\") }",
            "try expect(\"it is refused\", \(isRefused("\(inputs[index].type).nan")))",
          ], about: [callable])
      }
    }
  }
}

/// Functions that mathematics names, at a number and at its opposite: the sine is odd, the cosine even. Rounding does not change that.
struct Symmetry: Proposer {
  private static let odd: Set = ["sin", "tan", "sinh", "tanh", "asin", "atan", "asinh", "atanh", "erf", "cbrt"]
  private static let even: Set = ["cos", "cosh"]

  func propose(_ context: inout ProposalContext) -> [Proposal] {
    context.callables.compactMap { callable in
      guard callable.isPure, !callable.needsReceiver, !callable.isThrowing, callable.required.count == 1,
        context.isEquatable(callable.result),
        callable.required[0].type == callable.result, let inputs = context.inputs(of: callable)
      else { return nil }
      let isOdd = Self.odd.contains(callable.name)
      let isNumber = ["Double", "Float"].contains("\(callable.result)") || context.conforms(callable.result, to: "SignedNumeric")
      guard isOdd || Self.even.contains(callable.name), isNumber else { return nil }
      let opposite = Proposal.Input(name: "(-\(inputs[0].name))", type: inputs[0].type, generator: "")
      let (one, other) = (callable.expression(inputs), callable.expression([opposite]))
      return Proposal(
        kind: .symmetry, subject: context.subject(of: callable), name: "\(callable.words)Is\(isOdd ? "Odd" : "Even")",
        because: "\(callable.title) has the name of \(isOdd ? "an odd" : "an even") function.", inputs: inputs,
        body: ["try expect(\"of the opposite number\", isSame(\(other), \(isOdd ? "-" : "")\(one)))"], about: [callable])
    }
  }
}

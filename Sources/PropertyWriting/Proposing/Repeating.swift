/// What changes nothing when done again, and what done again undoes itself.
struct Repeating: Proposer {
  private static let settled = [
    "normaliz", "normalis", "standardiz", "canonical", "simplif", "trimm", "sorted", "lowercased", "uppercased", "capitalized", "dedup",
    "uniqued", "reduced",
    "sanitiz", "flattened", "rounded", "cleaned", "resolv", "compacted", "absolute", "squeezed", "stripped", "strip", "stable", "minimized",
    "collapsed", "folded", "magnitude",
  ]
  private static let undone = [
    "invert", "negat", "revers", "transpos", "conjugate", "flipp", "complement", "mirrored", "swapped", "toggled", "byteswapped",
    "opposite",
  ]

  func propose(_ context: inout ProposalContext) -> [Proposal] {
    context.callables.compactMap { callable in
      guard let owner = callable.owner, callable.result == owner, callable.isPure, context.isEquatable(owner) else { return nil }
      let isSign = callable.kind == .operatorSign && callable.parameters.count == 1 && ["-", "~", "!"].contains(callable.name)
      guard isSign || callable.needsReceiver && callable.required.isEmpty, let inputs = context.inputs(of: callable), inputs.count == 1
      else { return nil }
      let name = callable.name.lowercased()
      let undoes = isSign || Self.undone.contains { name.contains($0) }
      guard undoes || Self.settled.contains(where: { name.contains($0) }) else { return nil }
      let again = [Proposal.Input(name: "once", type: owner, generator: "")]
      return Proposal(
        kind: .repeating, subject: context.subject(of: callable), name: "\(callable.words)Twice",
        because: undoes
          ? "The name of \(callable.title) says that it undoes itself."
          : "The name of \(callable.title) says that nothing is left to do afterwards.",
        inputs: inputs,
        body: [
          "let once = \(callable.expression(inputs))",
          "try expect(\"\\(describe(once)) once more\", \(callable.expression(again)), equals: \(undoes ? inputs[0].name : "once"))",
        ], about: [callable])
    }
  }
}

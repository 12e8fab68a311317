/// What may refuse a number refuses one near the ends of its type, and what writes a number writes it: neither ends the process.
///
/// Other functions may well overflow: nobody asks what a sum with `Int.max` is.
struct EndsOfIntegers: Proposer {
  func propose(_ context: inout ProposalContext) -> [Proposal] {
    context.callables.compactMap { callable in
      guard callable.isPure, !callable.needsReceiver, callable.kind != .enumCase, callable.required.count == 1,
        ["Int", "Int16", "Int32", "Int64", "UInt", "UInt16", "UInt32", "UInt64"].contains("\(callable.required[0].type)"),
        callable.isFailable || callable.isThrowing || callable.result == .named("String") || Self.isOptional(callable.result),
        // A raw value is compared, and nothing else.
        callable.required[0].label != "rawValue"
      else { return nil }
      let input = Proposal.Input(name: "number", type: callable.required[0].type, generator: ".integer()")
      return Proposal(
        kind: .ends, subject: context.subject(of: callable), name: "\(callable.words)NearTheEnds",
        because: "\(callable.title) takes any number, and \(callable.isThrowing || callable.isFailable ? "may refuse it" : "says no demand").",
        inputs: [input], body: ["_ = \(callable.optionalExpression([input]))", "try expect(\"it ends\", true)"], about: [callable])
    }
  }

  private static func isOptional(_ type: SwiftType) -> Bool { if case .optional = type { true } else { false } }
}

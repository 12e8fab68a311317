/// What may refuse a number refuses one near the ends of its type, and what writes a number writes it: neither ends the process. The same
/// for what shifts by a distance, and for what takes a number with a fraction, which no integer need hold.
///
/// Other functions may well overflow: nobody asks what a sum with `Int.max` is.
struct EndsOfIntegers: Proposer {
  private static let integers: Set = ["Int", "Int16", "Int32", "Int64", "UInt", "UInt16", "UInt32", "UInt64"]

  func propose(_ context: inout ProposalContext) -> [Proposal] {
    context.callables.compactMap { callable in ofOneNumber(callable, context) ?? ofOneOfItsValues(callable, &context) }
  }

  private func ofOneNumber(_ callable: Callable, _ context: ProposalContext) -> Proposal? {
    guard callable.isPure, !callable.needsReceiver, callable.kind != .enumCase, callable.required.count == 1,
      Self.integers.contains("\(callable.required[0].type)"),
      callable.isFailable || callable.isThrowing || callable.result == .named("String") || callable.result.isOptional,
      // A raw value is compared, and nothing else.
      callable.required[0].label != "rawValue"
    else { return nil }
    let input = Proposal.Input(name: "number", type: callable.required[0].type, generator: ".integer()")
    let demand = callable.isThrowing || callable.isFailable ? "may refuse it" : "says no demand"
    return Proposal(
      kind: .ends, subject: context.subject(of: callable), name: "\(callable.words)NearTheEnds",
      because: "\(callable.title) takes any number, and \(demand).",
      inputs: [input], body: ["_ = \(callable.optionalExpression([input]))", "try expect(\"it ends\", true)"], about: [callable])
  }

  private func ofOneOfItsValues(_ callable: Callable, _ context: inout ProposalContext) -> Proposal? {
    guard callable.precondition == nil, callable.isRepeatable, ![.enumCase, .subscript, .property].contains(callable.kind),
      var inputs = context.inputs(of: callable), inputs.count > (callable.needsReceiver ? 1 : 0), let last = inputs.last,
      let numbers = Self.numbers(callable, last.type)
    else { return nil }
    let index = inputs.count - 1
    inputs[index] = Proposal.Input(name: last.name, type: last.type, generator: numbers)
    var arguments = inputs
    if callable.isMutating { arguments[0] = Proposal.Input(name: "copy", type: inputs[0].type, generator: "") }
    let result = callable.result == .void && !callable.isThrowing ? "" : "_ = "
    return Proposal(
      kind: .ends, subject: context.subject(of: callable), name: "\(callable.words)NearTheEndsOf\(last.type.names[0])",
      because: "\(callable.title) has no documented demand.", inputs: inputs,
      body: (callable.isMutating ? ["var copy = value"] : [])
        + ["\(result)\(callable.optionalExpression(arguments))", "try expect(\"it ends\", true)"], about: [callable])
  }

  /// Far numbers for the last value of a call; nil: it may well demand near ones.
  private static func numbers(_ callable: Callable, _ type: SwiftType) -> String? {
    if type == .named("Double"), callable.result != .named("Double") { return ".double()" }
    let name = callable.name.lowercased()
    guard integers.contains("\(type)"), callable.kind == .operatorSign || name.contains("shift") else { return nil }
    // A shift to the left by as much takes all memory.
    if name == ">>" || name.contains("right") { return ".integer(in: \("\(type)".hasPrefix("U") ? 0 : -64)...(.max))" }
    if name == "<<" || name.contains("left") { return "\(type)".hasPrefix("U") ? nil : ".integer(in: .min...64)" }
    return nil
  }
}

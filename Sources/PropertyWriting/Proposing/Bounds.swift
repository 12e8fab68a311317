/// Results within the bounds that a name or a documentation states, and emptiness beside the count.
struct Bounds: Proposer {
  func propose(_ context: inout ProposalContext) -> [Proposal] {
    var found: [Proposal] = []
    for callable in context.callables {
      // A property that is stored has whatever it was given.
      guard callable.isPure, callable.kind != .initializer, callable.kind != .property || callable.isReadOnly,
        let inputs = context.inputs(of: callable), !inputs.isEmpty, inputs.count <= 3,
        let (claim, reason) = Self.bound(of: callable)
      else { continue }
      found.append(
        Proposal(
          kind: .bounds, subject: context.subject(of: callable), name: "\(callable.words)WithinBounds", because: reason, inputs: inputs,
          body: ["let result = \(callable.expression(inputs))", "try expect(\"\\(result) is within bounds\", \(claim))"], about: [callable])
      )
    }
    for type in context.api.types {
      let properties = type.members.filter { $0.kind == .property && $0.needsReceiver && !$0.isThrowing }
      guard let empty = properties.first(where: { $0.name == "isEmpty" && $0.result == .named("Bool") }),
        properties.contains(where: { $0.name == "count" && $0.result == .named("Int") }),
        let generator = context.plan.generator(of: type.type)
      else { continue }
      found.append(
        Proposal(
          kind: .bounds, subject: type.path, name: "isEmptyWithoutElements", because: "\(type.path) has isEmpty and count.",
          inputs: [Proposal.Input(name: "value", type: type.type, generator: generator)],
          body: ["try expect(\"isEmpty of \\(value.count) elements\", value.isEmpty, equals: value.count == 0)"], about: [empty]))
    }
    return found
  }

  private static func bound(of callable: Callable) -> (claim: String, reason: String)? {
    guard [.named("Int"), .named("Double"), .named("Float"), .named("UInt")].contains(callable.result) else { return nil }
    let comment = callable.comment.lowercased()
    for phrase in ["between 0 and 1", "from 0 to 1", "in 0...1", "between 0.0 and 1.0", "range 0...1", "[0, 1]"]
    where comment.contains(phrase) {
      return ("(0...1).contains(result)", "The documentation of \(callable.title) says “\(phrase)”.")
    }
    for phrase in ["non-negative", "nonnegative", "never negative", "zero or greater", "always positive or zero"]
    where comment.contains(phrase) {
      return ("result >= 0", "The documentation of \(callable.title) says “\(phrase)”.")
    }
    let name = callable.name.lowercased()
    let counted = [
      "count", "length", "distance", "size", "bitwidth", "capacity", "depth", "height", "leadingzerobitcount", "trailingzerobitcount",
    ]
    if callable.result == .named("Int"), counted.contains(where: { name == $0 || name.hasSuffix($0) }),
      name != "distance" || callable.required.isEmpty
    {
      return ("result >= 0", "\(callable.title) is a number of things.")
    }
    return nil
  }
}

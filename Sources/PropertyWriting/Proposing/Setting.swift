/// A property with accessors has what it was set to, and an optional one that is set to what it is changes nothing. (Of others, a value may
/// know whether the default was set.)
///
/// A stored property does so by itself.
struct Setting: Proposer {
  func propose(_ context: inout ProposalContext) -> [Proposal] {
    context.api.types.flatMap { type -> [Proposal] in
      guard let owner = context.plan.generator(of: type.type) else { return [] }
      return type.members.compactMap { property -> Proposal? in
        guard property.kind == .property, property.needsReceiver, property.isSettable, property.isComputed, !property.isThrowing,
          property.isPure, context.isEquatable(property.result),
          let generator = context.plan.generator(of: property.result, named: property.name)
        else { return nil }
        let (isReference, isEquatable) = (type.kind == .reference, context.isEquatable(type.type))
        let place = property.call(on: "copy", [])
        // A text may be trimmed and a path completed, once.
        let mayTidy = property.result.names.contains { ["String", "URL"].contains($0) }
        // An enumeration has a case: it cannot be set to have none.
        let needsValue = type.kind == .enumeration && property.result.isOptional
        return Proposal(
          kind: .setting, subject: type.path, name: "\(property.words)IsWhatItIsSetTo",
          because: "\(property.title) is read and set.",
          inputs: [
            Proposal.Input(name: "value", type: type.type, generator: owner),
            Proposal.Input(name: "new", type: property.result, generator: generator),
          ],
          body: (isReference ? ["let copy = value"] : ["var copy = value"])
            + (isEquatable && !isReference && property.result.isOptional
              ? [
                "\(place) = \(property.call(on: "value", []))",
                "try expect(\"\(property.name) set to what it is\", copy, equals: value)",
              ] : [])
            + (needsValue ? ["guard new != nil else { throw Discard(reason: \"there is always a case\") }"] : [])
            + ["\(place) = new"]
            + (mayTidy ? ["let kept = \(place)", "\(place) = kept"] : [])
            + ["try expect(\"\(property.name) set\", \(place), equals: \(mayTidy ? "kept" : "new"))"],
          about: [property])
      }
    }
  }
}

/// Union, intersection and difference beside `contains`, for types whose protocols do not say so.
struct SetOperations: Proposer {
  /// Beginnings of names, and what is in the result, of `one` and `other`.
  private static let operations: [(names: [String], claim: String)] = [
    (["union", "formUnion", "merge", "merging"], "one || other"),
    (["intersect", "intersection", "formIntersection"], "one && other"),
    (["subtract", "subtracting", "difference"], "one && !other"),
    (["symmetricDifference", "formSymmetricDifference"], "one != other"),
  ]

  func propose(_ context: inout ProposalContext) -> [Proposal] {
    context.api.types.flatMap { type -> [Proposal] in
      guard !type.conformances.contains("SetAlgebra"), type.kind != .reference, let generator = context.plan.generator(of: type.type),
        let contains = type.members.first(where: { member in
          member.name == "contains" && member.isPure && !member.isThrowing && member.needsReceiver && member.required.count == 1
            && member.result == .named("Bool") && member.required[0].type != type.type
        }), let plain = context.plan.generator(of: contains.required[0].type)
      else { return [] }
      // A text that is in neither says nothing.
      let element = contains.required[0].type == .named("String") ? ".text(.of(\"aA.e\"), count: 0...3)" : plain
      return type.members.compactMap { operation -> Proposal? in
        guard operation.kind == .method, operation.needsReceiver, operation.precondition == nil, !operation.isThrowing,
          operation.required.map(\.type) == [type.type], operation.isMutating || operation.result == type.type,
          let row = Self.operations.first(where: { $0.names.contains(operation.name) })
        else { return nil }
        func isIn(_ set: String) -> String { contains.call(on: set, ["element"]) }
        let call = operation.call(on: operation.isMutating ? "result" : "value", ["another"])
        return Proposal(
          kind: .sets, subject: type.path, name: "\(operation.words)HasItsElements",
          because: "\(operation.title) is an operation of sets, and \(contains.title) says what is in one.",
          inputs: [
            Proposal.Input(name: "value", type: type.type, generator: generator),
            Proposal.Input(name: "another", type: type.type, generator: generator),
            Proposal.Input(name: "element", type: contains.required[0].type, generator: element),
          ],
          body: (operation.isMutating
            ? ["var result = value", "\(operation.result == .void ? "" : "_ = ")\(call)"] : ["let result = \(call)"])
            + [
              "let (one, other) = (\(isIn("value")), \(isIn("another")))",
              "try expect(\"contains the element, with \\(one) and \\(other)\", \(isIn("result")), equals: \(row.claim))",
            ], about: [operation, contains])
      }
    }
  }
}

/// What is made of the larger of two values is not the smaller of two, if both types have an order: a timeout of a duration, for example,
/// also of one that is too long for it, or that is negative.
struct KeptOrder: Proposer {
  private static let ordered: Set = ["Int", "Int32", "Int64", "UInt", "UInt32", "UInt64", "Double", "Float", "Duration", "Date"]
  private static let numbers: Set = ["Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32", "UInt64"]

  func propose(_ context: inout ProposalContext) -> [Proposal] {
    context.callables.compactMap { make in
      guard make.kind == .initializer, make.precondition == nil, make.required.count == 1, make.required[0].label == nil,
        make.parameters.count == 1, let owner = make.owner, isOrdered(owner, context), isOrdered(make.required[0].type, context),
        owner != make.required[0].type, !(Self.numbers.contains("\(owner)") && Self.numbers.contains("\(make.required[0].type)")),
        let plain = context.inputs(of: make)?.first?.generator
      else { return nil }
      let generator = make.required[0].type == .named("Duration") ? Self.durations : plain
      let (one, other) = (
        Proposal.Input(name: "one", type: make.required[0].type, generator: generator),
        Proposal.Input(name: "other", type: make.required[0].type, generator: generator)
      )
      func made(_ name: String, _ input: Proposal.Input) -> String {
        "guard let \(name) = \(make.optionalExpression([input])) else { throw Discard(reason: \"the initializer refuses the value\") }"
      }
      let mayRefuse = make.isFailable || make.isThrowing
      return Proposal(
        kind: .order, subject: context.subject(of: make), name: "initOf\(make.required[0].type.names[0])KeepsTheOrder",
        because: "\(make.title) makes what has an order of what has one.", inputs: [one, other],
        body: [
          mayRefuse ? made("first", one) : "let first = \(make.expression([one]))",
          mayRefuse ? made("second", other) : "let second = \(make.expression([other]))",
          "try expect(\"\\(describe(first)) and \\(describe(second)) in order\", one < other ? first <= second : first >= second)",
        ], about: [make])
    }
  }

  private func isOrdered(_ type: SwiftType, _ context: ProposalContext) -> Bool {
    Self.ordered.contains("\(type)") || context.conforms(type, to: "Comparable")
  }

  /// Some of a few seconds, and some of any number of seconds.
  private static let durations = """
    Generator<(Int64, Int64)>.zip(.oneOf(.integer(), .integer(in: -9...9)), .integer(in: 0...999_999_999_999_999_999)).map { part in
        Duration(secondsComponent: part.0, attosecondsComponent: part.1)
      }
    """
}

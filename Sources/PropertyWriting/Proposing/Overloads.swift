/// Overloads that take the same contents in different types agree: a text and a part of it, bytes and data.
struct Overloads: Proposer {
  /// A type, one that holds the same, and the conversion.
  private static let same: [(SwiftType, SwiftType, @Sendable (String) -> String)] = [
    (.named("String"), .named("Substring"), { "\($0)[...]" }),
    (.named("String"), .named("Character"), { "Character(\($0))" }),
    (.named("Data"), .array(.named("UInt8")), { "[UInt8](\($0))" }),
    (.array(.named("UInt8")), .named("ArraySlice", [.named("UInt8")]), { "\($0)[...]" }),
    (.named("Range", [.named("Int")]), .array(.named("Int")), { "Array(\($0))" }),
    (.named("Int"), .named("Double"), { "Double(\($0))" }),
    (.named("Float"), .named("Double"), { "Double(\($0))" }),
    (.named("Int"), .named("Int64"), { "Int64(\($0))" }),
  ]

  func propose(_ context: inout ProposalContext) -> [Proposal] {
    var groups: [String: [Callable]] = [:]
    for callable in context.callables where callable.isPure && !callable.required.isEmpty && context.isEquatable(callable.result) {
      groups[callable.title + (callable.isFailable ? "?" : ""), default: []].append(callable)
    }
    return groups.keys.sorted().flatMap { title -> [Proposal] in
      let group = groups[title] ?? []
      return group.flatMap { first in
        group.compactMap { second -> Proposal? in
          let types = zip(first.required, second.required)
          let different = types.enumerated().filter { $0.element.0.type != $0.element.1.type }
          guard first.required.count == second.required.count, first.result == second.result, different.count == 1,
            let place = different.first,
            let row = Self.same.first(where: { $0.0 == place.element.0.type && $0.1 == place.element.1.type }),
            row.1 != .named("Character"),
            // A power with a whole number is another function: only what makes a number of either makes the same.
            row.0 != .named("Int") || row.1 != .named("Double") || first.kind == .initializer,
            let inputs = context.inputs(of: first)
          else { return nil }
          var converted = inputs
          let index = place.offset + (first.needsReceiver ? 1 : 0)
          converted[index] = Proposal.Input(name: row.2(inputs[index].name), type: row.1, generator: "")
          let (one, other) = (first.optionalExpression(inputs), second.optionalExpression(converted))
          let mayRefuse = first.isThrowing || first.isFailable
          return Proposal(
            kind: .overloads, subject: context.subject(of: first), name: "\(first.words)OverloadsOf\(row.0.names[0])And\(row.1.names[0])",
            because: "\(title) takes a \(row.0) and a \(row.1).", inputs: inputs,
            // Two refusals say nothing.
            body: ["let (one, other) = (\(one), \(other))"]
              + (mayRefuse ? ["if one == nil, other == nil { throw Discard(reason: \"both overloads refuse the values\") }"] : [])
              + ["try expect(\"the other overload\", other, equals: one)"],
            about: [first, second])
        }
      }
    }
  }
}

/// An index beyond the limit is nil, however far away: the distance, times the length of a part, need not be an `Int`.
struct FarIndices: Proposer {
  func propose(_ context: inout ProposalContext) -> [Proposal] {
    context.api.types.compactMap { type in
      guard type.conformances.contains("Collection"), let generator = context.plan.generator(of: type.type) else { return nil }
      func claim(_ way: String, _ start: String, _ limit: String, _ distance: String) -> String {
        "try expect(\"none so far \(way)\", value.index(value.\(start), offsetBy: \(distance), limitedBy: value.\(limit)) == nil)"
      }
      let isTwoWay = type.conformances.contains("BidirectionalCollection")
      return Proposal(
        kind: .farIndices, subject: type.path, name: "hasNoIndexFarAway",
        because: "According to Collection, an index beyond the limit is nil.",
        inputs: [
          Proposal.Input(name: "value", type: type.type, generator: generator),
          Proposal.Input(name: "distance", type: .named("Int"), generator: ".integer(in: (.max / 2)...(.max))"),
        ],
        body: [claim("forward", "startIndex", "endIndex", "distance")]
          + (isTwoWay ? [claim("backward", "endIndex", "startIndex", "-distance")] : []),
        about: [])
    }
  }
}

/// Failures that seem to have one cause: a trap in one line of the package, or one function whose results are not as they should be.
struct FailureGroup {
  private(set) var failures: [(property: WrittenProperty, result: RunResults.Result)]
  private var causes: Set<String>

  /// In the order of the first of each.
  static func groups(of failures: [(property: WrittenProperty, result: RunResults.Result)]) -> [FailureGroup] {
    var groups: [FailureGroup] = []
    for failure in failures {
      var group = FailureGroup(failures: [failure], causes: causes(of: failure.property, failure.result))
      let related = groups.indices.filter { !groups[$0].causes.isDisjoint(with: group.causes) }
      guard let first = related.first else {
        groups.append(group)
        continue
      }
      group.failures = related.flatMap { groups[$0].failures } + group.failures
      group.causes = related.reduce(group.causes) { $0.union(groups[$1].causes) }
      groups[first] = group
      for index in related.dropFirst().reversed() { groups.remove(at: index) }
    }
    return groups
  }

  private static func causes(of property: WrittenProperty, _ result: RunResults.Result) -> Set<String> {
    // "…, in Path.lastComponent.getter (PathKit.swift:230)"
    if result.isEnded, let open = result.claim.lastIndex(of: "("), result.claim.hasSuffix(")") {
      return ["trap \(result.claim[open...])"]
    }
    // A format that loses texts may lose dates for another reason.
    if property.proposal.kind == .coders { return [property.id] }
    let about = property.proposal.about
    // Of many questions, the claim names the one that it is about.
    let named = about.count > 2 ? about.filter { result.claim.hasPrefix("\($0.name):") } : about
    return Set(named.map { "\(result.isEnded ? "ends" : "answers") \($0.identity)" })
  }
}

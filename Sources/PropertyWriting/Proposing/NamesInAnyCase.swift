/// Of fields with names, those of a header for example, one is found by its name, in any case, and by no other.
struct NamesInAnyCase: Proposer {
  func propose(_ context: inout ProposalContext) -> [Proposal] {
    context.api.types.compactMap { type in
      // What is demanded of a name, the names here have: they are tokens in ASCII.
      func member(_ name: String, _ labels: [String]) -> Callable? {
        type.members.first {
          $0.name == name && $0.kind == .method && $0.needsReceiver && !$0.isThrowing
            && $0.required.map(\.label) == labels && $0.required.allSatisfy { $0.type == .named("String") }
        }
      }
      let start = type.members.first { $0.kind == .initializer && $0.required.isEmpty && !$0.isFailable && !$0.isThrowing }
      guard start != nil, let add = member("add", ["name", "value"]), let contains = member("contains", ["name"]),
        contains.result == .named("Bool")
      else { return nil }
      // The characters of a token, and a few letters in either case.
      let names = ".text(.of(\"aAzZ09!#$%&'*+-.^_`|~\"), count: 1...2)"
      return Proposal(
        kind: .names, subject: type.path, name: "containsTheNamesThatWereAdded",
        because: "\(type.path) has fields with names, as a header has them.",
        inputs: ["name", "other"].map { Proposal.Input(name: $0, type: .named("String"), generator: names) },
        body: [
          "\(type.kind == .reference ? "let" : "var") fields = \(type.type)()",
          (add.result == .void ? "" : "_ = ") + add.call(on: "fields", ["name", "\"1\""]),
          "try expect(\"contains \\(name)\", \(contains.call(on: "fields", ["name"])))",
          "let isSame = name.lowercased() == other.lowercased()",
          "try expect(\"contains \\(other)\", \(contains.call(on: "fields", ["other"])), equals: isSame)",
        ], about: [add, contains])
    }
  }
}

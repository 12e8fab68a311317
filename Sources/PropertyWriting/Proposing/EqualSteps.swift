/// A moment or a duration that is made of a number is made in equal steps: a day later, an hour longer, by as much each time.
struct EqualSteps: Proposer {
  func propose(_ context: inout ProposalContext) -> [Proposal] {
    context.callables.compactMap { make in
      guard let owner = make.owner, make.kind == .initializer || make.kind == .method && make.isStatic, make.precondition == nil,
        make.isRepeatable, !make.isDocumentedToClamp, make.required.count == 1, make.parameters.count == 1,
        make.result == owner || make.result == .optional(owner), let distance = Self.distances["\(owner)"],
        ["Int", "Int64", "Double"].contains("\(make.required[0].type)")
      else { return nil }
      let number = Proposal.Input(name: "number", type: make.required[0].type, generator: Self.numbers("\(make.required[0].type)"))
      func made(_ name: String, of text: String) -> String {
        let call = (make.isThrowing ? "try? " : "") + make.call([text])
        let mayRefuse = make.isThrowing || make.isFailable || make.result.isOptional
        return mayRefuse ? "guard let \(name) = \(call) else { throw Discard(reason: \"the number is refused\") }" : "let \(name) = \(call)"
      }
      return Proposal(
        kind: .steps, subject: context.subject(of: make),
        name: "\(owner)\(make.words.capitalizingFirst)InEqualSteps",
        because: "\(make.title) makes a \(owner) of a number.", inputs: [number],
        body: [
          made("zero", of: "0"), made("one", of: "1"), made("many", of: "number"),
          "let (step, all) = (\(distance("zero", "one")), \(distance("zero", "many")))",
          "try expect(\"\\(all) s in steps of \\(step) s\", abs(all - step * Double(number)) <= max(1, abs(all)) / 1e9)",
        ], about: [make])
    }
  }

  /// How far it is from one value to another, in seconds.
  private static let distances: [String: @Sendable (String, String) -> String] = [
    "Date": { "\($1).timeIntervalSince(\($0))" }, "Duration": { "((\($1) - \($0)) / .seconds(1))" },
  ]

  /// Whole ones of up to seven digits: days of all of history, and seconds of some months.
  private static func numbers(_ type: String) -> String {
    "Generator<Int>.int(in: -3_000_000...3_000_000)" + (type == "Int" ? "" : ".map { \(type)($0) }")
  }
}

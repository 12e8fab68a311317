/// A type that reads a URL from a text and has its parts: Foundation reads the same parts.
struct PartsOfURLs: Proposer {
  /// What Foundation calls the part, and its type.
  private static let parts: [(name: String, foundation: String, type: String)] = [
    ("scheme", "scheme", "String"), ("host", "host", "String"), ("port", "port", "Int"), ("path", "percentEncodedPath", "String"),
    ("query", "percentEncodedQuery", "String"),
  ]

  func propose(_ context: inout ProposalContext) -> [Proposal] {
    context.api.types.flatMap { type -> [Proposal] in
      let questions = type.members.filter { $0.kind == .property && $0.needsReceiver && !$0.isThrowing }
      let reader = type.members.first {
        $0.kind == .initializer && $0.precondition == nil && $0.required.count == 1 && $0.required[0].type == .named("String")
          && ["", "string"].contains($0.required[0].label ?? "")
      }
      guard let reader, ["scheme", "host", "path"].allSatisfy({ name in questions.contains { $0.name == name } }) else { return [] }
      let mayRefuse = reader.isThrowing || reader.isFailable
      return Self.parts.flatMap { part -> [Proposal] in
        guard let question = questions.first(where: { $0.name == part.name }),
          ["\(part.type)", "\(part.type)?", "Substring", "Substring?"].contains("\(question.result)")
        else { return [] }
        let read = (reader.isThrowing ? "try? " : "") + reader.call(["text"])
        let isText = part.type == "String"
        let answer = question.call(on: "read", [])
        // An address in brackets may be given without them, and no path is the path of the root.
        let tidy = part.name == "host" ? ".filter { $0 != \"[\" && $0 != \"]\" }" : part.name == "path" ? ".drop { $0 == \"/\" }" : ""
        func side(_ answer: String, _ isOptional: Bool) -> String {
          isText ? "String((\(answer)\(isOptional ? " ?? \"\"" : ""))\(tidy))" : answer
        }
        let body = [
          mayRefuse ? "guard let read = \(read) else { throw Discard(reason: \"the text is refused\") }" : "let read = \(read)",
          "guard let known = URLComponents(string: text) else { throw Discard(reason: \"Foundation refuses the text\") }",
          "try expect(\"\(part.name) of \\(text)\", \(side(answer, question.result.isOptional)), equals: "
            + "\(side("known.\(part.foundation)", !part.foundation.hasSuffix("Path"))))",
        ]
        return [("", Self.text), ("BeforeAFragment", Self.textWithAFragment)].map { suffix, text in
          Proposal(
            kind: .urls, subject: type.path, name: "\(part.name)IsThatOfFoundation\(suffix)",
            because: "\(type.path) has the parts of a URL, and URLComponents has them, too.", inputs: [text], body: body,
            about: [reader, question])
        }
      }
    }
  }

  /// Those that every reader of URLs knows.
  private static let text = text("")
  /// What a reader forgets first.
  private static let textWithAFragment = text("#e")

  private static func text(_ end: String) -> Proposal.Input {
    Proposal.Input(
      name: "text", type: .named("String"),
      generator: """
        Generator<(String, String, String, String, String)>.zip(
          .element(of: ["http://", "https://"]), .element(of: ["a.example", "127.0.0.1", "[::1]"]), .element(of: ["", ":8080"]),
          .element(of: ["", "/", "/a", "/a/b%20c"]), .element(of: ["", "?a=b", "?a=b&c=d"])
        ).map { $0.0 + $0.1 + $0.2 + $0.3 + $0.4\(end.isEmpty ? "" : " + \"\(end)\"") }
        """)
  }
}

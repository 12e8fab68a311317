/// Two ways to one result: an operation in place and the one that returns its result, and an operator with its assignment.
struct TwoForms: Proposer {
  func propose(_ context: inout ProposalContext) -> [Proposal] {
    var found: [Proposal] = []
    for type in context.api.types where context.isEquatable(type.type) && type.kind != .reference {
      for changing in type.members
      where changing.isMutating && changing.kind == .method && changing.precondition == nil && !changing.isThrowing {
        for returning in type.members
        where returning.kind == .method && !returning.isMutating && !returning.isThrowing && returning.result == type.type {
          guard Self.participles(of: changing.name).contains(returning.name),
            changing.required.map(\.type) == returning.required.map(\.type),
            let inputs = context.inputs(of: returning)
          else { continue }
          found.append(
            Proposal(
              kind: .forms, subject: type.path,
              name: "\(changing.words)AgreesWith\(returning.words.capitalizingFirst)",
              because: "\(changing.title) does in place what \(returning.title) returns.", inputs: inputs,
              body: [
                "var copy = value", "\(changing.result == .void ? "" : "_ = ")\(changing.call(on: "copy", inputs.dropFirst().map(\.name)))",
                "try expect(\"in place\", copy, equals: \(returning.call(on: "value", inputs.dropFirst().map(\.name))))",
              ], about: [changing, returning]))
        }
      }
    }
    return found + assignments(&context)
  }

  /// `sorted`, `reversed`, `trimmed`, `multiplied`, `removing`, and what stands behind `form`.
  static func participles(of verb: String) -> Set<String> {
    let end = verb.firstIndex { $0.isUppercase } ?? verb.endIndex
    let (stem, rest) = (String(verb[..<end]), String(verb[end...]))
    if stem == "form", let first = rest.first { return [first.lowercased() + rest.dropFirst()] }
    let last = stem.last.map(String.init) ?? ""
    let short = String(stem.dropLast())
    var forms = ["\(stem)ed", "\(stem)d", "\(stem)ing", "\(stem)\(last)ed", "\(stem)\(last)ing", "\(short)ing"]
    if last == "y" { forms.append("\(short)ied") }
    return Set(forms.map { $0 + rest })
  }

  private func assignments(_ context: inout ProposalContext) -> [Proposal] {
    context.api.types.flatMap { type -> [Proposal] in
      guard context.isEquatable(type.type) else { return [] }
      let operators = type.members.filter { $0.kind == .operatorSign && $0.parameters.count == 2 && $0.precondition == nil }
      return operators.compactMap { plain -> Proposal? in
        guard plain.result == type.type, plain.parameters[0].type == type.type, !["/", "%", "<<", ">>"].contains(plain.name),
          operators.contains(where: { $0.name == plain.name + "=" && $0.parameters[1].type == plain.parameters[1].type }),
          let inputs = context.inputs(of: plain)
        else { return nil }
        return Proposal(
          kind: .forms, subject: type.path,
          name: "\(plain.words)AgreesWithAssignment\(type.type == plain.parameters[1].type ? "" : "Of\(inputs[1].type.names[0])")",
          because: "\(plain.title) has a form that assigns.", inputs: inputs,
          body: [
            "var copy = \(inputs[0].name)", "copy \(plain.name)= \(inputs[1].name)",
            "try expect(\"assigned\", copy, equals: \(plain.expression(inputs)))",
          ],
          about: [plain])
      }
    }
  }
}

/// A function ends, for any values that its documentation allows, and gives the same answer for the same values.
struct SameAnswer: Proposer {
  func propose(_ context: inout ProposalContext) -> [Proposal] {
    let (questions, others) = context.callables.reduce(into: ([Callable](), [Callable]())) { parts, callable in
      // What asks a value and is told nothing more stands in one property for all of a type.
      let isQuestion = callable.needsReceiver && callable.required.isEmpty && !callable.isMutating
      if isQuestion { parts.0.append(callable) } else { parts.1.append(callable) }
    }
    return together(questions, &context) + alone(others + context.api.asynchronous, &context)
  }

  private func together(_ questions: [Callable], _ context: inout ProposalContext) -> [Proposal] {
    let fitting = questions.filter {
      $0.isPure && !$0.isThrowing && $0.result != .void && !isOfProtocol($0, context) && ($0.kind != .property || !$0.isSettable)
        && context.isEquatable($0.result)
    }
    var byOwner: [SwiftType: [Callable]] = [:]
    for question in fitting { if let owner = question.owner { byOwner[owner, default: []].append(question) } }
    let references = Set(context.api.types.filter { $0.kind == .reference }.map(\.type))
    return byOwner.keys.filter { !references.contains($0) }.sorted { "\($0)" < "\($1)" }.compactMap { owner in
      guard let about = byOwner[owner], let inputs = context.inputs(of: about[0]) else { return nil }
      return Proposal(
        kind: .sameAnswer, subject: context.subject(of: about[0]), name: "questionsOf\(owner.names[0].filter(\.isLetter))HaveOneAnswer",
        because: "None of these has a documented demand, and equal values have equal results.", inputs: inputs,
        body: about.map { "try expect(\"\($0.name)\", isSame(\($0.expression(inputs)), \($0.expression(inputs))))" }, about: about)
    }
  }

  private func alone(_ callables: [Callable], _ context: inout ProposalContext) -> [Proposal] {
    callables.compactMap { callable in
      guard callable.isPure || callable.isStep, ![.enumCase, .subscript].contains(callable.kind), callable.result != .void,
        !isOfProtocol(callable, context),
        callable.kind != .property || !callable.isSettable, let inputs = context.inputs(of: callable), !inputs.isEmpty
      else { return nil }
      let isEquatable = context.isEquatable(callable.result)
      // What changes its value is asked of a copy each time.
      let copies = callable.isMutating ? ["one", "other"] : []
      func call(on copy: String?) -> String {
        guard let copy else { return callable.optionalExpression(inputs) }
        return callable.optionalExpression([Proposal.Input(name: copy, type: inputs[0].type, generator: "")] + inputs.dropFirst())
      }
      let (call, again) = (call(on: copies.first), call(on: copies.last))
      let result = callable.isThrowing ? "Optional(\(callable.result))" : "\(callable.result)"
      let makes = callable.kind == .initializer
      let label =
        callable.isThrowing || callable.isFailable ? ["trial.label(\"\(Proposal.labelOfAccepted)\", if: first != nil)"] : []
      return Proposal(
        kind: makes ? .initializers : .sameAnswer, subject: context.subject(of: callable),
        name: "\(makes ? "init" : callable.words)\(makes ? callable.words.dropFirst(4) + Self.types(callable) : "Again")",
        because: makes
          ? "\(callable.title) takes any values of its parameters' types."
          : "\(callable.title) has no documented demand, and equal values have equal results.",
        inputs: inputs,
        body: isEquatable
          ? copies.map { "var \($0) = value" } + ["let first = \(call)"] + label
            + ["try expect(\"\\(describe(first)) again\", isSame(\(again), first))"]
          : copies.prefix(1).map { "var \($0) = value" } + [label.isEmpty ? "_ = \(call)" : "let first = \(call)"] + label
            + ["try expect(\"\(result) is made\", true)"],
        about: [callable])
    }
  }

  private static func types(_ callable: Callable) -> String {
    "Of" + callable.required.map { $0.type.names.last.map { $0.filter(\.isLetter) } ?? "" }.joined(separator: "And")
  }

  /// What the laws of protocols look at.
  private func isOfProtocol(_ callable: Callable, _ context: ProposalContext) -> Bool {
    if callable.kind == .operatorSign {
      // A sum of what is no number of the standard library's kind has no laws.
      if ["+", "-"].contains(callable.name), let owner = callable.owner, context.declares(owner) {
        return context.conforms(owner, to: "AdditiveArithmetic")
      }
      return ["==", "<", ">", "<=", ">=", "!=", "+", "-", "*", "/", "%", "<<", ">>", "&", "|", "^", "~"].contains(callable.name)
    }
    return [
      "hash", "encode", "hashValue", "description", "debugDescription", "makeIterator", "startIndex", "endIndex", "index", "formIndex",
      "customMirror",
      "playgroundDescription", "rawValue",
    ].contains(callable.name)
      || callable.kind == .initializer
        && ["from", "integerLiteral", "stringLiteral", "rawValue", "arrayLiteral", "dictionaryLiteral", "floatLiteral", "booleanLiteral"]
          .contains(callable.parameters.first?.label ?? "")
  }
}

/// Operations in any order against a set, an array or a dictionary of the standard library, for types whose operations have their shapes.
struct Machines: Proposer {
  func propose(_ context: inout ProposalContext) -> [Proposal] {
    context.api.types.flatMap { type -> [Proposal] in
      let start = type.members.first { $0.kind == .initializer && $0.required.isEmpty && !$0.isFailable && !$0.isThrowing }
      guard start != nil, type.kind == .structure || type.kind == .reference else { return [] }
      let map = dictionary(type, &context)
      return [set(type, &context), line(type, &context), map, map.flatMap { ofEqualHashes($0, type) }].compactMap(\.self)
    }
  }

  private func operation(_ type: TypeDeclaration, _ names: [String], takes: Int) -> Callable? {
    for name in names {
      let found = type.members.first {
        $0.name == name && $0.kind == .method && $0.needsReceiver && $0.required.count == takes && !$0.isThrowing && $0.precondition == nil
      }
      if let found { return found }
    }
    return nil
  }

  private func steps(_ element: String) -> String { ".array(of: .zip(.bool, \(element)), count: 0...20)" }

  private func set(_ type: TypeDeclaration, _ context: inout ProposalContext) -> Proposal? {
    guard let insert = operation(type, ["insert", "add"], takes: 1), let contains = operation(type, ["contains", "has"], takes: 1),
      let remove = operation(type, ["remove", "delete"], takes: 1), let element = insert.required.first?.type,
      contains.required[0].type == element,
      remove.required[0].type == element, contains.result == .named("Bool"), context.isEquatable(element),
      let generator = context.plan.generator(of: element)
    else { return nil }
    func call(_ callable: Callable) -> String { (callable.result == .void ? "" : "_ = ") + callable.call(on: "subject", ["element"]) }
    let isIn = contains.call(on: "subject", ["element"])
    return Proposal(
      kind: .machine, subject: type.path, name: "isASet", because: "\(type.path) has the operations of a set.",
      inputs: [Proposal.Input(name: "steps", type: .array(.tuple([.named("Bool"), element])), generator: steps(generator))],
      body: [
        "var model: Set<\(element)> = []", "\(type.kind == .reference ? "let" : "var") subject = \(type.type)()",
        "for (adds, element) in steps {",
        "  if adds { model.insert(element); \(call(insert)) } else { model.remove(element); \(call(remove)) }",
        "  try expect(\"contains \\(describe(element))\", \(isIn), equals: model.contains(element))", "}",
        "for (_, element) in steps {",
        "  try expect(\"in the end, contains \\(describe(element))\", \(isIn), equals: model.contains(element))", "}",
      ], about: [insert, contains, remove])
  }

  private func line(_ type: TypeDeclaration, _ context: inout ProposalContext) -> Proposal? {
    let shapes: [(add: [String], take: [String], isQueue: Bool)] = [
      (["enqueue"], ["dequeue"], true), (["push"], ["pop"], false), (["append", "pushBack"], ["popFirst", "popFront"], true),
      (["append", "pushBack"], ["popLast", "popBack"], false),
      (["prepend", "pushFront"], ["popFirst", "popFront"], false),
    ]
    for shape in shapes {
      guard let add = operation(type, shape.add, takes: 1), let take = operation(type, shape.take, takes: 0),
        let element = add.required.first?.type,
        take.result == .optional(element), context.isEquatable(element), let generator = context.plan.generator(of: element)
      else { continue }
      return Proposal(
        kind: .machine, subject: type.path, name: shape.isQueue ? "isAQueue" : "isAStack",
        because: "\(type.path) has the operations of a \(shape.isQueue ? "queue" : "stack").",
        inputs: [Proposal.Input(name: "steps", type: .array(.tuple([.named("Bool"), element])), generator: steps(generator))],
        body: [
          "var model: [\(element)] = []", "\(type.kind == .reference ? "let" : "var") subject = \(type.type)()",
          "for (adds, element) in steps {",
          "  if adds { model.append(element); \(add.result == .void ? "" : "_ = ")\(add.call(on: "subject", ["element"])) } else {",
          "    let expected = model.isEmpty ? nil : model.\(shape.isQueue ? "removeFirst" : "removeLast")()",
          "    try expect(\"taken out\", \(take.call(on: "subject", [])), equals: expected)", "  }", "}",
        ], about: [add, take])
    }
    return nil
  }

  private func dictionary(_ type: TypeDeclaration, _ context: inout ProposalContext) -> Proposal? {
    let access = type.members.first { member in
      guard member.kind == .subscript, member.isSettable, member.required.count == 1, case .optional(let value) = member.result else {
        return false
      }
      return context.isEquatable(value) && context.isEquatable(member.required[0].type)
    }
    guard let access, case .optional(let value) = access.result, let keys = context.plan.generator(of: access.required[0].type),
      let values = context.plan.generator(of: .optional(value))
    else { return nil }
    let key = access.required[0].type
    func at(_ name: String) -> String { access.call(on: "subject", [name]) }
    return Proposal(
      kind: .machine, subject: type.path, name: "isADictionary", because: "\(type.path) has a subscript that is assigned and read.",
      inputs: [
        Proposal.Input(
          name: "steps", type: .array(.tuple([key, .optional(value)])), generator: ".array(of: .zip(\(keys), \(values)), count: 0...12)")
      ],
      body: [
        "var model: [\(key): \(value)] = [:]", "\(type.kind == .reference ? "let" : "var") subject = \(type.type)()",
        "for (key, value) in steps {",
        "  model[key] = value", "  \(at("key")) = value", "  try expect(\"at \\(describe(key))\", \(at("key")), equals: value)", "}",
        "for (key, _) in steps { try expect(\"in the end, at \\(describe(key))\", \(at("key")), equals: model[key]) }",
      ], about: [access])
  }

  /// The declaration of a key whose hash says nothing, for packages that need it.
  static let keyOfEqualHashes = """

    /// All have one hash, as some do of any type: `==` alone tells them apart.
    struct SameHash: Hashable, Sendable {
      var number: Int
      func hash(into hasher: inout Hasher) { hasher.combine(0) }
    }
    """

  /// The same with keys that `==` alone tells apart, where the keys are a parameter of the type.
  private func ofEqualHashes(_ machine: Proposal, _ type: TypeDeclaration) -> Proposal? {
    guard case .named(let path, let arguments) = type.type, arguments.count == 2, let steps = machine.inputs.first,
      case .array(.tuple(let parts)) = steps.type, parts.first == arguments[0], let access = machine.about.first,
      access.required[0].type == arguments[0], case .optional(let value) = access.result, value == arguments[1]
    else { return nil }
    let key = SwiftType.named("SameHash")
    let before = "\(type.type)()"
    return Proposal(
      kind: machine.kind, subject: machine.subject, name: "isADictionaryOfKeysWithOneHash",
      because: "\(path) has keys of any type that is Hashable, and different keys may have one hash.",
      inputs: [
        Proposal.Input(
          name: steps.name, type: .array(.tuple([key] + parts.dropFirst())),
          generator: ".array(of: .zip(Generator<Int>.int(in: 0...3).map { SameHash(number: $0) }, "
            + ".optional(.int(in: 0...9))), count: 0...8)")
      ],
      body: machine.body.map {
        $0.replacing("[\(arguments[0]): ", with: "[\(key): ").replacing(before, with: "\(path)<\(key), \(value)>()")
      }, about: machine.about)
  }
}

/// How values of each type of a module are made: a generator as an expression for any type, and the declarations that these name.
struct GeneratorPlan {
  private let types: [String: TypeDeclaration]
  private let elementTypes: [String: SwiftType]
  private let rejected: Set<String>
  private let corpus: TextCorpus
  private var found: [String: [Recipe]] = [:]
  /// Types whose recipes are being looked for, so that a type inside itself has an end.
  private var underWay: [String] = []
  /// Whether one of those was asked for: what was not found for its sake may be found later.
  private var metUnfinished = false
  /// Whether the type whose recipes are being looked for was asked for.
  private var metItself = false
  /// Generators that make one value, and those whose values a copy of the process tries first.
  private var (constants, tried): (Set<String>, Set<String>) = ([], [])
  /// Types in the order in which their generators were asked for.
  private(set) var order: [String] = []

  /// One way to make a value.
  struct Recipe: Sendable, Hashable {
    /// An expression of `Generator<T>`.
    let expression: String
    /// What it calls: `Money.init(cents:currency:)`.
    let title: String
    /// Whether it needs a value of its own type, which the expression calls `smaller`.
    let isRecursive: Bool
    /// Whether it makes the same value each time.
    var isConstant = false
    /// Whether a copy of the process tries its values, or parts of them.
    var isTried = false
  }

  /// - Parameters:
  ///   - rejected: identities of initializers that end the process for values which their documentation does not exclude: these values are
  ///     left out.
  ///   - corpus: texts that the package's own tests and documentation give to its functions.
  init(_ api: PublicAPI, rejecting rejected: Set<String> = [], corpus: TextCorpus = TextCorpus()) {
    types = Dictionary(api.types.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
    elementTypes = Dictionary(
      api.types.compactMap { type in
        // `Deque<Element>` declares no typealias.
        if case .named(_, let arguments) = type.type, arguments.count == 1 { return (type.path, arguments[0]) }
        return api.associated("Element", of: type).map { (type.path, $0) }
      }, uniquingKeysWith: { first, _ in first })
    self.rejected = rejected
    self.corpus = corpus
  }

  /// A generator of a type.
  /// - Parameter name: what the value is called where it is wanted.
  /// - Returns: nil if there is no way to make such values.
  mutating func generator(of type: SwiftType, named name: String = "") -> String? {
    if let special = StandardTypes.generator(of: type, named: name) { return special }
    switch type {
    case .optional(let wrapped): return generator(of: wrapped, named: name).map { ".optional(\($0))" }
    case .array(let element): return generator(of: element).map { ".array(of: \($0), count: 0...8)" }
    case .dictionary(let key, let value):
      guard let keys = generator(of: key), let values = generator(of: value), isHashable(key) else { return nil }
      return ".dictionary(of: \(keys), \(values), count: 0...5)"
    case .tuple(let parts):
      let generators = parts.compactMap { generator(of: $0) }
      return parts.count > 1 && generators.count == parts.count ? ".zip(\(generators.joined(separator: ", ")))" : nil
    case .named("Array", let arguments) where arguments.count == 1: return generator(of: .array(arguments[0]))
    case .named("Optional", let arguments) where arguments.count == 1: return generator(of: .optional(arguments[0]), named: name)
    case .named("ArraySlice", let arguments) where arguments.count == 1:
      return generator(of: arguments[0]).map { "Generator<[\(arguments[0])]>.array(of: \($0), count: 0...8).map { $0[...] }" }
    case .named("Set", let arguments) where arguments.count == 1:
      return isHashable(arguments[0]) ? generator(of: arguments[0]).map { ".set(of: \($0), count: 0...5)" } : nil
    case .named("Range", let arguments) where arguments.count == 1: return generator(of: arguments[0]).map { ".range(of: \($0))" }
    case .named("ClosedRange", let arguments) where arguments.count == 1:
      return generator(of: arguments[0]).map { ".closedRange(of: \($0))" }
    case .named(let path, let arguments):
      if let known = StandardTypes.generator(of: path), arguments.isEmpty { return known }
      guard let declaration = types[path], declaration.type == type else { return nil }
      // The parts of a value of the same type: an expression, a tree, a document.
      if underWay.last == path {
        metItself = true
        return "smaller"
      }
      guard !recipes(of: declaration).isEmpty else { return nil }
      return ".\(declaration.generatorName)"
    case .other: return nil
    }
  }

  /// A generator of a parameter: texts that the package's tests give to the function, where they do.
  mutating func generator(of parameter: Parameter, of callable: Callable, named name: String) -> String? {
    let texts = parameter.type == .named("String") && callable.required.count == 1 ? corpus.texts(for: callable) : []
    return texts.isEmpty ? generator(of: parameter.type, named: name) : ".near([\(texts.joined(separator: ", "))])"
  }

  /// Why no values of a type can be made; nil: they can.
  mutating func obstacle(of type: TypeDeclaration) -> String? {
    if type.kind == .actor { return "an actor" }
    if !type.isCopyable { return "its values cannot be copied" }
    guard generator(of: type.type) == nil else { return nil }
    let makers = type.members.filter { $0.kind == .initializer || $0.kind == .enumCase || $0.isStatic && $0.result == type.type }
    if makers.isEmpty { return "nothing public makes its values" }
    var missing: Set<String> = []
    for part in makers.flatMap(\.required).map(\.type) where part != type.type && generator(of: part) == nil { missing.insert("\(part)") }
    return missing.isEmpty
      ? "what makes its values has documented demands, or has no end" : "no values can be made of \(missing.sorted().prefix(3).joined(separator: ", "))"
  }

  /// Whether a generator makes the same value each time: what holds for that says little.
  func makesOneValue(_ generator: String) -> Bool { constants.contains(generator) }

  /// Whether copies of the process try the values of a generator: a few milliseconds each.
  func triesValues(_ generator: String) -> Bool { tried.contains { generator.contains($0) } }

  /// The declarations of the generators that were asked for.
  func declarations() -> [GeneratorDeclaration] {
    order.compactMap { path in
      guard let type = types[path], let recipes = found[path] else { return nil }
      return GeneratorDeclaration(type: type, recipes: recipes)
    }
  }

  private func isHashable(_ type: SwiftType) -> Bool {
    switch type {
    case .named(let path, _): types[path]?.conformances.contains("Hashable") ?? StandardTypes.isKnown(path)
    case .optional(let wrapped), .array(let wrapped): isHashable(wrapped)
    case .dictionary, .tuple, .other: false
    }
  }

  private mutating func recipes(of type: TypeDeclaration) -> [Recipe] {
    if let known = found[type.path] { return known }
    guard type.isCopyable, type.kind != .actor else { return [] }
    guard !underWay.contains(type.path) else {
      metUnfinished = true
      return []
    }
    underWay.append(type.path)
    let outer = metItself
    defer {
      underWay.removeLast()
      metItself = outer
    }
    var recipes = cases(of: type)
    if recipes.isEmpty { recipes = elements(of: type) + initializers(of: type) }
    if recipes.isEmpty { recipes = constants(of: type) }
    // Beside an initializer, decoding makes values that no program makes.
    let isOnlyDecoded = !type.members.contains { $0.kind == .initializer && $0.parameters.first?.label != "from" }
    if recipes.isEmpty, isOnlyDecoded, type.conformances.contains("Decodable") {
      recipes = [Recipe(expression: ".of(\(type.type).self)", title: "\(type.type).init(from:)", isRecursive: false)]
    }
    // Without an end, there is no value.
    if recipes.allSatisfy(\.isRecursive) { recipes = [] }
    if recipes.isEmpty, metUnfinished, underWay.count > 1 { return [] }
    if underWay.count == 1 { metUnfinished = false }
    found[type.path] = recipes
    if recipes.count == 1, recipes[0].isConstant { constants.insert(".\(type.generatorName)") }
    if recipes.contains(where: \.isTried) { tried.insert(".\(type.generatorName)") }
    if !recipes.isEmpty { order.append(type.path) }
    return recipes
  }

  private mutating func cases(of type: TypeDeclaration) -> [Recipe] {
    guard type.kind == .enumeration else { return [] }
    let cases = type.members.filter { $0.kind == .enumCase }
    if cases.count > 1, type.conformances.contains("Sendable"), cases.allSatisfy(\.parameters.isEmpty) {
      let list =
        type.conformances.contains("CaseIterable")
        ? "Array(\(type.type).allCases)" : "[\(cases.map { $0.call([]) }.joined(separator: ", "))]"
      return [Recipe(expression: ".element(of: \(list))", title: "the cases of \(type.type)", isRecursive: false)]
    }
    return type.members.filter { $0.kind == .enumCase }.compactMap { made(by: $0) }
  }

  private mutating func initializers(of type: TypeDeclaration) -> [Recipe] {
    let factories = type.members.filter { member in
      let makes = member.kind == .initializer || member.kind == .method && member.isStatic && member.result == type.type
      // One that can refuse values keeps what its documentation demands.
      let mayFail = member.isThrowing || member.isFailable
      return makes && member.isRepeatable && (mayFail || member.precondition == nil)
        && !["stringLiteral", "integerLiteral", "floatLiteral", "unicodeScalarLiteral", "extendedGraphemeClusterLiteral"].contains(
          member.parameters.first?.label ?? "")
        && !(member.name == "init" && ["from", "coder"].contains(member.parameters.first?.label ?? "") && member.parameters.count == 1
          && member.isThrowing)
    }
    // The one that takes most says most; a text that only some values have makes few.
    let ordered = factories.sorted { one, other in rank(one) == rank(other) ? one.title < other.title : rank(one) < rank(other) }
    var made: [Recipe] = []
    for factory in ordered where made.count < 3 {
      if factory.required.isEmpty, made.count > 0 { continue }
      if let recipe = self.made(by: factory) { made.append(recipe) }
    }
    return made
  }

  private func rank(_ factory: Callable) -> Int {
    let readsText = factory.required.count == 1 && ["String", "Substring", "Data"].contains(factory.required[0].type.description)
    let mayFail = factory.isFailable || factory.isThrowing
    let isKnown = readsText && !corpus.texts(for: factory).isEmpty
    return (mayFail ? isKnown ? 1 : readsText ? 9 : 4 : 0) + (factory.kind == .initializer ? 0 : 1) + (factory.required.isEmpty ? 5 : 0)
      + (rejected.contains(factory.identity) ? 2 : 0)
  }

  /// A collection is made of its elements.
  private mutating func elements(of type: TypeDeclaration) -> [Recipe] {
    guard type.conformances.contains("RangeReplaceableCollection"), let element = elementTypes[type.path],
      let generator = generator(of: element)
    else { return [] }
    return [
      Recipe(
        expression: "Generator { source in \(type.type)(try source(Generator<[\(element)]>.array(of: \(generator), count: 0...8))) }",
        title: "its elements", isRecursive: false)
    ]
  }

  private mutating func constants(of type: TypeDeclaration) -> [Recipe] {
    type.members.filter { $0.kind == .property && $0.isStatic && $0.result == type.type }.prefix(8).compactMap { made(by: $0) }
  }

  private mutating func made(by callable: Callable) -> Recipe? {
    var generators: [String] = []
    metItself = false
    for parameter in callable.required {
      guard let generator = generator(of: parameter, of: callable, named: parameter.name) else { return nil }
      generators.append(generator)
    }
    let isRecursive = metItself
    let isConstant = generators.allSatisfy(makesOneValue)
    let drawn = generators.map { "try source(\($0))" }
    let endsProcess = rejected.contains(callable.identity)
    let isTried = endsProcess || generators.contains(where: triesValues)
    guard callable.isFailable || callable.isThrowing || endsProcess else {
      return Recipe(
        expression: "Generator { \(drawn.isEmpty ? "_" : "source") in \(callable.call(drawn)) }", title: callable.title,
        isRecursive: isRecursive, isConstant: isConstant, isTried: isTried)
    }
    // Values that are refused are drawn again.
    let types = callable.required.map { "\($0.type)" }
    guard let first = generators.first else { return nil }
    let parts =
      types.count == 1
      ? first.hasPrefix(".") ? "Generator<\(types[0])>\(first)" : first
      : "Generator<(\(types.joined(separator: ", ")))>.zip(\(generators.joined(separator: ", ")))"
    let names = types.indices.map { types.count == 1 ? "drawn" : "drawn.\($0)" }
    let call = (callable.isThrowing ? "try? " : "") + callable.call(names)
    // And those that end the process: a copy of it tries them first.
    let made = endsProcess ? "Isolation.survives { _ = \(call) } ? (\(call)) : nil" : call
    return Recipe(
      expression: "\(parts).compactMap { drawn in \(made) }", title: callable.title, isRecursive: isRecursive, isConstant: isConstant,
      isTried: isTried)
  }
}

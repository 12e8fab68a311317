/// How values of each type of a module are made: a generator as an expression for any type, and the declarations that these name.
struct GeneratorPlan {
  let types: [String: TypeDeclaration]
  let elementTypes: [String: SwiftType]
  let rejected: Set<String>
  /// What makes values of a type, by the type's path, and belongs to something else.
  let makers: [String: [Callable]]
  let corpus: TextCorpus
  private var found: [String: [Recipe]] = [:]
  /// Types whose recipes are being looked for, so that a type inside itself has an end.
  private var underWay: [String] = []
  /// Whether one of those was asked for: what was not found for its sake may be found later.
  private var metUnfinished = false
  /// Whether the type whose recipes are being looked for was asked for.
  var metItself = false
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
    /// Whether it makes the values that the package names.
    var isOfConstants: Bool { title.hasPrefix("constants of ") }
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
    makers = Dictionary(
      grouping: (api.functions + api.types.flatMap(\.members)).filter {
        ($0.isPure || $0.isChecked && $0.isRepeatable && !$0.isMutating) && $0.result != $0.owner && !$0.isThrowing
      },
      by: { $0.result.names.first ?? "" })
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
      ? "what makes its values has documented demands, or has no end"
      : "no values can be made of \(missing.sorted().prefix(3).joined(separator: ", "))"
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
    if recipes.isEmpty { recipes = elements(of: type) + initializers(of: type) + constants(of: type) }
    if recipes.isEmpty { recipes = makers(of: type) }
    // Values that have names alone are few.
    if recipes.allSatisfy(\.isOfConstants), type.kind != .enumeration { recipes += initializers(of: type, demanding: true) }
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
}

/// The ways to make values of one type.
extension GeneratorPlan {
  mutating func cases(of type: TypeDeclaration) -> [Recipe] {
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

  /// - Parameter demanding: whether of those whose documentation demands something. What the code refuses, it refuses in a copy of the
  ///   process.
  mutating func initializers(of type: TypeDeclaration, demanding: Bool = false) -> [Recipe] {
    let factories = type.members.filter { member in
      let makes = member.kind == .initializer || member.kind == .method && member.isStatic && member.result == type.type
      // One that can refuse values keeps what its documentation demands.
      let mayFail = member.isThrowing || member.isFailable
      return makes && member.isRepeatable && (demanding ? member.isChecked : mayFail || member.precondition == nil)
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
      if let recipe = self.made(by: factory, isTried: demanding) { made.append(recipe) }
    }
    return made + made.compactMap { changed($0, type) }
  }

  private func rank(_ factory: Callable) -> Int {
    let readsText = factory.required.count == 1 && ["String", "Substring", "Data"].contains(factory.required[0].type.description)
    let mayFail = factory.isFailable || factory.isThrowing
    let isKnown = readsText && !corpus.texts(for: factory).isEmpty
    return (mayFail ? isKnown ? 1 : readsText ? 9 : 4 : 0) + (factory.kind == .initializer ? 0 : 1) + (factory.required.isEmpty ? 5 : 0)
      + (rejected.contains(factory.identity) ? 2 : 0)
  }

  /// What is rejected if some elements of a collection end the process.
  static func elements(of path: String) -> String { "elements of \(path)" }

  /// A collection is made of its elements.
  mutating func elements(of type: TypeDeclaration) -> [Recipe] {
    guard type.conformances.contains("RangeReplaceableCollection"), let element = elementTypes[type.path],
      let generator = generator(of: element)
    else { return [] }
    let elements = "Generator<[\(element)]>.array(of: \(generator), count: 0...8)"
    let made = "\(type.type)(drawn)"
    let isTried = rejected.contains(Self.elements(of: type.path))
    return [
      Recipe(
        expression: isTried
          ? "\(elements).compactMap { drawn in Isolation.survives { _ = \(made) } ? \(made) : nil }"
          : "\(elements).map { drawn in \(made) }",
        title: "its elements", isRecursive: false, isTried: isTried)
    ]
  }

  /// Those that the package itself names.
  mutating func constants(of type: TypeDeclaration) -> [Recipe] {
    // What has no end is documented to be unlike all others.
    let all = type.members.filter {
      $0.kind == .property && $0.isStatic && $0.result == type.type && $0.isRepeatable && !$0.isThrowing
        && !["infinity", "nan", "unlimited"].contains($0.name)
    }.prefix(80).map { $0.call([]) }
    guard !all.isEmpty else { return [] }
    let list = "([\(all.joined(separator: ", "))] as [\(type.type)])"
    let expression =
      all.count == 1
      ? "Generator { _ in \(all[0]) }" : "Generator { source in \(list)[try source(.int(in: 0...\(all.count - 1)))] }"
    return [Recipe(expression: expression, title: "constants of \(type.type)", isRecursive: false, isConstant: all.count == 1)]
  }

  /// A value whose properties are set to others, and to which elements are added.
  private mutating func changed(_ recipe: Recipe, _ type: TypeDeclaration) -> Recipe? {
    guard type.kind == .structure, !recipe.isRecursive, recipe.expression.hasPrefix("Generator {") else { return nil }
    var statements: [String] = []
    for member in type.members where member.needsReceiver && member.precondition == nil && !member.isThrowing {
      let isSet = member.kind == .property && member.isSettable && !rejected.contains(member.identity)
      // What the initializer sets need not be set again.
      guard isSet && !recipe.title.contains("\(member.name):") && statements.count < 12 || isAppend(member, of: type) else { continue }
      metItself = false
      guard let generator = generator(of: isSet ? member.result : .array(member.required[0].type), named: member.name), !metItself
      else { continue }
      let drawn = "try source(\(generator))"
      statements.append(
        isSet
          ? "made.\(member.call(on: "", []).dropFirst()) = \(drawn)"
          : "for element in \(drawn) { \(member.result == .void ? "" : "_ = ")\(member.call(on: "made", ["element"])) }")
    }
    guard !statements.isEmpty else { return nil }
    let lines = ["Generator { source in", "  var made = try source(\(recipe.expression))"] + statements.map { "  \($0)" }
    return Recipe(
      expression: (lines + ["  return made", "}"]).joined(separator: "\n    "),
      title: "\(recipe.title), changed", isRecursive: false, isTried: recipe.isTried)
  }

  private func isAppend(_ member: Callable, of type: TypeDeclaration) -> Bool {
    member.kind == .method && member.isMutating && ["append", "insert", "push", "enqueue"].contains(member.name)
      && member.required.count == 1 && !type.conformances.contains("RangeReplaceableCollection") && member.required[0].type != type.type
  }

  /// What nothing of its own makes, a function of another type may: a view of a collection. Such functions often demand something, and
  /// seldom say so: a copy of the process tries the values first.
  mutating func makers(of type: TypeDeclaration) -> [Recipe] {
    let fitting = (makers[type.path] ?? []).filter {
      // Inside the generator, a function with its name is the generator.
      $0.result == type.type && ![.enumCase, .operatorSign].contains($0.kind) && ($0.owner != nil || $0.name != type.generatorName)
    }
    return Array(fitting.prefix(8).compactMap { made(by: $0, isTried: true) }.prefix(3))
  }

  mutating func made(by callable: Callable, isTried mustBeTried: Bool = false) -> Recipe? {
    var generators: [String] = []
    metItself = false
    if callable.needsReceiver {
      guard let owner = callable.owner, let generator = generator(of: owner), !metItself else { return nil }
      generators.append(generator)
    }
    for parameter in callable.required {
      guard let generator = generator(of: parameter, of: callable, named: parameter.name) else { return nil }
      generators.append(generator)
    }
    let isRecursive = metItself
    let isConstant = generators.allSatisfy(makesOneValue)
    let drawn = generators.map { "try source(\($0))" }
    let endsProcess = mustBeTried || rejected.contains(callable.identity)
    let isTried = endsProcess || generators.contains(where: triesValues)
    guard callable.isFailable || callable.isThrowing || endsProcess else {
      return Recipe(
        expression: "Generator { \(drawn.isEmpty ? "_" : "source") in \(callable.call(drawn)) }", title: callable.title,
        isRecursive: isRecursive, isConstant: isConstant, isTried: isTried)
    }
    // Values that are refused are drawn again.
    let types = ((callable.needsReceiver ? [callable.owner] : []) + callable.required.map(\.type)).compactMap { $0.map { "\($0)" } }
    guard let first = generators.first else { return nil }
    let parts =
      types.count == 1
      ? first.hasPrefix(".") ? "Generator<\(types[0])>\(first)" : first
      : "Generator<(\(types.joined(separator: ", ")))>.zip(\(generators.joined(separator: ", ")))"
    let names = types.indices.map { types.count == 1 ? "drawn" : "drawn.\($0)" }
    let call = (callable.isThrowing ? "try? " : "")
      + (callable.needsReceiver ? callable.call(on: names[0], Array(names.dropFirst())) : callable.call(names))
    // And those that end the process: a copy of it tries them first.
    let made = endsProcess ? "Isolation.survives { _ = \(call) } ? (\(call)) : nil" : call
    return Recipe(
      expression: "\(parts).compactMap { drawn in \(made) }", title: callable.title, isRecursive: isRecursive, isConstant: isConstant,
      isTried: isTried)
  }
}

/// A unit with its blocks: what an operator sees.
struct Scope {
  let code: SourceCode
  let unit: Unit
  let blocks: [Block]
  let conditions: [Range<Int>]
  let patterns: [Range<Int>]
  let package: PackageIndex

  init(_ code: SourceCode, _ unit: Unit, _ package: PackageIndex) {
    let reader = BlockReader(code, unit)
    self.code = code
    self.unit = unit
    self.package = package
    blocks = reader.blocks
    conditions = reader.conditions
    patterns = reader.patterns
  }

  func isInPattern(_ index: Int) -> Bool { patterns.contains { $0.contains(index) } }

  /// Whether this stands between `#if` and its `#endif`, where it may not be compiled.
  func isConditional(_ index: Int) -> Bool {
    var depth = 0
    for place in unit.tokens.lowerBound..<index where code.kind(place) == .directive {
      if code.text(place) == "#if" { depth += 1 }
      if code.text(place) == "#endif" { depth -= 1 }
    }
    return depth > 0
  }

  /// Whether this stands in the arguments of a call of one of these functions.
  func isArgument(_ index: Int, of functions: Set<String>) -> Bool {
    var inner = index
    while let open = code.enclosing[inner], open >= unit.tokens.lowerBound {
      if code.isSign(open, "("), code.isWord(open - 1, in: functions) { return true }
      inner = open
    }
    return false
  }
}

/// What all sources together declare.
struct PackageIndex: Sendable {
  /// By a function's name and labels: the types of its parameters, where all declarations agree.
  private let types: [String: [String]]
  /// Of each name of a case, the other cases of its enumeration; names of several enumerations are none.
  let siblings: [String: [String]]

  init(_ outlines: [Outline]) {
    var types: [String: [String]] = [:]
    for signature in outlines.flatMap(\.signatures) {
      let key = Self.key(signature.name, signature.labels)
      if let known = types[key], known != signature.types { types[key] = [] } else { types[key] = signature.types }
    }
    self.types = types
    var siblings: [String: [String]] = [:]
    for list in outlines.flatMap(\.enumerations) {
      for name in list.names { siblings[name] = siblings[name] == nil ? list.names.filter { $0 != name } : [] }
    }
    self.siblings = siblings
  }

  func types(of name: String, _ labels: [String]) -> [String] { types[Self.key(name, labels)] ?? [] }

  private static func key(_ name: String, _ labels: [String]) -> String { "\(name)(\(labels.joined(separator: ":")))" }
}

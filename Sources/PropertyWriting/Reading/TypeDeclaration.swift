/// A public type of a module, with concrete types in place of its generic parameters.
struct TypeDeclaration: Sendable {
  enum Kind: String, Sendable {
    case structure = "swift.struct"
    case enumeration = "swift.enum"
    case reference = "swift.class"
    case actor = "swift.actor"
  }

  let kind: Kind
  /// `BigInt.Sign`
  let path: String
  /// `Deque<Int>`
  let type: SwiftType
  /// The protocols of which it keeps every condition, by name alone.
  var conformances: Set<String> = []
  var members: [Callable] = []
  let isCopyable: Bool

  /// `bigIntSign`: what its generator is called.
  var generatorName: String {
    let joined = path.split(separator: ".").joined()
    let upper = joined.prefix { $0.isUppercase || $0.isNumber }
    // HTTPField is httpField, BigInt is bigInt.
    let lowered = upper.count > 1 && upper.count < joined.count ? upper.count - 1 : upper.count
    let name = joined.prefix(lowered).lowercased() + joined.dropFirst(lowered)
    return Self.taken.contains(name) ? "\(name)Value" : name
  }

  /// Names that a generator of the engine has, and keywords.
  private static let taken: Set<String> = [
    "int", "double", "bool", "text", "uuid", "array", "element", "set", "dictionary", "of", "optional", "date", "data", "url", "decimal",
    "host",
    "email", "character", "scalar", "range", "closedRange", "result", "vector", "duration", "timeZone", "locale", "calendar", "zip",
    "build",
    "function", "operator", "constant", "recursive", "frequency", "oneOf", "bytes", "integer", "string", "sorted", "distinct",
    "permutation",
    "subset", "shuffled", "subsequence", "matching", "any", "self", "default", "case", "switch", "enum", "struct", "class", "protocol",
    "extension",
    "import", "in", "is", "as", "let", "var", "for", "while", "repeat", "return", "throw", "try", "true", "false", "nil", "map", "filter",
  ]
}

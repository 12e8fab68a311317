/// Concrete types for generic parameters: the simplest that keeps every constraint.
struct GenericBinding {
  /// What stands for each parameter, and for the associated types that are spelled through it.
  private(set) var types: [String: SwiftType]

  /// - Parameters:
  ///   - parameters: the names, the owner's first.
  ///   - known: parameters that have a type already.
  /// - Returns: nil if a parameter has constraints that none of the types here keeps.
  init?(_ parameters: [String], _ constraints: [SymbolGraph.Constraint], known: [String: SwiftType] = [:]) {
    types = known
    for parameter in parameters where types[parameter] == nil {
      let protocols = Set(constraints.filter { $0.kind == "conformance" && $0.lhs == parameter }.map { Self.simple($0.rhs) })
      let same = constraints.first { $0.kind == "sameType" && $0.lhs == parameter }.map { DeclarationReader.type($0.rhs) }
      let element = constraints.first { $0.kind == "sameType" && $0.lhs == "\(parameter).Element" }.map { DeclarationReader.type($0.rhs) }
      guard let type = same ?? Self.type(keeping: protocols, element: element?.replacing(types)) else { return nil }
      types[parameter] = type
      types["\(parameter).Type"] = .named("\(type).Type")
      if case .array(let element) = type { types["\(parameter).Element"] = element }
    }
    guard constraints.allSatisfy(isKept) else { return nil }
  }

  private func isKept(_ constraint: SymbolGraph.Constraint) -> Bool {
    // `(some Sequence<Int>).Element`: what stands for the parameter has it.
    if constraint.lhs.hasPrefix("(some ") { return true }
    guard let type = types[constraint.lhs] else {
      // Of `Self.Element` and the like nothing is known but what was bound.
      return !constraint.lhs.contains(".") || constraint.kind == "conformance"
    }
    let right = DeclarationReader.type(constraint.rhs).replacing(types)
    return constraint.kind == "sameType" ? type == right : Self.keeps(type, Self.simple(constraint.rhs))
  }

  private static func simple(_ name: String) -> String { name.split(separator: ".").last.map(String.init) ?? name }

  private static func type(keeping protocols: Set<String>, element: SwiftType?) -> SwiftType? {
    let sequence = SwiftType.array(element ?? .named("Int"))
    let bytes = SwiftType.array(.named("UInt8"))
    // What takes any sequence of elements means one of many, and a text is one of characters.
    let isSequence = protocols.contains { $0.hasSuffix("Sequence") || $0.hasSuffix("Collection") }
    let texts = [SwiftType.named("String")]
    let all = [.named("Int")] + (isSequence ? [sequence] + texts : texts) + [.named("Double"), .named("UInt"), sequence, bytes]
    return all.first { type in protocols.allSatisfy { keeps(type, $0) } && (element == nil || type == sequence) }
  }

  /// Whether a type of the standard library keeps a protocol.
  static func keeps(_ type: SwiftType, _ name: String) -> Bool {
    let all: Set = [
      "Equatable", "Hashable", "Sendable", "SendableMetatype", "Copyable", "Escapable", "Decodable", "Encodable", "Codable",
      "BitwiseCopyable",
    ]
    let scalars: Set = [
      "Comparable", "CustomStringConvertible", "LosslessStringConvertible", "TextOutputStreamable", "CustomDebugStringConvertible",
    ]
    let numbers: Set = ["AdditiveArithmetic", "Numeric", "Strideable", "CVarArg", "ExpressibleByIntegerLiteral"]
    let whole: Set = ["BinaryInteger", "FixedWidthInteger"]
    let sequences: Set = ["Sequence", "Collection", "BidirectionalCollection"]
    if name == "BitwiseCopyable" { return ["Int", "Double", "UInt", "UInt8"].contains(type.description) }
    if all.contains(name) { return true }
    switch type {
    case .named("Int", _):
      return scalars.contains(name) || numbers.contains(name) || whole.contains(name) || ["SignedNumeric", "SignedInteger"].contains(name)
    case .named("UInt", _), .named("UInt64", _):
      return scalars.contains(name) || numbers.contains(name) || whole.contains(name) || name == "UnsignedInteger"
    case .named("Double", _):
      return scalars.contains(name) || numbers.contains(name)
        || ["SignedNumeric", "FloatingPoint", "BinaryFloatingPoint", "Real", "ElementaryFunctions", "RealFunctions", "AlgebraicField"]
          .contains(name)
    case .named("String", _):
      return scalars.contains(name) || sequences.contains(name)
        || ["StringProtocol", "RangeReplaceableCollection", "ExpressibleByStringLiteral"].contains(name)
    case .array(let element):
      let isBytes = element == .named("UInt8")
      return sequences.contains(name) || ["RandomAccessCollection", "MutableCollection", "RangeReplaceableCollection"].contains(name)
        || isBytes && ["DataProtocol", "ContiguousBytes", "MutableDataProtocol"].contains(name)
    default: return false
    }
  }
}

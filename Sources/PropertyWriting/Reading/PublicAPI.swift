import Foundation

/// What a module offers, for concrete types, and what of it has no place here.
struct PublicAPI: Sendable {
  let module: String
  private(set) var types: [TypeDeclaration] = []
  /// Functions of the module, and what it adds to types and protocols of other modules.
  private(set) var functions: [Callable] = []
  /// What is asynchronous, whoever it belongs to.
  private(set) var asynchronous: [Callable] = []
  /// Declarations for which no values can be chosen, with the reason.
  private(set) var leftOut: [LeftOut] = []
  private var aliases: [String: SwiftType] = [:]
  /// Of types inside others, by their identifiers.
  private let paths: [String: String]

  /// Reads the symbol graphs of one module.
  /// - Parameter folder: that of the package's sources, from which places count.
  /// - Parameter sources: that of the module's own sources: what another module's re-export brings is written for that one.
  init(module: String, graphs: [SymbolGraph], folder: String, sources: String) {
    self.module = module
    let symbols = graphs.flatMap(\.symbols).filter { $0.path?.hasPrefix("\(sources)/") ?? true }
    let named = symbols.filter { symbol in
      let isAlias = symbol.kind.identifier == "swift.typealias" && symbol.swiftGenerics == nil
      return symbol.pathComponents.count > 1 && (isAlias || TypeDeclaration.Kind(rawValue: symbol.kind.identifier) != nil)
    }
    paths = Dictionary(
      named.map { ($0.identifier.precise, $0.pathComponents.joined(separator: ".")) }, uniquingKeysWith: { first, _ in first })
    let isNamedAsAType = symbols.contains { $0.pathComponents == [module] }
    var owners: [String: String] = [:]
    var conformances: [String: [SymbolGraph.Relationship]] = [:]
    for relationship in graphs.flatMap(\.relationships) {
      if relationship.kind == "memberOf" { owners[relationship.source] = relationship.target }
      if relationship.kind == "conformsTo" { conformances[relationship.source, default: []].append(relationship) }
    }
    // What a protocol demands and an extension of it gives belongs to the protocol.
    for relationship in graphs.flatMap(\.relationships) where relationship.kind == "requirementOf" {
      owners[relationship.source] = relationship.target
    }
    for relationship in graphs.flatMap(\.relationships) where relationship.kind == "defaultImplementationOf" {
      owners[relationship.source] = owners[relationship.source] ?? owners[relationship.target]
    }
    var declared: [String: Int] = [:]
    var bindings: [String: [String: SwiftType]] = [:]
    for symbol in symbols {
      guard var kind = TypeDeclaration.Kind(rawValue: symbol.kind.identifier), isOffered(symbol), declared[symbol.identifier.precise] == nil
      else { continue }
      // Symbol graphs call it a class.
      if symbol.declaration.split(separator: " ").contains("actor") { kind = .actor }
      let plain = symbol.pathComponents.joined(separator: ".")
      // Testing has types of these names, too; a module with a type of its own name cannot say which it means.
      let isShared = Self.sharedNames.contains(symbol.pathComponents[0]) && !isNamedAsAType
      let path = isShared ? "\(module).\(plain)" : plain
      if isShared { aliases[plain] = .named(path) }
      let parameters = symbol.swiftGenerics?.parameters?.map(\.name) ?? []
      guard let binding = GenericBinding(parameters, symbol.swiftGenerics?.constraints ?? []) else {
        leave(path, "no type of the standard library keeps the constraints of its generic parameters")
        continue
      }
      let inherited = owners[symbol.identifier.precise].flatMap { bindings[$0] } ?? [:]
      // `Outer<T>.Inner` has no spelling that every place of a declaration takes.
      if !inherited.isEmpty {
        leave(path, "it is inside a generic type")
        continue
      }
      bindings[symbol.identifier.precise] = binding.types
      let type = SwiftType.named(path, parameters.map { binding.types[$0] ?? .named("Int") })
      var declaration = TypeDeclaration(
        kind: kind, path: path, type: type,
        isCopyable: !symbol.declaration.contains("~Copyable") && !symbol.declaration.contains("~Escapable"))
      for relationship in conformances[symbol.identifier.precise] ?? [] {
        let holds = GenericBinding(parameters, relationship.swiftConstraints ?? [], known: binding.types) != nil
        let name = relationship.targetFallback?.split(separator: ".").last ?? ""
        if holds, !name.isEmpty { declaration.conformances.insert(String(name)) }
      }
      declared[symbol.identifier.precise] = types.count
      types.append(declaration)
    }
    for symbol in symbols where symbol.kind.identifier == "swift.typealias" && isOffered(symbol) {
      // What stands for the parameters of a generic type stands for them in its aliases, too.
      let bound = owners[symbol.identifier.precise].flatMap { bindings[$0] } ?? [:]
      guard Set((symbol.swiftGenerics?.parameters ?? []).map(\.name)).isSubset(of: bound.keys),
        symbol.swiftGenerics == nil || !bound.isEmpty, let right = symbol.declaration.split(separator: "=", maxSplits: 1).last
      else { continue }
      let type = DeclarationReader.type(right.trimmingCharacters(in: .whitespaces))
      aliases[symbol.pathComponents.joined(separator: ".")] = type.replacing(bound)
    }
    // Of protocols, types of the standard library that conform to them.
    let standard = conformances.reduce(into: [String: [String]]()) { found, next in
      guard let type = Self.standardTypes[next.key] else { return }
      for relationship in next.value { found[relationship.target, default: []].append(type) }
    }.mapValues { $0.sorted() }
    var seen: Set<String> = []
    for symbol in symbols where isOffered(symbol) && seen.insert(symbol.identifier.precise).inserted {
      guard let kind = Self.kind(of: symbol) else { continue }
      let owner = owners[symbol.identifier.precise]
      let index = owner.flatMap { declared[$0] }
      // A member of a type that was left out.
      let ownerName = symbol.pathComponents.dropLast().joined(separator: ".")
      if index == nil, !ownerName.isEmpty, let owner, symbols.contains(where: { $0.identifier.precise == owner }) {
        // What an extension of a protocol gives to numbers and texts of the standard library.
        guard symbol.swiftExtension != nil else { continue }
        for type in standard[owner] ?? [] {
          // Several extensions may give the same, and the type itself may have it.
          guard let callable = callable(symbol, kind, ["Self": .named(type)], folder), !callable.isAsync,
            !functions.contains(where: { $0.identity == callable.identity })
          else { continue }
          functions.append(callable)
        }
        continue
      }
      var known = owner.flatMap { bindings[$0] } ?? [:]
      if let index {
        known["Self"] = types[index].type
        // Inside `Complex<Number>`, `Complex` is that.
        if case .named(let path, let parts) = types[index].type, !parts.isEmpty { known[path] = types[index].type }
      } else if !ownerName.isEmpty {
        guard let bound = Self.standing(for: ownerName) else { continue }
        known = bound
      }
      guard let callable = callable(symbol, kind, known, folder) else { continue }
      guard !callable.isAsync else {
        asynchronous.append(callable)
        continue
      }
      if let index { types[index].members += [callable, callable.withDefaultsGiven].compactMap(\.self) } else { functions.append(callable) }
    }
  }

  private static let sharedNames: Set<String> = [
    "Tag", "Test", "Issue", "Comment", "Bug", "Suite", "Trait", "Confirmation", "SourceLocation", "Source", "Generator", "Laws", "Law",
    "Trial", "Choice", "Tape",
    "Attachment", "Backtrace", "Event", "Configuration", "Expectation", "Design", "Step", "Runner", "Grammar", "Waiver", "Token",
    "Distribution", "Verdict",
    // Foundation has these.
    "Timer",
  ]

  /// By their identifiers.
  private static let standardTypes = ["s:Si": "Int", "s:s6UInt64V": "UInt64", "s:Sd": "Double", "s:SS": "String"]

  private mutating func leave(_ name: String, _ reason: String) { leftOut.append(LeftOut(name: "\(module).\(name)", reason: reason)) }

  private func isOffered(_ symbol: SymbolGraph.Symbol) -> Bool {
    !symbol.pathComponents.contains { $0.hasPrefix("_") } && !symbol.declaration.contains("@MainActor")
      && !(symbol.availability ?? []).contains { $0.isUnconditionallyDeprecated == true || $0.isUnconditionallyUnavailable == true }
  }

  private static func kind(of symbol: SymbolGraph.Symbol) -> Callable.Kind? {
    switch symbol.kind.identifier {
    case "swift.init": .initializer
    case "swift.method", "swift.type.method": .method
    case "swift.property", "swift.type.property": .property
    case "swift.func": .function
    case "swift.func.op": .operatorSign
    case "swift.subscript", "swift.type.subscript": .subscript
    case "swift.enum.case": .enumCase
    default: nil
    }
  }

  private mutating func callable(
    _ symbol: SymbolGraph.Symbol, _ kind: Callable.Kind, _ known: [String: SwiftType], _ folder: String
  ) -> Callable? {
    var reader = DeclarationReader(symbol.declaration(naming: paths))
    var signature = reader.signature()
    // A default, as of `decode(_: T.Type = T.self)`, leaves the type to what surrounds the call.
    for index in signature.parameters.indices where "\(signature.parameters[index].type)".hasSuffix(".Type") {
      signature.parameters[index].hasDefault = false
    }
    let title = symbol.pathComponents.joined(separator: ".")
    let parameters = symbol.swiftGenerics?.parameters?.map(\.name) ?? []
    guard let binding = GenericBinding(parameters, symbol.swiftGenerics?.constraints ?? [], known: known) else {
      leave(title, "no type of the standard library keeps the constraints of its generic parameters")
      return nil
    }
    let own = Set(parameters).subtracting(known.keys)
    guard own.isSubset(of: signature.parameters.filter { !$0.hasDefault }.flatMap(\.type.names).map(Self.withoutType)) else {
      leave(title, "nothing that a call names decides its generic parameters")
      return nil
    }
    let owner = known["Self"]
    func concrete(_ type: SwiftType) -> SwiftType { resolved(type.replacing(binding.types), within: owner) }
    let name = symbol.pathComponents.last.map { String($0.prefix { $0 != "(" }) } ?? ""
    let path = symbol.path ?? ""
    let inside = path.hasPrefix(folder + "/") ? String(path.dropFirst(folder.count + 1)) : path
    return Callable(
      kind: kind, name: kind == .operatorSign ? String((symbol.pathComponents.last ?? "").prefix { $0 != "(" }) : name, owner: owner,
      parameters: signature.parameters.map { parameter in
        var parameter = parameter
        parameter.type = concrete(parameter.type)
        return parameter
      },
      result: kind == .initializer || kind == .enumCase ? owner ?? .void : concrete(signature.result ?? .void),
      attributes: signature.attributes, isFailable: signature.isFailable,
      isSettable: [.property, .subscript].contains(kind) && !signature.isConstant && !signature.isReadOnly,
      comment: (symbol.docComment?.lines ?? []).map(\.text).joined(separator: "\n"),
      place: inside.isEmpty ? "" : "\(inside):\((symbol.location?.position.line ?? 0) + 1)")
  }

  /// `T` of `T.Type`.
  private static func withoutType(_ name: String) -> String { name.hasSuffix(".Type") ? String(name.dropLast(5)) : name }

  /// The type that an associated type of a declared one is, if the module says so.
  func associated(_ name: String, of type: TypeDeclaration) -> SwiftType? {
    aliases["\(type.path).\(name)"].map { resolved($0, within: type.type) }
  }

  /// The type with its typealiases carried out, also those of an enclosing type.
  private func resolved(_ type: SwiftType, within owner: SwiftType?) -> SwiftType {
    var replaced: [String: SwiftType] = [:]
    for name in type.names {
      guard case .named(let path, _)? = owner else {
        if let alias = aliases[name] { replaced[name] = alias }
        continue
      }
      if let alias = aliases[name] ?? aliases["\(path).\(name)"] { replaced[name] = alias.replacing(aliases) }
    }
    return replaced.isEmpty ? type : type.replacing(replaced)
  }

  /// What stands for `Self` and its associated types in an extension of a type or protocol of another module.
  private static func standing(for name: String) -> [String: SwiftType]? {
    let int = SwiftType.named("Int")
    switch name {
    case "Sequence", "Collection", "BidirectionalCollection", "RandomAccessCollection", "MutableCollection", "RangeReplaceableCollection",
      "Array":
      return [
        "Self": .array(int), "Element": int, "Self.Element": int, "Index": int, "Self.Index": int,
        "SubSequence": .named("ArraySlice", [int]),
        "Self.SubSequence": .named("ArraySlice", [int]),
      ]
    case "StringProtocol", "String": return ["Self": .named("String"), "Element": .named("Character"), "Self.Element": .named("Character")]
    case "BinaryInteger", "FixedWidthInteger", "SignedInteger", "Numeric", "SignedNumeric", "AdditiveArithmetic", "Comparable",
      "Strideable":
      return ["Self": int]
    case "FloatingPoint", "BinaryFloatingPoint": return ["Self": .named("Double")]
    case "Set", "Optional": return ["Self": name == "Set" ? .named("Set", [int]) : .optional(int), "Element": int, "Wrapped": int]
    case "Dictionary": return ["Self": .dictionary(.named("String"), int), "Key": .named("String"), "Value": int]
    default: return StandardTypes.isKnown(name) ? ["Self": .named(name)] : nil
    }
  }
}

/// A declaration for which nothing is written.
struct LeftOut: Hashable, Sendable {
  let name: String
  let reason: String
}

/// The public declarations of some sources that need a comment and have none.
///
/// A public declaration needs a documentation comment of its own, unless a rule says where the reader finds the words:
///
/// 1. A member that a protocol requires, in a type that names the protocol or in an extension of the protocol. The requirement has the
///    comment. The protocol is declared in these sources, or the toolchain documents it: see ``standard``.
/// 2. A case of an enum without a value, or whose values all have labels. The enum has a comment, so the case's name says the rest.
/// 3. An extension, and what begins with an underscore, which the reference does not show.
struct Undocumented {
  /// What the standard library, Foundation and Testing require and document.
  static let standard: [String: Set<String>] = [
    "Equatable": ["=="], "Comparable": ["<"], "Hashable": ["==", "hash"], "Identifiable": ["id"],
    "Codable": ["encode", "init(from:)"], "Encodable": ["encode"], "Decodable": ["init(from:)"],
    "CodingKey": ["intValue", "stringValue", "init(intValue:)", "init(stringValue:)"],
    "RawRepresentable": ["rawValue", "init(rawValue:)"], "CaseIterable": ["allCases"],
    "CustomStringConvertible": ["description"], "CustomDebugStringConvertible": ["debugDescription"],
    "LosslessStringConvertible": ["description", "init(_:)"], "LocalizedError": ["errorDescription"],
    "IteratorProtocol": ["next"], "Sequence": ["makeIterator"], "Collection": ["startIndex", "endIndex", "index", "subscript"],
    "TaskExecutor": ["enqueue"], "SerialExecutor": ["enqueue"], "SuiteTrait": ["isRecursive"], "TestScoping": ["provideScope"],
  ]

  let found: [Declaration]
  let publicCount: Int

  init(in declarations: [Declaration]) {
    let types = declarations.filter { ["struct", "class", "enum", "actor", "protocol", "typealias"].contains($0.keyword) }
    let hidden = Set(types.filter { !$0.isPublic }.map(\.typeName))
    var conformances: [String: Set<String>] = [:]
    for type in declarations where !type.inherited.isEmpty { conformances[type.typeName, default: []].formUnion(type.inherited) }
    var required = Self.standard
    for member in declarations where member.hasComment {
      guard let owner = member.path.last, types.contains(where: { $0.keyword == "protocol" && $0.name == owner }) else { continue }
      required[owner, default: []].insert(member.name)
    }
    let visible = declarations.filter { declaration in
      declaration.isPublic && declaration.keyword != "extension" && !declaration.name.hasPrefix("_")
        && !declaration.path.indices.contains { hidden.contains(declaration.path[...$0].joined(separator: ".")) }
    }
    publicCount = visible.count
    found = visible.filter { declaration in
      if declaration.hasComment { return false }
      if declaration.keyword == "case" { return declaration.carriesUnnamedValue }
      let protocols = Self.protocols(of: declaration.path.joined(separator: "."), conformances)
      return !protocols.contains { required[$0]?.contains(declaration.name) == true }
    }
  }

  /// Those that a type names, and those that they name in turn.
  private static func protocols(of type: String, _ conformances: [String: Set<String>]) -> Set<String> {
    var all = (conformances[type] ?? []).union([type])
    var open = Array(all)
    while let next = open.popLast() {
      for further in conformances[next] ?? [] where all.insert(further).inserted { open.append(further) }
    }
    return all
  }
}

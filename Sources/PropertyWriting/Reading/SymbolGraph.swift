import Foundation

/// The part of a symbol graph that is read here: a module's public declarations, as the compiler writes them with
/// `-emit-symbol-graph` ([the format](https://github.com/swiftlang/swift-docc-symbolkit)).
struct SymbolGraph: Decodable {
  let symbols: [Symbol]
  let relationships: [Relationship]

  struct Symbol: Decodable {
    let kind: Kind
    let identifier: Identifier
    let pathComponents: [String]
    let declarationFragments: [Fragment]?
    let docComment: Comment?
    let swiftGenerics: Generics?
    let availability: [Availability]?
    let location: Location?
    let swiftExtension: Extension?

    /// The file that declares it.
    var path: String? { location.flatMap { URL(string: $0.uri)?.path } }
    var declaration: String { declaration(naming: [:]) }

    /// The declaration with whole paths of types: the compiler writes `Status` for `Response.Status`.
    /// - Parameter paths: of types inside others, by their identifiers.
    func declaration(naming paths: [String: String]) -> String {
      (declarationFragments ?? []).reduce(into: "") { text, fragment in
        let path = text.hasSuffix(".") ? nil : fragment.preciseIdentifier.flatMap { paths[$0] }
        text += path ?? fragment.spelling
      }
    }
  }

  struct Kind: Decodable { let identifier: String }
  /// That the symbol stands in an extension of something.
  struct Extension: Decodable {}
  struct Identifier: Decodable { let precise: String }
  struct Fragment: Decodable {
    let spelling: String
    let preciseIdentifier: String?
  }
  struct Comment: Decodable {
    let lines: [Line]
    struct Line: Decodable { let text: String }
  }
  struct Location: Decodable {
    let uri: String
    let position: Position
    struct Position: Decodable { let line: Int }
  }
  struct Availability: Decodable {
    let isUnconditionallyDeprecated: Bool?
    let isUnconditionallyUnavailable: Bool?
  }
  struct Generics: Decodable {
    let parameters: [GenericParameter]?
    let constraints: [Constraint]?
    struct GenericParameter: Decodable { let name: String }
  }
  struct Constraint: Decodable, Sendable, Hashable {
    /// "conformance", "sameType" or "superclass".
    let kind: String
    let lhs: String
    let rhs: String
  }
  struct Relationship: Decodable {
    let kind: String
    let source: String
    let target: String
    let targetFallback: String?
    let swiftConstraints: [Constraint]?
  }
}

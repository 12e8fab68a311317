import Foundation

/// Which properties are meant by `--only` or `TOUCHSTONE_ONLY`: ids and prefixes, separated by commas.
public enum Selection {
  /// The entries whose id is one of `names`, or begins with one (`CM`, `CM-1`), in catalogue order. No
  /// names: all of them. A full id wins over the prefix that it also is.
  /// - Throws: ``UnknownName`` where a name matches nothing.
  public static func entries(
    only names: String?, of catalogue: [CatalogueEntry] = Catalogue.entries
  ) throws -> [CatalogueEntry] {
    let words = (names ?? "").split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { !$0.isEmpty }
    if words.isEmpty {
      guard names == nil else {
        throw UnknownName(what: "property", name: names ?? "", known: catalogue.map(\.id))
      }
      return catalogue
    }
    var chosen: Set<String> = []
    for word in words {
      let wanted = word.uppercased()
      let exact = catalogue.filter { $0.id == wanted }
      let matched = exact.isEmpty ? catalogue.filter { $0.id.hasPrefix(wanted) } : exact
      guard !matched.isEmpty else {
        if wanted.hasPrefix("STO"), Catalogue.laws.contains(where: { $0.id.hasPrefix(wanted) }) {
          throw LawNotProperty(name: word)
        }
        throw UnknownName(what: "property", name: word, known: catalogue.map(\.id))
      }
      chosen.formUnion(matched.map(\.id))
    }
    return catalogue.filter { chosen.contains($0.id) }
  }
}

/// A storage law was asked for where there are only properties.
public struct LawNotProperty: Error, Sendable, CustomStringConvertible {
  public let name: String

  public var description: String {
    "“\(name)” is a storage law, not a property: run touchstone conformance --only \(name)"
  }
}

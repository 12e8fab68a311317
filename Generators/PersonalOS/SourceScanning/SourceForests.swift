import PropertyTesting

/// Trees of files for a scanner: what lies where, and of which files it is known what is to be found in them.
public struct SourceForest: Sendable {
  public enum Content: Sendable {
    case source(PlantedSource)
    /// A source that is not UTF-8, and so cannot be read.
    case notText
    /// Full of what is forbidden, but no source by its name or place.
    case noSource
    /// A link named like a source, to nothing.
    case danglingLink
    /// A link to another file of the forest, by its place in the list.
    case link(toFile: Int)
    /// A link to the folder that it is in, or to that folder's parent.
    case linkToFolder(parent: Bool)
    /// A link to a folder beside the roots, with this in it.
    case linkOutside(PlantedSource)
  }

  public struct Entry: Sendable {
    /// From the forest's own folder; begins with a root.
    public let path: String
    public let content: Content
  }

  public let roots: [String]
  /// No two of the same path.
  public let entries: [Entry]
}

extension Generator where Value == SourceForest {
  /// Up to three roots, with up to eight files in folders nested, hidden, or named like files.
  public static var sourceForest: Generator {
    let folders = Generator<[String]>.array(
      of: .element(of: ["App", "Models", ".hidden", "Größe und mehr", "Feed.swift", "v1.2"]), count: 0...3)
    let baseName = Generator<String>.element(of: ["File", ".Hidden", "Feed+More", "Two.Dots", "猫"])
    let content = Generator<SourceForest.Content>.content
    return Generator { source in
      let roots = Array(["Sources", "Generators", "Properties"].prefix(try source(.int(in: 1...3))))
      let count = try source(.int(in: 0...8))
      var entries: [SourceForest.Entry] = []
      var linksOutside = false
      for number in 0..<count {
        let root = try source(.element(of: roots))
        let folder = ([root] + (try source(folders))).joined(separator: "/")
        let base = "\(folder)/\(try source(baseName))\(number)"
        var content = try source(content)
        if case .linkOutside = content {
          // One is enough: of two, either may be the way that is taken.
          if linksOutside { content = .danglingLink }
          linksOutside = true
        }
        entries.append(SourceForest.Entry(path: try source(.path(of: content, base)), content: content))
      }
      return SourceForest(roots: roots, entries: entries)
    }
  }
}

extension Generator where Value == SourceForest.Content {
  fileprivate static var content: Generator {
    let source = Generator<PlantedSource>.plantedSource
    return .frequency(
      (12, source.map { .source($0) }), (2, .constant(.notText)), (3, .constant(.noSource)),
      (2, .constant(.danglingLink)), (2, Generator<Int>.int(in: 0...7).map { .link(toFile: $0) }),
      (2, Generator<Bool>.bool.map { .linkToFolder(parent: $0) }), (1, source.map { .linkOutside($0) }))
  }
}

extension Generator where Value == String {
  fileprivate static func path(of content: SourceForest.Content, _ base: String) -> Generator {
    switch content {
    case .source, .notText, .danglingLink, .link: .constant(base + ".swift")
    case .linkToFolder, .linkOutside: .element(of: [base, base + ".swift"])
    case .noSource:
      Generator<String>.element(of: [".swift.orig", ".swiftinterface", ".md", "swift", ".SWIFT", ".swift~"])
        .map { base + $0 }
    }
  }
}

extension SourceForest: CounterexampleDescribable {
  public var counterexampleDescription: String {
    "roots \(roots.joined(separator: " ")): "
      + entries.map { "\($0.path): \(describe($0.content))" }.joined(separator: "; ")
  }
}

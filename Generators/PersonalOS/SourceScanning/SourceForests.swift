import PropertyTesting

/// Trees of files for a scanner: the place and kind of each file, and the findings in those that are sources.
public struct SourceForest: Sendable {
  /// What lies at one path.
  public enum Content: Sendable {
    /// A source that the scanner must read.
    case source(PlantedSource)
    /// A source that is not UTF-8, so the scanner cannot read it.
    case notText
    /// A file full of forbidden code whose name or place does not make it a source.
    case noSource
    /// A link with the name of a source, to a file that does not exist.
    case danglingLink
    /// A link to another file of the forest, given by its place in the list.
    case link(toFile: Int)
    /// A link to the folder that contains the link, or to that folder's parent.
    case linkToFolder(parent: Bool)
    /// A link to a folder outside of the roots that contains this source.
    case linkOutside(PlantedSource)
  }

  /// One file or link.
  public struct Entry: Sendable {
    /// The path from the forest's own folder. It begins with a root.
    public let path: String
    /// What lies at the path.
    public let content: Content
  }

  /// The folders to scan, one to three.
  public let roots: [String]
  /// The files and links. No two have the same path.
  public let entries: [Entry]
}

extension Generator where Value == SourceForest {
  /// Up to three roots with up to eight files. Folders are nested, hidden, or named like files.
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
          // One is enough. With two, the scanner may reach the outside by either.
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
  /// The roots, and the path and content of each entry.
  public var counterexampleDescription: String {
    "roots \(roots.joined(separator: " ")): "
      + entries.map { "\($0.path): \(describe($0.content))" }.joined(separator: "; ")
  }
}

import PropertyTesting

/// A tree of files for a scanner, and what the scanner must make of each file.
public struct SourceForest: Sendable {
  /// What lies at one path.
  public enum Content: Sendable {
    /// A file with these bytes.
    case file([UInt8])
    /// A pipe that nobody writes to.
    case pipe
    /// Nothing: no file has this path.
    case nothing
    /// A target that begins with a slash begins in the forest's own folder.
    case link(to: String)
  }

  /// What a scan makes of it.
  public enum Reading: Sendable {
    /// A source that the scanner must read by this path.
    case source(PlantedSource, at: String)
    /// The scanner must report that it cannot read it, with a reason that contains these words.
    case refused(because: [String], isFile: Bool = true)
    /// The scanner must not read it, or must read it only by another path.
    case ignored
  }

  /// One file or link.
  public struct Entry: Sendable {
    /// The path from the forest's own folder.
    public let path: String
    /// What lies there.
    public let content: Content
    /// What a scan makes of it.
    public let reading: Reading
    /// The name of the class that the forest falls into.
    public let kind: String?

    init(_ path: String, _ content: Content, _ reading: Reading, kind: String? = nil) {
      (self.path, self.content, self.reading, self.kind) = (path, content, reading, kind)
    }

    init(_ path: String, _ source: PlantedSource, at name: String? = nil) {
      self.init(path, .file(Array(source.text.utf8)), .source(source, at: name ?? path))
    }
  }

  /// The folders to scan.
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
    return Generator { source in
      let roots = Array(["Sources", "Generators", "Properties"].prefix(try source(.int(in: 1...3))))
      var entries: [SourceForest.Entry] = []
      for number in 0..<(try source(.int(in: 0...8))) {
        let folder = ([try source(.element(of: roots))] + (try source(folders))).joined(separator: "/")
        entries += try source(.entries(in: folder, named: "\(try source(baseName))\(number)", beside: entries))
      }
      return SourceForest(roots: roots, entries: entries)
    }
  }
}

extension Generator where Value == [SourceForest.Entry] {
  private enum Kind { case source, notText, noSource, danglingLink, link, linkToFolder, linkOutside }

  /// One entry, and what it leads to outside of the roots.
  fileprivate static func entries(in folder: String, named name: String, beside others: [SourceForest.Entry]) -> Generator {
    let kinds = Generator<Kind>.frequency(
      (12, .constant(.source)), (2, .constant(.notText)), (3, .constant(.noSource)), (2, .constant(.danglingLink)),
      (2, .constant(.link)), (2, .constant(.linkToFolder)), (1, .constant(.linkOutside)))
    let (base, outside) = ("\(folder)/\(name)", "outside/deeper/Outside.swift")
    let path = base + ".swift"
    let dangling = SourceForest.Entry(path, .link(to: "nowhere"), .refused(because: ["link", "nowhere"]))
    return Generator { source in
      switch try source(kinds) {
      case .source: return [SourceForest.Entry(path, try source(.plantedSource))]
      case .notText:
        let latin = [UInt8]("// Gr".utf8) + [0xF6, 0xDF] + [UInt8]("e\n@Published var a = 1\n".utf8)
        return [SourceForest.Entry(path, .file(latin), .refused(because: ["UTF-8"]))]
      case .noSource:
        let ending = try source(.element(of: [".swift.orig", ".swiftinterface", ".md", "swift", ".SWIFT", ".swift~"]))
        let content = SourceForest.Content.file(Array("final class Feed: ObservableObject {}\n".utf8))
        return [SourceForest.Entry(base + ending, content, .ignored, kind: "no source by its name")]
      case .danglingLink: return [dangling]
      case .link:
        let files = others.filter { if case .file = $0.content { $0.path.hasSuffix(".swift") && $0.path != outside } else { false } }
        guard !files.isEmpty else { return [dangling] }
        let target = try source(.element(of: files)).path
        return [SourceForest.Entry(path, .link(to: "/" + target), .ignored, kind: "a link to a file")]
      case .linkToFolder:
        // The parent of a root is none of the forest's folders.
        let target = try source(.bool) && folder.contains("/") ? ".." : "."
        let link = try source(.element(of: [base, path]))
        return [SourceForest.Entry(link, .link(to: target), .ignored, kind: "a link to a folder")]
      case .linkOutside:
        // One is enough. With two, the scanner may reach the outside by either.
        if others.contains(where: { $0.path == outside }) { return [dangling] }
        let link = try source(.element(of: [base, path]))
        return [
          SourceForest.Entry(outside, try source(.plantedSource), at: link + "/deeper/Outside.swift"),
          SourceForest.Entry(link, .link(to: "/outside"), .ignored, kind: "a link out of the roots"),
        ]
      }
    }
  }
}

extension SourceForest {
  /// What lies about in folders beside sources, and roots that are none.
  public static let odd: SourceForest = {
    let source = PlantedSource(marked: "let a = «@Published»\n")
    let late = PlantedSource(marked: String(repeating: "\n", count: 1_001) + "let a = «@Published»\n")
    let sources = ["src/a.swift", "src/.hidden/d.swift", "notes.txt"].map { Entry($0, source) }
    let leftOut = ["src/.build/x/b.swift", "src/.git/c.swift", "src/f.txt"].map {
      Entry($0, .file(Array(source.text.utf8)), .ignored)
    }
    let noFile = ["not", "regular file"]
    let others = [
      Entry("src/build/e.swift", late), Entry("apart/g.swift", source, at: "way/g.swift"), Entry("way", .link(to: "apart"), .ignored),
      Entry("more.txt", source, at: "others"), Entry("others", .link(to: "more.txt"), .ignored),
      Entry("src/latin.swift", .file([0x61, 0xFF]), .refused(because: ["UTF-8"])),
      Entry("src/pipe.swift", .pipe, .refused(because: noFile)),
      Entry("src/pipe.txt", .pipe, .refused(because: ["neither", "file", "folder"])),
      Entry("src/gone.swift", .link(to: "nowhere"), .refused(because: ["link", "nowhere"])),
      Entry("src/gone.txt", .link(to: "nowhere"), .ignored),
      Entry("src/tube.swift", .link(to: "pipe.swift"), .refused(because: noFile)),
      // It may have been meant as a folder.
      Entry("missing", .nothing, .refused(because: ["no such", "file", "folder"], isFile: false)),
    ]
    return SourceForest(
      roots: ["src//", "notes.txt", "missing", "src/pipe.txt", "way", "others"], entries: sources + leftOut + others)
  }()
}

extension SourceForest: CounterexampleDescribable {
  /// The roots, and the path and content of each entry.
  public var counterexampleDescription: String {
    let files = entries.map { entry in
      switch (entry.reading, entry.content) {
      case (.source(let source, _), _): "\(entry.path): \(describe(source))"
      case (_, .file(let bytes)): "\(entry.path): \(describe(String(decoding: bytes, as: UTF8.self)))"
      case (_, let content): "\(entry.path): \(describe(content))"
      }
    }
    return "roots \(roots.joined(separator: " ")): " + files.joined(separator: "; ")
  }
}

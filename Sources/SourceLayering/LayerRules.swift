/// Who may use whom among the folders of a package, as a small file says it:
///
///     # A layer is a module, or folders of a module. It uses the layers and libraries that are named, and no others.
///     layer Storage in Sources/Storage uses nothing
///     layer Core in Sources/Core uses Storage
///     layer Core.Views in Sources/Core/Views uses Core
///     layer Migration in Sources/Migration through MigrationCoordinator uses Core
///     library CSQLite, XCTest
///     free Tests
///
/// A line that begins with a blank continues the statement before it.
public struct LayerRules: Sendable, Equatable {
  public struct Layer: Sendable, Equatable {
    public let name: String
    /// The line of its statement, from 1.
    public let line: Int
    public let folders: [String]
    /// The types by which others enter it; nil: by any.
    public let doors: Set<String>?
    /// Of layers and libraries.
    public let uses: Set<String>
    /// The name of the layer that its folders lie in; its own if they lie in none. That is a module's name.
    public fileprivate(set) var module: String
  }

  public private(set) var layers: [Layer] = []
  /// Modules without sources here, which only those import who name them.
  public private(set) var libraries: Set<String> = []
  /// Folders that may use everything.
  public private(set) var free: [String] = []

  /// - Throws: the first mistake, with its line.
  public init(_ text: String) throws(LayerRulesError) {
    var uses: [(line: Int, name: String)] = []
    for statement in Self.statements(text) {
      var words = LayerWords(statement)
      switch words.next() {
      case "layer": try add(words.layer(), &uses)
      case "library": libraries.formUnion(try words.names())
      case "free": free += try words.folders()
      case let word: throw LayerRulesError(statement.line, .unknownStatement(word ?? ""))
      }
    }
    let known = Set(layers.map(\.name)).union(libraries)
    for use in uses where !known.contains(use.name) {
      throw LayerRulesError(use.line, .unknownName(use.name, known: known.sorted()))
    }
    try nest()
  }

  public func layer(_ name: String) -> Layer? { layers.first { $0.name == name } }

  /// The layer with the folder that lies nearest around the file; nil if none does.
  public func layer(of file: String) -> Layer? {
    var found: (layer: Layer, length: Int)?
    for layer in layers {
      for folder in layer.folders where Self.lies(file, in: folder) && folder.utf8.count > found?.length ?? -1 {
        found = (layer, folder.utf8.count)
      }
    }
    return found?.layer
  }

  public func isFree(_ file: String) -> Bool { free.contains { Self.lies(file, in: $0) } }

  static func lies(_ path: String, in folder: String) -> Bool {
    folder == "." || path == folder || path.utf8.starts(with: (folder + "/").utf8)
  }

  private mutating func add(_ layer: Layer, _ uses: inout [(line: Int, name: String)]) throws(LayerRulesError) {
    if let other = self.layer(layer.name) {
      throw LayerRulesError(layer.line, .twice(layer.name, line: other.line))
    }
    for folder in layer.folders {
      if let other = layers.first(where: { $0.folders.contains(folder) }) {
        throw LayerRulesError(layer.line, .twice(folder, line: other.line))
      }
    }
    uses += layer.uses.sorted().map { (layer.line, $0) }
    layers.append(layer)
  }

  /// Finds the module of each layer.
  private mutating func nest() throws(LayerRulesError) {
    for place in layers.indices {
      let layer = layers[place]
      let around = layer.folders.map { folder in
        layers.filter { other in
          other.name != layer.name && other.folders.contains { Self.lies(folder, in: $0) }
        }.map(\.name)
      }
      let outermost = around.map { names in
        names.first { name in self.layer(name).map { outer in names.allSatisfy { $0 == name || isAround(outer, $0) } } ?? false }
      }
      guard Set(outermost).count == 1 else { throw LayerRulesError(layer.line, .inSeveralModules(layer.name)) }
      layers[place].module = (outermost.first ?? nil) ?? layer.name
    }
  }

  private func isAround(_ outer: Layer, _ name: String) -> Bool {
    guard let inner = layer(name) else { return false }
    return inner.folders.contains { folder in outer.folders.contains { $0 != folder && Self.lies(folder, in: $0) } }
  }

  private static func statements(_ text: String) -> [LayerStatement] {
    var statements: [LayerStatement] = []
    for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      let code = line.prefix { $0 != "#" }
      let words = code.split { $0 == " " || $0 == "\t" || $0 == "\r" }.map(String.init)
      if words.isEmpty { continue }
      let continues = code.first == " " || code.first == "\t"
      if continues, let last = statements.indices.last {
        statements[last].words += words
      } else {
        statements.append(LayerStatement(line: number + 1, words: words))
      }
    }
    return statements
  }
}

/// A statement's words, and where it begins.
struct LayerStatement {
  let line: Int
  var words: [String]
}

/// Reads a statement from its first word to its last.
private struct LayerWords {
  private let line: Int
  private var rest: ArraySlice<String>

  init(_ statement: LayerStatement) {
    line = statement.line
    rest = statement.words[...]
  }

  mutating func next() -> String? { rest.popFirst() }

  mutating func layer() throws(LayerRulesError) -> LayerRules.Layer {
    guard let name = next(), !Self.keywords.contains(name) else { throw LayerRulesError(line, .missing("a name after “layer”")) }
    guard next() == "in" else { throw LayerRulesError(line, .missing("“in” and the folders of \(name)")) }
    let folders = try list("a folder after “in”").map(Self.folder)
    var doors: Set<String>?
    if rest.first == "through" {
      rest.removeFirst()
      doors = Set(try list("a type after “through”"))
    }
    guard next() == "uses" else {
      throw LayerRulesError(line, .missing("“uses” and what \(name) uses, or “uses nothing”"))
    }
    let uses = try list("what \(name) uses, or “nothing”")
    try expectEnd()
    return LayerRules.Layer(
      name: name, line: line, folders: folders, doors: doors, uses: uses == ["nothing"] ? [] : Set(uses), module: name)
  }

  mutating func names() throws(LayerRulesError) -> [String] {
    let names = try list("a library")
    try expectEnd()
    return names
  }

  mutating func folders() throws(LayerRulesError) -> [String] {
    let folders = try list("a folder").map(Self.folder)
    try expectEnd()
    return folders
  }

  /// Words with commas between them.
  private mutating func list(_ what: String) throws(LayerRulesError) -> [String] {
    var items: [String] = []
    while let word = rest.first, !Self.keywords.contains(word) {
      rest.removeFirst()
      let parts = word.split(separator: ",", omittingEmptySubsequences: true).map(String.init)
      guard !parts.isEmpty else { throw LayerRulesError(line, .missing(what)) }
      items += parts
      if word.last != "," { break }
    }
    guard !items.isEmpty else { throw LayerRulesError(line, .missing(what)) }
    return items
  }

  private func expectEnd() throws(LayerRulesError) {
    if let word = rest.first { throw LayerRulesError(line, .unexpected(word)) }
  }

  private static let keywords: Set<String> = ["in", "through", "uses"]

  private static func folder(_ path: String) -> String {
    var path = path[...]
    while path.utf8.count > 1, path.last == "/" { path.removeLast() }
    if path.utf8.starts(with: "./".utf8) { path.removeFirst(2) }
    return String(path)
  }
}

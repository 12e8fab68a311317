/// A use that the rules do not allow.
public struct LayerFinding: Sendable, Hashable {
  public enum Kind: String, Sendable {
    /// An import of a module, or of one that a module re-exports.
    case imports = "import"
    /// A type of another layer, named.
    case names = "name"
    /// A file that no statement speaks of.
    case unlisted
  }

  public let file: String
  /// From 1; in UTF-8 bytes.
  public let line: Int
  public let column: Int
  public let kind: Kind
  /// The module or type; the file's own path if it is unlisted.
  public let token: String
  public let reason: String

  public init(file: String, line: Int, column: Int, kind: Kind, token: String, reason: String) {
    self.file = file
    self.line = line
    self.column = column
    self.kind = kind
    self.token = token
    self.reason = reason
  }
}

/// What a check came to, and how much it looked at.
public struct LayerReport: Sendable {
  /// By file, in the order of their paths' bytes, and by place.
  public internal(set) var findings: [LayerFinding] = []
  public internal(set) var filesRead = 0
  /// Imports and names of types of layers, allowed ones too.
  public internal(set) var usesRead = 0
}

/// Looks for uses that ``LayerRules`` do not allow: imports of modules, and within a module the types of its layers. It goes by
/// tokens, not by types: extensions, functions and what is inferred are not seen.
public struct LayerCheck: Sendable {
  private let rules: LayerRules

  public init(_ rules: LayerRules) {
    self.rules = rules
  }

  /// - Throws: a folder of the rules in which there is no file: misspelled, it would pass for one with nothing wrong in it.
  public func report(on files: [SourceText]) throws(LayerRulesError) -> LayerReport {
    for layer in rules.layers {
      for folder in layer.folders where !files.contains(where: { LayerRules.lies($0.path, in: folder) }) {
        throw LayerRulesError(layer.line, .emptyFolder(folder))
      }
    }
    let sources = files.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }.map {
      (path: $0.path, layer: rules.layer(of: $0.path), source: LayeredSource($0.text))
    }
    var exports: [String: Set<String>] = [:]
    var owners: [String: Set<String>] = [:]
    for file in sources {
      guard let layer = file.layer else { continue }
      for import_ in file.source.imports where import_.isExported { exports[layer.module, default: []].insert(import_.module) }
      for type in file.source.types { owners[type, default: []].insert(layer.name) }
    }
    var report = LayerReport()
    for file in sources {
      report.filesRead += 1
      if rules.isFree(file.path) { continue }
      guard let layer = file.layer else {
        report.findings.append(
          LayerFinding(
            file: file.path, line: 1, column: 1, kind: .unlisted, token: file.path, reason: "is neither in a layer nor free"))
        continue
      }
      let reader = LayerReader(rules: rules, layer: layer, exports: exports, owners: owners)
      reader.read(file.source, of: file.path, into: &report)
    }
    return report
  }
}

/// Reads one file of one layer.
private struct LayerReader {
  let rules: LayerRules
  let layer: LayerRules.Layer
  /// What each module re-exports.
  let exports: [String: Set<String>]
  /// The layers that declare each type.
  let owners: [String: Set<String>]

  func read(_ source: LayeredSource, of file: String, into report: inout LayerReport) {
    var found: [LayerFinding] = []
    var visible: Set<String> = [layer.module]
    for import_ in source.imports {
      let reached = closure(of: import_.module)
      visible.formUnion(reached)
      for module in reached.sorted() where isKnown(module) {
        report.usesRead += 1
        if module == layer.module || layer.uses.contains(module) { continue }
        let way = module == import_.module ? "" : ", which \(import_.module) re-exports"
        found.append(
          LayerFinding(
            file: file, line: import_.token.line, column: import_.token.column, kind: .imports, token: module,
            reason: "\(layer.name) does not use \(module)\(way)"))
      }
    }
    for name in source.names {
      guard let owner = owner(of: name, source, visible) else { continue }
      report.usesRead += 1
      guard let reason = refusal(of: name.text, of: owner) else { continue }
      let finding = LayerFinding(
        file: file, line: name.token.line, column: name.token.column, kind: .names, token: name.text, reason: reason)
      // Once a line: the second one says nothing new.
      if !found.contains(where: { $0.line == finding.line && $0.token == finding.token && $0.kind == .names }) {
        found.append(finding)
      }
    }
    report.findings += found.sorted { ($0.line, $0.column) < ($1.line, $1.column) }
  }

  private func isKnown(_ module: String) -> Bool {
    rules.libraries.contains(module) || rules.layer(module).map { $0.module == module } ?? false
  }

  /// The module and all that it re-exports, at any remove.
  private func closure(of module: String) -> Set<String> {
    var reached: Set<String> = [module]
    var pending = [module]
    while let next = pending.popLast() {
      for export in exports[next, default: []] where reached.insert(export).inserted { pending.append(export) }
    }
    return reached
  }

  /// The other layer whose type is named; nil if it is the file's own layer's, or none's that the file can see.
  private func owner(of name: LayeredSource.Name, _ source: LayeredSource, _ visible: Set<String>) -> LayerRules.Layer? {
    if let qualifier = name.qualifier {
      guard isKnown(qualifier) else { return nil }
    } else if source.ownNames.contains(name.text) {
      return nil
    }
    let candidates = owners[name.text, default: []].sorted().compactMap { rules.layer($0) }.filter {
      visible.contains($0.module) && (name.qualifier.map { [module = $0.module] in $0 == module } ?? true)
    }
    if candidates.contains(where: { $0.name == layer.name }) { return nil }
    // Of two that have the name, one that may be used is meant.
    return candidates.first { refusal(of: name.text, of: $0) == nil } ?? candidates.first
  }

  /// Why the type may not be named here; nil if it may.
  private func refusal(of type: String, of owner: LayerRules.Layer) -> String? {
    let isSameModule = owner.module == layer.module
    // From outside a module is one: whether it may be imported was asked already.
    if isSameModule && !layer.uses.contains(owner.name) { return "\(layer.name) does not use \(owner.name)" }
    if let doors = owner.doors, !doors.contains(type) {
      return "\(owner.name) may be used only through \(doors.sorted().joined(separator: ", "))"
    }
    return nil
  }
}

import ArgusReference
import PropertyTesting
import SourceLayering

/// A package of layers in which it is known which uses are not allowed: they were planted.
struct PlantedPackage: Sendable, CounterexampleDescribable {
  /// One line of a source.
  enum Line: Sendable, Equatable {
    case importOf(Int)
    /// With a kind before the name, or an attribute before the import.
    case importOfAType(Int)
    case testableImport(Int)
    /// A type of another folder of the same module; or of another module, which is imported.
    case name(Int)
    /// A type of a module that is imported, by its full name.
    case fullName(Int)
    /// Nothing of these uses anything.
    case comment(Int)
    case text(Int)
    case member(Int)
    case ownType(Int)
    case free
  }

  struct File: Sendable {
    let layer: Int
    let lines: [Line]
  }

  /// Whether the layers are folders of one module, which see each other without imports.
  let isOneModule: Bool
  /// For each layer the ones that it may use: of lower numbers.
  let allowed: [Set<Int>]
  /// For each layer the one whose module it re-exports; nil for none.
  let exported: [Int?]
  /// The layers whose types are entered through one of them alone.
  let guarded: Set<Int>
  let files: [File]

  static func type(_ layer: Int, isDoor: Bool = false) -> String { "\(isDoor ? "Door" : "Type")\(layer)" }
  static func module(_ layer: Int) -> String { "Layer\(layer)" }

  var rules: String {
    var lines = ["# Drawn."] + (isOneModule ? ["layer Main in Sources uses nothing"] : [])
    for (layer, uses) in allowed.enumerated() {
      let names = uses.sorted().map(Self.module).joined(separator: ", ")
      let door = guarded.contains(layer) ? " through \(Self.type(layer, isDoor: true))" : ""
      lines.append("layer \(Self.module(layer)) in Sources/\(Self.module(layer))\(door)")
      lines.append("  uses \(names.isEmpty ? "nothing" : names)")
    }
    return lines.joined(separator: "\n")
  }

  var sources: [SourceText] {
    var sources = allowed.indices.map { layer in
      SourceText(
        path: "Sources/\(Self.module(layer))/Types.swift",
        (exported[layer].map { "@_exported import \(Self.module($0))\n" } ?? "")
          + "public struct \(Self.type(layer)) {}\npublic enum \(Self.type(layer, isDoor: true)) { struct Inner {} }\n")
    }
    for (number, file) in files.enumerated() {
      sources.append(
        SourceText(
          path: "Sources/\(Self.module(file.layer))/File\(number).swift",
          file.lines.map(text).joined(separator: "\n")))
    }
    return sources + (isOneModule ? [SourceText(path: "Sources/Main.swift", "let main = 1\n")] : [])
  }

  private func text(_ line: Line) -> String {
    switch line {
    case .importOf(let layer): "import \(Self.module(layer))"
    case .importOfAType(let layer): "public import struct \(Self.module(layer)).Door\(layer)"
    case .testableImport(let layer): "@testable import \(Self.module(layer))"
    case .name(let layer): "let a: [\(Self.type(layer))] = []"
    case .fullName(let layer): "let b = \(Self.module(layer)).\(Self.type(layer)).self"
    case .comment(let layer): "// import \(Self.module(layer)) and \(Self.type(layer))"
    case .text(let layer): "let c = \"import \(Self.module(layer)) \(Self.type(layer))\""
    case .member(let layer): "let d = value.\(Self.type(layer)).`import`"
    case .ownType(let layer): "private struct Own\(layer) { let \(Self.type(layer).lowercased()) = 1 }"
    case .free: "import Foundation"
    }
  }

  /// Each use that is not allowed, as "file:line:column token: reason": by a walk over what was drawn, not over text.
  var planted: [String] {
    if isOneModule { return plantedInOneModule.sorted() }
    var planted: [String] = []
    for (layer, module) in exported.enumerated() {
      guard let module else { continue }
      let place = Place(layer: layer, file: "Types", line: 1, text: "@_exported import \(Self.module(module))")
      planted += forbiddenImports(of: module, at: place)
    }
    for (number, file) in files.enumerated() {
      let visible = file.lines.compactMap(\.imported).reduce(into: Set<Int>()) { $0.formUnion(reachable($1)) }
      for (index, line) in file.lines.enumerated() {
        let place = Place(layer: file.layer, file: "File\(number)", line: index + 1, text: text(line))
        if let module = line.imported { planted += forbiddenImports(of: module, at: place) }
        if let named = line.named, named != file.layer, visible.contains(named), guarded.contains(named) {
          planted.append(place.finding(Self.type(named), isOnlyThroughADoor(named)))
        }
      }
    }
    return planted.sorted()
  }

  /// Names alone count, and of them those without their module.
  private var plantedInOneModule: [String] {
    var planted: [String] = []
    for (number, file) in files.enumerated() {
      for (index, line) in file.lines.enumerated() {
        guard case .name(let named) = line, named != file.layer else { continue }
        let place = Place(layer: file.layer, file: "File\(number)", line: index + 1, text: text(line))
        if !allowed[file.layer].contains(named) {
          planted.append(place.finding(Self.type(named), isNotUsed(named, by: file.layer)))
        } else if guarded.contains(named) {
          planted.append(place.finding(Self.type(named), isOnlyThroughADoor(named)))
        }
      }
    }
    return planted
  }

  /// A line of a file, where something may be found.
  private struct Place {
    let layer: Int
    let file: String
    let line: Int
    let text: String

    /// Found at `word` of the line; nil: at the token itself.
    func finding(_ token: String, at word: String? = nil, _ reason: String) -> String {
      let before = text.firstRange(of: word ?? token).map { text.utf8.distance(from: text.startIndex, to: $0.lowerBound) }
      return "Sources/\(PlantedPackage.module(layer))/\(file).swift:\(line):\((before ?? -1) + 1) \(token): \(reason)"
    }
  }

  private func forbiddenImports(of module: Int, at place: Place) -> [String] {
    reachable(module).filter { $0 != place.layer && !allowed[place.layer].contains($0) }.map { reached in
      let way = reached == module ? "" : ", which \(Self.module(module)) re-exports"
      return place.finding(Self.module(reached), at: Self.module(module), isNotUsed(reached, by: place.layer) + way)
    }
  }

  private func isNotUsed(_ used: Int, by layer: Int) -> String { "\(Self.module(layer)) does not use \(Self.module(used))" }

  private func isOnlyThroughADoor(_ layer: Int) -> String {
    "\(Self.module(layer)) may be used only through \(Self.type(layer, isDoor: true))"
  }

  /// The module and what it re-exports, at any remove.
  private func reachable(_ module: Int) -> Set<Int> {
    var reached: Set<Int> = [module]
    var next = exported[module]
    while let module = next, reached.insert(module).inserted { next = exported[module] }
    return reached
  }

  var counterexampleDescription: String {
    (["layers.txt:", rules] + sources.map { "\($0.path):\n\($0.text)" }).joined(separator: "\n")
  }
}

extension PlantedPackage.Line {
  /// The layer whose module is imported.
  var imported: Int? {
    switch self {
    case .importOf(let layer), .importOfAType(let layer), .testableImport(let layer): layer
    default: nil
    }
  }

  /// The layer whose type is named, with or without its module.
  var named: Int? {
    switch self {
    case .name(let layer), .fullName(let layer): layer
    default: nil
    }
  }
}

extension Generator where Value == PlantedPackage {
  static let plantedPackage = Generator { source in
    let count = try source(.int(in: 3...5))
    var allowed: [Set<Int>] = []
    var exported: [Int?] = []
    for layer in 0..<count {
      allowed.append(Set(try source(.array(of: .int(in: 0...(count - 1)), count: 1...3))).filter { $0 < layer })
      let exports = try source(.int(in: 0...3)) == 0
      exported.append(layer > 0 && exports ? try source(.int(in: 0...(layer - 1))) : nil)
    }
    let guarded = Set(try source(.array(of: .int(in: 0...(count - 1)), count: 1...3)))
    let file = Generator<PlantedPackage.File> { source in
      let layer = try source(.int(in: 0...(count - 1)))
      // Of another layer, so that something happens.
      let any = Generator<Int>.int(in: 0...(count - 2)).map { $0 < layer ? $0 : $0 + 1 }
      // Mostly one: a type is named where its module is imported.
      let other = Generator<Int>.frequency((3, .constant(try source(any))), (1, any))
      let line = Generator<PlantedPackage.Line>.oneOf(
        other.map { .importOf($0) }, other.map { .importOf($0) }, other.map { .importOfAType($0) }, other.map { .testableImport($0) }, other.map { .name($0) },
        other.map { .fullName($0) }, other.map { .fullName($0) }, other.map { .comment($0) }, other.map { .text($0) }, other.map { .member($0) },
        other.map { .ownType($0) }, .constant(.free))
      return PlantedPackage.File(layer: layer, lines: try source(.array(of: line, count: 0...6)))
    }
    return PlantedPackage(
      isOneModule: try source(.int(in: 0...2)) == 0, allowed: allowed, exported: exported, guarded: guarded, files: try source(.array(of: file, count: 1...4)))
  }
}

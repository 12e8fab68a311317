import SwiftLexing

/// What has to be read to judge each property: its declaration, the types and functions that it names, and those that these name.
///
/// A driver carries out calls, a generator draws values, a fault is a mistake: who judges the claim need not open them, unless they
/// claim something themselves.
struct ReadingBudget {
  /// A declaration at the margin of a file, or a property within its group.
  private struct Chunk {
    let path: String
    let lines: [Substring]
    /// The types and functions that it declares or extends.
    let declares: Set<String>
    /// The type that it extends.
    let extended: String?
    /// Its members.
    let members: Set<String>
    /// What it names, itself left out.
    let names: Set<String>

    init(path: String, lines: [Substring]) {
      self.path = path
      self.lines = lines
      let code = lines.filter { !$0.drop(while: \.isWhitespace).hasPrefix("//") }
      let text = code.joined(separator: "\n")
      declares = Set(
        text.matches(of: #/(?m)^(?:[a-z]+(?:\(set\))? |@\w+ )*(?:struct|class|enum|actor|protocol|extension|func|typealias|let|var) ([\w]+)/#)
          .map { String($0.1) })
      extended = text.firstMatch(of: #/(?m)^(?:[a-z]+ |@\w+ )*extension (\w+)/#).map { String($0.1) }
      members = Set(text.matches(of: #/(?m)^  (?:[a-z]+ |@\w+ )*(?:func|var|let|case) (\w+)/#).map { String($0.1) })
      let source = LexedSource(text)
      names = Set(source.tokens.filter { $0.kind == .word }.map(source.text(of:))).subtracting(declares)
    }

    var system: Substring { path.split(separator: "/")[1] }

    /// Whether who judges need not open it.
    var isLeftOut: Bool {
      if declares.contains("Generator") || declares.contains("Fault") { return true }
      let isDriver = declares.contains { name in ["Driver", "Workload", "Recorder", "Gate", "Server"].contains { name.hasSuffix($0) } }
      return isDriver && !lines.contains { $0.contains("expect(") || $0.contains("expectThrows(") }
    }
  }

  struct Reading {
    let id: String
    let topic: String
    var lines: Int
    /// How many times one has to go on to another declaration; 3 for more than two.
    var hops: Int
    var isWithinBudget: Bool { lines <= 200 && hops <= 2 }
  }

  let readings: [Reading]

  /// - Parameter files: paths below Properties, and their texts.
  init(_ files: [(path: String, text: String)]) {
    var chunks: [Chunk] = []
    var properties: [(id: String, chunk: Chunk)] = []
    for (path, text) in files {
      for lines in Self.split(text, indent: "") {
        guard lines.contains(where: { $0.contains("= Requirement") }) else {
          chunks.append(Chunk(path: path, lines: lines))
          continue
        }
        for member in Self.split(lines.joined(separator: "\n"), indent: "  ") {
          let chunk = Chunk(path: path, lines: member.map { $0.dropFirst(2) })
          let id = member.joined(separator: "\n").firstMatch(of: #/= Requirement(?:<\w+>)?\(\s*"([A-Z]+-[\w-]+)"/#)?.1
          if let id { properties.append((String(id), chunk)) } else { chunks.append(chunk) }
        }
      }
    }
    // A function or a member is found by its name only if no other has it. An extension of somebody else's type is read for its
    // members, not wherever the type is named.
    var declared: [String: Int] = [:]
    for chunk in chunks { for name in chunk.members.union(chunk.declares) { declared["\(chunk.system) \(name)", default: 0] += 1 } }
    let types = Set(chunks.filter { $0.extended == nil }.flatMap { chunk in chunk.declares.map { "\(chunk.system) \($0)" } })
    var places: [String: [Int]] = [:]
    for (index, chunk) in chunks.enumerated() {
      let isForeign = chunk.extended.map { !types.contains("\(chunk.system) \($0)") } ?? false
      for name in (isForeign ? chunk.members : chunk.declares).subtracting(["expect"]) {
        let place = "\(chunk.system) \(name)"
        if name.first?.isUppercase == true || declared[place] == 1 { places[place, default: []].append(index) }
      }
    }
    readings = properties.map { id, chunk in
      let parts = chunk.path.split(separator: "/")
      let topic = parts.count > 3 ? "\(parts[1])/\(parts[2])" : String(parts[1])
      var reading = Reading(id: id, topic: topic, lines: chunk.lines.count, hops: 0)
      var read: Set<Int> = []
      var names = chunk.names
      while reading.hops < 3 {
        let next = Set(names.flatMap { places["\(chunk.system) \($0)"] ?? [] }).subtracting(read).filter { !chunks[$0].isLeftOut }
        guard !next.isEmpty else { break }
        reading.hops += 1
        guard reading.hops < 3 else { break }
        read.formUnion(next)
        reading.lines += next.map { chunks[$0].lines.count }.reduce(0, +)
        names = next.map { chunks[$0].names }.reduce([]) { $0.union($1) }
      }
      return reading
    }
  }

  /// The declarations that begin at this indent, each with the comment before it.
  private static func split(_ text: String, indent: String) -> [[Substring]] {
    var parts: [[Substring]] = []
    var part: [Substring] = []
    var isOpen = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let rest = line.dropFirst(indent.count)
      let isAtMargin = line.hasPrefix(indent) && rest.first.map { !$0.isWhitespace } ?? false
      if isAtMargin, isOpen, !")]}".contains(rest.first ?? " ") {
        parts.append(part)
        (part, isOpen) = ([], false)
      }
      if isAtMargin, !rest.hasPrefix("//"), !rest.hasPrefix("@"), !rest.hasPrefix("import") { isOpen = true }
      if !line.isEmpty, !rest.hasPrefix("import") { part.append(line) }
    }
    return isOpen ? parts + [part] : parts
  }
}

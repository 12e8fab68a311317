import SwiftLexing

/// Puts mutants beside the code that they change, so that one build holds them all.
///
/// A function's body becomes a `switch` over the number of the mutant that is on: each has the body with its change,
/// and `default` the body as it was, in which a mark before each statement with a change tells that a test came
/// there. A value where no statement can stand becomes a choice by `? :`. The compiler is told by `#sourceLocation`
/// which mutant a line belongs to; to the rest it gives the lines that it had.
struct Planter {
  /// What stands for the number that is on, and for the marks, in the module of the file: ``MutantSwitch``.
  let names: MutantSwitch
  /// Where the planted file lies: what the compiler calls it.
  let path: String
  /// Units in which no mark can stand before a statement: theirs is at the beginning.
  var coarse: Set<Int> = []

  /// Where a mutant's value begins and ends, in the line that the planted file has as the original's.
  struct ValuePlace: Sendable {
    let line: Int
    let columns: Range<Int>
    let mutant: Int
  }

  struct Planted: Sendable {
    let text: String
    let values: [ValuePlace]
  }

  static func virtualFile(of mutant: Int) -> String { "touchstone-mutant-\(mutant).swift" }

  func plant(_ sites: [Site], in file: SourceFile) -> Planted {
    var text = ""
    var values: [ValuePlace] = []
    var done = 0
    for (unit, sites) in Dictionary(grouping: sites, by: \.unit).sorted(by: { $0.key < $1.key }) {
      let outlined = file.outline.units[unit]
      let whole: Range<Int>
      let planted: String
      switch outlined.form {
      case .body:
        let code = file.code
        whole =
          code.tokens[outlined.tokens.lowerBound - 1].range
          .upperBound..<code.tokens[outlined.tokens.upperBound].range.lowerBound
        planted = body(sites, outlined, whole, in: file, isCoarse: coarse.contains(unit))
      case .value:
        whole = file.code.bytes(outlined.tokens)
        let column = Self.column(after: file.code.text(inBytes: done..<whole.lowerBound), behind: text)
        let line = file.code.tokens[outlined.tokens.lowerBound].line
        planted = value(sites, whole, in: file, line: line, column: column, into: &values)
      }
      text += file.code.text(inBytes: done..<whole.lowerBound) + planted
      done = whole.upperBound
    }
    return Planted(text: text + file.code.text(inBytes: done..<file.code.source.bytes.count), values: values)
  }

  private static func column(after text: String, behind earlier: String) -> Int {
    let own = text.utf8.reversed().prefix { $0 != 10 }.count
    return own < text.utf8.count ? own + 1 : own + earlier.utf8.reversed().prefix { $0 != 10 }.count + 1
  }

  // MARK: Bodies

  private func body(_ sites: [Site], _ unit: Unit, _ whole: Range<Int>, in file: SourceFile, isCoarse: Bool) -> String {
    let returned = BlockReader.isImplicitReturn(file.code, unit) ? "return " : ""
    let start = file.code.tokens[unit.tokens.lowerBound].range.lowerBound
    var text = " switch \(names.number) {\n"
    for (id, edits) in Self.byMutant(sites) {
      text += "case \(id): do {\n"
      text += location(Self.virtualFile(of: id), 1) + Self.returning(changed(file, whole, edits), like: unit) + "\n}\n"
    }
    text += "default: do {\n" + location(path, file.code.tokens[unit.tokens.lowerBound - 1].line)
    let blocks = BlockReader(file.code, unit).blocks
    var marks: [Int: String] = [:]
    for site in sites {
      let place = isCoarse ? start : mark(site.edit.token, in: blocks, of: file.code) ?? start
      marks[place, default: ""] += names.mark(site.mutation.id) + "; "
    }
    if !returned.isEmpty { marks[start, default: ""] += returned }
    var done = whole.lowerBound
    for (place, mark) in marks.sorted(by: { $0.key < $1.key }) {
      text += file.code.text(inBytes: done..<place) + mark
      done = place
    }
    return text + file.code.text(inBytes: done..<whole.upperBound) + "} }"
  }

  private static func byMutant(_ sites: [Site]) -> [(id: Int, edits: [Edit])] {
    Dictionary(grouping: sites, by: \.mutation.id).map { ($0.key, $0.value.map(\.edit)) }.sorted { $0.0 < $1.0 }
  }

  /// A part of the file with all changes of a mutant.
  private func changed(_ file: SourceFile, _ whole: Range<Int>, _ edits: [Edit]) -> String {
    var text = ""
    var done = whole.lowerBound
    for edit in edits.sorted(by: { $0.bytes.lowerBound < $1.bytes.lowerBound }) {
      text += file.code.text(inBytes: done..<edit.bytes.lowerBound) + edit.replacement
      done = edit.bytes.upperBound
    }
    return text + file.code.text(inBytes: done..<whole.upperBound)
  }

  /// A changed body, with the word that a single expression can do without, but not as a branch of the switch.
  private static func returning(_ body: String, like unit: Unit) -> String {
    let code = SourceCode(body)
    guard let first = code.tokens.first,
      BlockReader.isImplicitReturn(code, Unit(form: unit.form, tokens: code.tokens.indices, name: unit.name))
    else { return body }
    let start = first.range.lowerBound
    return code.text(inBytes: 0..<start) + "return " + code.text(inBytes: start..<code.source.bytes.count)
  }

  /// Where the statement begins that a token lies in: the innermost before which another may stand.
  private func mark(_ token: Int, in blocks: [Block], of code: SourceCode) -> Int? {
    let block = blocks.last { $0.tokens.contains(token) && $0.takesStatements }
    guard let statement = block?.statements.first(where: { $0.contains(token) }) else { return nil }
    return code.tokens[statement.lowerBound].range.lowerBound
  }

  private func location(_ file: String, _ line: Int) -> String {
    let quoted = file.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    return "#sourceLocation(file: \"\(quoted)\", line: \(line))\n"
  }

  // MARK: Values

  private func value(
    _ sites: [Site], _ whole: Range<Int>, in file: SourceFile, line: Int, column: Int, into places: inout [ValuePlace]
  ) -> String {
    var text = ""
    for (id, edits) in Self.byMutant(sites) {
      text += "\(names.isOn(id)) ? ("
      let start = column + text.utf8.count
      text += Self.onOneLine(changed(file, whole, edits))
      places.append(ValuePlace(line: line, columns: start..<(column + text.utf8.count), mutant: id))
      text += ") : "
    }
    return text + "(" + file.code.text(inBytes: whole) + ")"
  }

  private static func onOneLine(_ text: String) -> String {
    let source = LexedSource(text)
    return source.tokens.map { token in
      switch token.kind {
      case .newline, .lineComment, .blockComment: " "
      default: source.text(of: token)
      }
    }.joined()
  }
}

extension Scope {
  /// Whether the unit means the same without its line ends.
  var canBeOnOneLine: Bool {
    blocks.allSatisfy { $0.statements.count <= 1 }
      && unit.tokens.allSatisfy { index in
        code.kind(index) != .directive
          && !code.source.bytes[code.tokens[index].range].contains { $0 == 10 || $0 == 13 }
      }
  }
}

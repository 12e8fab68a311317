/// Finds where named edits stand in the sources.
struct EditFinder {
  /// The sources as they are planted: with the declarations that edits add.
  let files: [SourceFile]
  /// What each edit changes, with its number from 1 in the order of the list: a site a hunk.
  let sites: [Site]

  /// - Throws: ``MutationError`` that names the edit, for a hunk that stands nowhere or twice, or where nothing can be switched.
  init(_ list: NamedEdits, in sources: [SourceFile]) throws {
    let byPath = Dictionary(sources.map { ($0.path, $0) }) { first, _ in first }
    var places: [(mutation: Mutation, change: TextChange, isAdded: Bool)] = []
    for (number, edit) in list.edits.enumerated() {
      for hunk in edit.hunks {
        do {
          guard let file = byPath[hunk.file] else { throw MutationError("\(hunk.file) is no source that is changed") }
          let change = try TextChange(hunk, in: file.code)
          let isAdded = try Self.isAdded(change, in: file)
          places.append((Self.mutation(of: edit, number + 1, hunk, change, file), change, isAdded))
        } catch let error as MutationError {
          throw MutationError("\(hunk.place): \(edit.name): \(error)")
        }
      }
    }
    let added = Dictionary(grouping: places.filter(\.isAdded), by: \.mutation.file).mapValues { $0.map(\.change.onLinesOfItsOwn) }
    let planted = sources.map { file in added[file.path].map { SourceFile(path: file.path, text: file.code.text(with: $0)) } ?? file }
    let plantedByPath = Dictionary(planted.map { ($0.path, $0) }) { first, _ in first }
    files = planted
    sites = places.filter { !$0.isAdded }.compactMap { place in
      guard let file = plantedByPath[place.mutation.file] else { return nil }
      let change = place.change.moved(by: added[file.path] ?? [])
      guard let unit = Self.unit(around: change, in: file) else { return nil }
      let token = file.code.tokens.firstIndex { $0.range.upperBound > change.bytes.lowerBound }
      // What is planted of a value has no blanks around it.
      let outlined = file.outline.units[unit]
      let bytes = outlined.form == .value ? change.bytes.clamped(to: file.code.bytes(outlined.tokens)) : change.bytes
      return Site(
        mutation: place.mutation, unit: unit,
        edit: Edit(bytes: bytes, replacement: change.replacement, token: token ?? file.code.tokens.count - 1))
    }
    let numbers = Set(sites.map(\.mutation.id))
    for (index, edit) in list.edits.enumerated() where !numbers.contains(index + 1) {
      throw MutationError(
        "\(edit.place): \(edit.name): it only adds declarations, which are there without the mistake, too: add "
          + "the hunk that uses them")
    }
  }

  /// Whether a change adds declarations beside others.
  private static func isAdded(_ change: TextChange, in file: SourceFile) throws -> Bool {
    if unit(around: change, in: file) != nil { return false }
    guard change.isInsertion, change.replacement.contains(where: \.isNewline) else {
      throw MutationError(
        "it changes a declaration, or two at once, or stands between #if and #endif. What can be switched is the body of a function and a "
          + "property's first value: give each a hunk of its own, and add declarations beside those that are there")
    }
    return true
  }

  /// The unit in which a change lies, with the blanks around it.
  private static func unit(around change: TextChange, in file: SourceFile) -> Int? {
    let tokens = file.code.tokens
    return file.outline.units.firstIndex { unit in
      let own = file.code.bytes(unit.tokens)
      // A line more after a property is another declaration.
      if unit.form == .value, change.isInsertion, change.bytes.lowerBound == own.upperBound, change.beginsLine { return false }
      let last = unit.tokens.upperBound < tokens.count ? tokens[unit.tokens.upperBound].range.lowerBound : file.code.source.bytes.count
      let around = tokens[unit.tokens.lowerBound - 1].range.upperBound..<last
      return around.lowerBound <= change.bytes.lowerBound && change.bytes.upperBound <= around.upperBound
    }
  }

  private static func mutation(
    of edit: NamedEdit, _ id: Int, _ hunk: NamedEdit.Hunk, _ change: TextChange, _ file: SourceFile
  ) -> Mutation {
    let lines = LineTable(file.code.source.bytes)
    let start = lines.place(of: change.bytes.lowerBound)
    let end = lines.place(of: change.bytes.upperBound)
    return Mutation(
      id: id, kind: .edit, file: hunk.file, place: edit.name, line: start.line, column: start.column, endLine: end.line,
      endColumn: end.column, original: file.code.text(inBytes: change.bytes), replacement: change.replacement,
      before: hunk.before.joined(separator: "\n"), after: hunk.after.joined(separator: "\n"))
  }
}

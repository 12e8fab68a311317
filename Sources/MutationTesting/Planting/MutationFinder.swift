/// Finds what can be changed in a package, and draws from it.
struct MutationFinder {
  /// The files that are changed, in the order of their paths.
  let files: [SourceFile]
  private let index: PackageIndex

  /// - Parameter others: sources that are read for what they declare, and left as they are.
  init(_ files: [SourceFile], knowing others: [SourceFile] = []) {
    self.files = files.sorted { $0.path < $1.path }
    index = PackageIndex((files + others).map(\.outline))
  }

  /// A change that could be made.
  struct Candidate {
    let file: Int
    let unit: Int
    let kind: MutationOperator
    let edit: Edit
    let line: Int
  }

  /// Every change of every kind, file by file; of those that make the same program, the first.
  func candidates() -> [[Candidate]] {
    files.indices.map { file in
      let source = files[file]
      var found: [Candidate] = []
      for (number, unit) in source.outline.units.enumerated() {
        let scope = Scope(source.code, unit, index)
        guard unit.form != .value || scope.canBeOnOneLine else { continue }
        let text = UnblankedText(source.code.source.bytes, source.code.bytes(unit.tokens))
        var programs: Set<UInt64> = [text.hash]
        let edits = MutationOperator.allCases.flatMap { kind in kind.edits(in: scope).map { (kind, $0) } }
        for (kind, edit) in edits
        where !scope.isConditional(edit.token) && programs.insert(text.hash(after: edit)).inserted {
          found.append(
            Candidate(file: file, unit: number, kind: kind, edit: edit, line: source.code.tokens[edit.token].line))
        }
      }
      return found.sorted {
        ($0.edit.bytes.lowerBound, $0.edit.bytes.upperBound) < ($1.edit.bytes.lowerBound, $1.edit.bytes.upperBound)
      }
    }
  }

  /// `count` of them at random, by `seed`, spread evenly over files: a large file has no more than a small one as
  /// long as both have some. nil: all.
  func sites(count: Int?, seed: UInt64, where isWanted: (SourceFile, Int) -> Bool = { _, _ in true }) -> [Site] {
    var generator = SplitMix(state: seed)
    var byFile = candidates().enumerated().map { index, found in
      found.filter { isWanted(files[index], $0.line) }.shuffled(using: &generator)
    }.filter { !$0.isEmpty }
    byFile.shuffle(using: &generator)
    var chosen: [Candidate] = []
    let total = byFile.reduce(0) { $0 + $1.count }
    while chosen.count < min(count ?? total, total) {
      for index in byFile.indices where chosen.count < count ?? total {
        if let next = byFile[index].popLast() { chosen.append(next) }
      }
    }
    chosen.sort {
      ($0.file, $0.edit.bytes.lowerBound, $0.edit.bytes.upperBound, $0.edit.replacement)
        < ($1.file, $1.edit.bytes.lowerBound, $1.edit.bytes.upperBound, $1.edit.replacement)
    }
    let lines = files.map { LineTable($0.code.source.bytes) }
    return chosen.enumerated().map { site($1, id: $0 + 1, lines[$1.file]) }
  }

  private func site(_ candidate: Candidate, id: Int, _ lines: LineTable) -> Site {
    let source = files[candidate.file]
    let start = lines.place(of: candidate.edit.bytes.lowerBound)
    let end = lines.place(of: candidate.edit.bytes.upperBound)
    let whole = lines.start(of: start.line)..<lines.end(of: end.line)
    let text = source.code.text(inBytes:)
    let mutation = Mutation(
      id: id, kind: candidate.kind, file: source.path, place: source.outline.units[candidate.unit].name,
      line: start.line,
      column: start.column, endLine: end.line, endColumn: end.column, original: text(candidate.edit.bytes),
      replacement: candidate.edit.replacement, before: text(whole),
      after: text(whole.lowerBound..<candidate.edit.bytes.lowerBound) + candidate.edit.replacement
        + text(candidate.edit.bytes.upperBound..<whole.upperBound))
    return Site(mutation: mutation, unit: candidate.unit, edit: candidate.edit)
  }
}

/// The generator of Steele, Lea and Flood (2014): the same sequence for the same seed, on every platform.
struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

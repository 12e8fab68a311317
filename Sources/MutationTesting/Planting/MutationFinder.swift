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
  ///
  /// Each file and each change has a rank of its own, by its text. So a line that is written anew takes no part in
  /// whether another one is changed: the same seed goes on with the same changes while the package grows.
  func sites(count: Int?, seed: UInt64, where isWanted: (SourceFile, Int) -> Bool = { _, _ in true }) -> [Site] {
    let lines = files.map { LineTable($0.code.source.bytes) }
    let byFile = candidates().enumerated().map { index, found in
      let drawn = found.filter { isWanted(files[index], $0.line) }.map { candidate in
        (rank: rank(of: candidate, lines[index], seed), candidate: candidate)
      }
      return drawn.sorted {
        ($0.rank, $0.candidate.edit.bytes.lowerBound) < ($1.rank, $1.candidate.edit.bytes.lowerBound)
      }.map(\.candidate)
    }
    let order = files.indices.sorted { Self.rank([files[$0].path], seed) < Self.rank([files[$1].path], seed) }
    var chosen: [Candidate] = []
    let total = min(count ?? .max, byFile.reduce(0) { $0 + $1.count })
    var round = 0
    while chosen.count < total {
      for index in order where round < byFile[index].count && chosen.count < total { chosen.append(byFile[index][round]) }
      round += 1
    }
    chosen.sort {
      ($0.file, $0.edit.bytes.lowerBound, $0.edit.bytes.upperBound, $0.edit.replacement)
        < ($1.file, $1.edit.bytes.lowerBound, $1.edit.bytes.upperBound, $1.edit.replacement)
    }
    return chosen.enumerated().map { site($1, id: $0 + 1, lines[$1.file]) }
  }

  private func rank(of candidate: Candidate, _ lines: LineTable, _ seed: UInt64) -> UInt64 {
    let (source, bytes) = (files[candidate.file], candidate.edit.bytes)
    let line = lines.start(of: lines.place(of: bytes.lowerBound).line)
    let before = source.code.text(inBytes: line..<bytes.lowerBound)
    return Self.rank(
      [
        source.path, source.outline.units[candidate.unit].name, before, source.code.text(inBytes: bytes),
        candidate.edit.replacement,
      ], seed)
  }

  private static func rank(_ texts: [String], _ seed: UInt64) -> UInt64 {
    var fingerprint = Fingerprint()
    for text in texts { fingerprint.add(text.utf8) }
    var generator = SplitMix(state: fingerprint.value ^ seed)
    return generator.next()
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

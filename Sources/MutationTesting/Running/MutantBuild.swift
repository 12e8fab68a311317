import Foundation

/// Plants mutants in the copy of a package and builds it, without those that the compiler refuses.
struct MutantBuild {
  let settings: MutationSettings
  let copy: PackageCopy
  let targets: PackageTargets
  let files: [SourceFile]
  let sites: [Site]
  /// A file for the compiler's words.
  let outputFile: String

  /// The mutants that the compiler refused, with what it said.
  private(set) var refused: [Int: String] = [:]
  /// Units, by file, whose marks stand at their beginning.
  private var coarse: [String: Set<Int>] = [:]
  private var values: [String: [Planter.ValuePlace]] = [:]

  init(
    settings: MutationSettings, copy: PackageCopy, targets: PackageTargets, files: [SourceFile], sites: [Site],
    outputFile: String
  ) {
    self.settings = settings
    self.copy = copy
    self.targets = targets
    self.files = files
    self.sites = sites
    self.outputFile = outputFile
  }

  /// Until it builds.
  /// - Throws: ``MutationError`` for errors that no mutant can be blamed for.
  mutating func build(isStopped: @Sendable () -> Bool, telling tell: (MutationEvent) -> Void) throws {
    for round in 1... {
      tell(.building(round: round, refused: refused.count, moved: coarse.values.reduce(0) { $0 + $1.count }))
      try plant()
      let run = try ShellRun.run(settings.build, in: copy.root, outputFile: outputFile, isStopped: isStopped)
      switch run.ending {
      case .exited(0): return
      case .stopped: throw CancellationError()
      default: break
      }
      guard blame(run.output) else {
        throw MutationError(
          "“\(settings.build)” fails in \(copy.root), and not because of a mutant:\n\(Self.firstErrors(of: run.output))")
      }
    }
  }

  // MARK: Planting

  private mutating func plant() throws {
    let planted = Dictionary(grouping: sites.filter { refused[$0.mutation.id] == nil }, by: \.mutation.file)
    let last = sites.last?.mutation.id ?? 0
    let filesWithSites = Set(sites.map(\.mutation.file))
    for (number, target) in targets.tested.enumerated() {
      let names = MutantSwitch(module: number)
      let own = files.filter { target.files.contains($0.path) }
      // Those without a site, too: an edit may add a declaration there.
      for file in own {
        let path = "\(copy.root)/\(file.path)"
        let result = Planter(names: names, path: path, coarse: coarse[file.path] ?? []).plant(
          planted[file.path] ?? [], in: file)
        values[path] = result.values
        try write(result.text, to: path)
      }
      guard let first = own.first(where: { filesWithSites.contains($0.path) }) else { continue }
      let folder = (first.path as NSString).deletingLastPathComponent
      try write(names.source(last: last), to: "\(copy.root)/\(folder)/\(MutantSwitch.fileName)")
    }
  }

  /// What is the same is left as it is, with its time.
  private func write(_ text: String, to path: String) throws {
    if FileManager.default.contents(atPath: path) == Data(text.utf8) { return }
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
  }

  // MARK: Blaming

  /// Whether something was taken out for these errors.
  private mutating func blame(_ output: String) -> Bool {
    var isBlamed = false
    // An error may be told several times, and several errors may come of one mark.
    let coarseBefore = coarse
    for match in output.matches(of: /(?m)^(.+?):([0-9]+):([0-9]+): error: (.*)$/) {
      let (file, words) = (String(match.1), String(match.4))
      guard let line = Int(match.2), let column = Int(match.3) else { continue }
      if let name = file.split(separator: "/").last, let own = name.wholeMatch(of: /touchstone-mutant-([0-9]+)\.swift/),
        let id = Int(own.1)
      {
        isBlamed = refuse([id], words) || isBlamed
      } else if let places = values[file]?.filter({ $0.line == line }), !places.isEmpty {
        let exact = places.filter { $0.columns.contains(column) }
        isBlamed = refuse((exact.isEmpty ? places : exact).map(\.mutant), words) || isBlamed
      } else {
        isBlamed = coarsen(file, line, words, coarseBefore) || isBlamed
      }
    }
    return isBlamed
  }

  private mutating func refuse(_ ids: [Int], _ words: String) -> Bool {
    let new = ids.filter { refused[$0] == nil }
    for id in new { refused[id] = words }
    return !new.isEmpty
  }

  /// An error in the code as it was: a mark stands where none can, as in a result builder. Then it goes to the unit's
  /// beginning, and if that does not help, the unit has no mutants.
  private mutating func coarsen(_ path: String, _ line: Int, _ words: String, _ before: [String: Set<Int>]) -> Bool {
    guard let file = files.first(where: { "\(copy.root)/\($0.path)" == path }) else { return false }
    let units = Set(sites.filter { $0.mutation.file == file.path && refused[$0.mutation.id] == nil }.map(\.unit)).filter
    { unit in
      let tokens = file.outline.units[unit].tokens
      let code = file.code
      guard let last = tokens.last else { return false }
      return (code.tokens[max(tokens.lowerBound - 1, 0)].line...code.tokens[min(last + 1, code.tokens.count - 1)].line)
        .contains(line)
    }
    guard !units.isEmpty else { return false }
    let still = units.intersection(before[file.path] ?? [])
    coarse[file.path, default: []].formUnion(units)
    guard !still.isEmpty else { return true }
    return refuse(sites.filter { $0.mutation.file == file.path && still.contains($0.unit) }.map(\.mutation.id), words)
  }

  private static func firstErrors(of output: String) -> String {
    let lines = output.split(whereSeparator: \.isNewline)
    let errors = lines.filter { $0.contains("error:") }
    return (errors.isEmpty ? Array(lines.suffix(12)) : Array(errors.prefix(8))).joined(separator: "\n")
  }
}

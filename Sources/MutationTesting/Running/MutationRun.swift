import Foundation

/// Mutation testing of a Swift package: changes its code in small ways, and asks of each whether a test fails.
public struct MutationRun: Sendable {
  public let settings: MutationSettings
  private let copy: PackageCopy
  private let journal: Journal
  private var output: String { "\(settings.scratch)/output" }

  public init(_ settings: MutationSettings) {
    self.settings = settings
    copy = PackageCopy(original: settings.package, root: "\(settings.scratch)/package", scratch: settings.scratch)
    journal = Journal(folder: settings.scratch)
  }

  /// Judges every mutant that is not judged yet.
  /// - Parameter isStopped: asked again and again; once true, what is known is returned.
  /// - Throws: ``MutationError`` where the package cannot be read, built or tested as it is.
  public func run(
    isStopped: @escaping @Sendable () -> Bool = { false },
    telling tell: @escaping @Sendable (MutationEvent) -> Void = { _ in }
  ) throws -> MutationOutcome {
    try FileManager.default.createDirectory(atPath: output, withIntermediateDirectories: true)
    let targets = try PackageTargets(of: settings.package, outputFile: "\(output)/targets")
    let (own, others) = try sources(of: targets)
    let (files, sites) = try self.sites(in: own, knowing: others)
    let mutations = sites.reduce(into: [Mutation]()) { if $0.last?.id != $1.mutation.id { $0.append($1.mutation) } }
    tell(.found(files: own.count, mutants: mutations.count))
    let texts = Dictionary(own.map { ($0.path, $0.text) }) { first, _ in first }
    guard !sites.isEmpty else { return MutationOutcome(results: [], open: 0, sources: texts, testCount: 0) }

    let key = try self.key(of: sites)
    let state: Journal.State
    var results: [Int: MutantResult] = [:]
    if let known = journal.state(of: key) {
      state = known
      for result in journal.results() { results[result.mutation.id] = result }
      tell(.resumed(results: results.count))
    } else {
      do {
        state = try prepare(key, targets, files, sites, isStopped, tell)
      } catch is CancellationError {
        return MutationOutcome(results: [], open: mutations.count, sources: texts, testCount: 0)
      }
    }
    for (id, result) in try judge(mutations, state, but: results, isStopped, tell) { results[id] = result }
    let judged = mutations.compactMap { results[$0.id] }
    return MutationOutcome(
      results: judged, open: mutations.count - judged.count, sources: texts, testCount: state.reach.tests.count)
  }

  // MARK: What is changed

  /// The sources as they are planted, and what is planted.
  private func sites(in files: [SourceFile], knowing others: [SourceFile]) throws -> ([SourceFile], [Site]) {
    if let edits = settings.edits {
      let finder = try EditFinder(edits, in: files)
      return (finder.files, finder.sites)
    }
    let changed = try settings.changedSince.map { try ChangedLines(since: $0, in: settings.package, outputFile: "\(output)/changed") }
    let finder = MutationFinder(files, knowing: others)
    return (files, finder.sites(count: settings.count, seed: settings.seed) { changed?.contains($1, of: $0.path) ?? true })
  }

  private func sources(of targets: PackageTargets) throws -> (changed: [SourceFile], others: [SourceFile]) {
    let all = targets.tested.flatMap(\.files).filter { $0.hasSuffix(".swift") }
    for source in settings.sources where !all.contains(where: { MutationSettings.file($0, isIn: source) }) {
      throw MutationError("“\(source)” contains no Swift source of a target of \(settings.package), apart from tests")
    }
    var (changed, others): ([SourceFile], [SourceFile]) = ([], [])
    for path in all {
      guard let data = FileManager.default.contents(atPath: "\(settings.package)/\(path)"),
        let text = String(validating: data, as: UTF8.self)
      else { throw MutationError("\(settings.package)/\(path) cannot be read as UTF-8") }
      let file = SourceFile(path: path, text: text)
      if settings.changes(path) { changed.append(file) } else { others.append(file) }
    }
    return (changed, others)
  }

  /// Anything in the package may matter to a test.
  private func key(of sites: [Site]) throws -> String {
    var fingerprint = Fingerprint()
    for path in try copy.files() where !settings.unrelated.contains("\(settings.package)/\(path)") {
      fingerprint.add(path.utf8)
      fingerprint.add(FileManager.default.contents(atPath: "\(settings.package)/\(path)") ?? Data())
    }
    for site in sites {
      fingerprint.add("\(site.mutation.id) \(site.mutation.file) \(site.edit.bytes) \(site.edit.replacement)".utf8)
    }
    for edit in settings.edits?.edits ?? [] { fingerprint.add("\(edit.name) \(edit.tests)".utf8) }
    fingerprint.add("\(settings.build)\n\(settings.tests.command)\n\(settings.tests.list ?? "")".utf8)
    return fingerprint.text
  }

  private func prepare(
    _ key: String, _ targets: PackageTargets, _ files: [SourceFile], _ sites: [Site],
    _ isStopped: @escaping @Sendable () -> Bool,
    _ tell: @Sendable (MutationEvent) -> Void
  ) throws -> Journal.State {
    try journal.begin()
    try copy.refresh()
    let start = ContinuousClock.now
    var build = MutantBuild(
      settings: settings, copy: copy, targets: targets, files: files, sites: sites, outputFile: "\(output)/build")
    try build.build(isStopped: isStopped, telling: tell)
    let built = ContinuousClock.now
    tell(.built(seconds: (built - start) / .seconds(1)))
    let reach = try TestReach.measure(settings, in: copy.root, output: output, isStopped: isStopped)
    tell(.measured(tests: reach.tests.count, seconds: (ContinuousClock.now - built) / .seconds(1)))
    let state = Journal.State(key: key, refused: build.refused, reach: reach)
    try journal.save(state)
    return state
  }

  // MARK: Judging

  private func judge(
    _ mutations: [Mutation], _ state: Journal.State, but known: [Int: MutantResult],
    _ isStopped: @escaping @Sendable () -> Bool,
    _ tell: @escaping @Sendable (MutationEvent) -> Void
  ) throws -> [Int: MutantResult] {
    let open = mutations.filter { known[$0.id] == nil }
    let done = Locked(known.count)
    let memory = Self.memory(forEachOf: settings.jobs)
    let results = try inParallel(open, jobs: settings.jobs) { index, mutation -> MutantResult? in
      if isStopped() { return nil }
      guard let result = try judge(mutation, state, memory, "\(output)/mutant-\(mutation.id)", isStopped) else {
        return nil
      }
      let count = try done.withLock { count in
        try journal.append(result)
        count += 1
        return count
      }
      tell(.judged(result, done: count, of: mutations.count))
      return result
    }
    return Dictionary(results.compactMap(\.self).map { ($0.mutation.id, $0) }) { first, _ in first }
  }

  /// nil: it was stopped before it was known.
  private func judge(
    _ mutation: Mutation, _ state: Journal.State, _ memory: Int?, _ outputFile: String,
    _ isStopped: @escaping @Sendable () -> Bool
  ) throws -> MutantResult? {
    if let words = state.refused[mutation.id] { return MutantResult(mutation, .refused, note: words) }
    let named = settings.edits?.edits[mutation.id - 1].tests ?? []
    let tests = state.reach.tests(reaching: mutation.id).filter { named.isEmpty || named.contains($0.name) }
    let names = tests.map(\.name)
    guard !tests.isEmpty else { return MutantResult(mutation, .notCovered) }
    var seconds = 0.0
    defer { try? FileManager.default.removeItem(atPath: outputFile) }
    for batch in Self.batches(tests) {
      let plain = batch.reduce(0) { $0 + $1.seconds }
      let run = try ShellRun.run(
        settings.tests.line(for: batch.map(\.name)), in: copy.root,
        environment: [MutantSwitch.variable: "\(mutation.id)"],
        limit: .seconds(3 * plain + 5), memory: memory, outputFile: outputFile, isStopped: isStopped)
      seconds += run.duration / .seconds(1)
      let status: MutantResult.Status
      switch run.ending {
      case .exited(0): continue
      case .stopped: return nil
      case .timedOut: status = .timedOut
      case .signaled: status = .crashed
      // A test runner whose child died ends by itself, and says so.
      case .exited: status = run.output.contains("unexpected signal code") ? .crashed : .killed
      }
      return MutantResult(mutation, status, reachedBy: names, killedBy: batch.map(\.name), seconds: seconds)
    }
    return MutantResult(mutation, .survived, reachedBy: names, seconds: seconds)
  }

  /// The cheapest tests first, by themselves, then ever more at once: most mutants die early, and each command has a
  /// start to pay.
  static func batches(_ tests: [TestReach.Test]) -> [[TestReach.Test]] {
    var batches: [[TestReach.Test]] = []
    var allowed = 1.0
    var batch: [TestReach.Test] = []
    var sum = 0.0
    for test in tests {
      if !batch.isEmpty, sum + test.seconds > allowed {
        batches.append(batch)
        (batch, sum) = ([], 0)
        allowed *= 4
      }
      batch.append(test)
      sum += test.seconds
    }
    return batches + [batch]
  }

  /// KiB of address space for a process: a share of what the machine has, and enough for any test.
  private static func memory(forEachOf jobs: Int) -> Int? {
    #if os(Linux)
      max(4 << 20, Int(ProcessInfo.processInfo.physicalMemory >> 10) / max(jobs, 1))
    #else
      // The system does not keep to such a limit.
      nil
    #endif
  }
}

/// The outcomes of blocks of a run's cases that ran by themselves, on another machine for example.
///
/// A case is (seed, index), so a run divides by index. The parts of a run whose cases depend on each other (guided cases, shrinking) do
/// not divide. A run that receives blocks does those parts itself, and all blocks that it did not receive. So its result equals that of
/// one run, whatever blocks it received.
public struct CaseBlocks: Sendable {
  /// By the index of the first case.
  var sweeps: [Int: (end: Int, sweep: Sweep)] = [:]

  /// No blocks.
  public init() {}

  /// Whether there are no blocks.
  public var isEmpty: Bool { sweeps.isEmpty }
  /// Cases that passed, and cases that failed. A block has at most one that failed.
  public var cases: Int { sweeps.values.reduce(0) { $0 + $1.sweep.passed + ($1.sweep.failure == nil ? 0 : 1) } }
  /// Cases that were discarded.
  public var discarded: Int { sweeps.values.reduce(0) { $0 + $1.sweep.discarded } }
  /// The lowest index of a case that failed, with its message.
  public var firstFailure: (index: Int, message: String)? {
    let failed = sweeps.values.compactMap { block in block.sweep.failure.map { ($0, block.sweep) } }
    return failed.min { $0.0 < $1.0 }.map { index, sweep in
      (index, sweep.setUpError ?? sweep.failureMessage ?? sweep.death ?? "")
    }
  }

  mutating func add(_ sweep: Sweep, of block: Range<Int>) {
    sweeps[block.lowerBound] = (block.upperBound, sweep)
  }

  /// Adds other blocks. No block may be in both.
  public mutating func add(_ others: CaseBlocks) {
    sweeps.merge(others.sweeps) { own, _ in own }
  }

  subscript(_ block: Range<Int>) -> Sweep? {
    sweeps[block.lowerBound].flatMap { $0.end == block.upperBound ? $0.sweep : nil }
  }

  /// What `blocks` come to, in order, up to the first failure: `run` runs those that are not here.
  func completed(
    _ blocks: [Range<Int>], _ run: ([Range<Int>]) async -> [(Range<Int>, Sweep)]
  ) async -> [(Range<Int>, Sweep)] {
    if isEmpty { return await run(blocks) }
    let failing = blocks.firstIndex { self[$0]?.failure != nil } ?? blocks.count - 1
    let wanted = blocks.prefix(failing + 1)
    let missing = wanted.filter { self[$0] == nil }
    let ran = missing.isEmpty ? [] : await run(Array(missing))
    let known = Dictionary(uniqueKeysWithValues: ran.map { ($0.0.lowerBound, $0.1) })
    return wanted.compactMap { block in (self[block] ?? known[block.lowerBound]).map { (block, $0) } }
  }
}

extension RunSettings {
  /// The blocks of the cases that are asked for, before any is run.
  var firstBlocks: [Range<Int>] { (0..<cases).pieces(of: blockSize) }

  /// How many blocks the cases of these settings make.
  public var blockCount: Int { (cases - 1) / blockSize + 1 }
}

extension Runner {
  /// Runs the blocks whose number `isWanted`, counted from 0, up to the first failure among them.
  ///
  /// A property with few cases in all has no blocks: the engine runs each of its cases when it puts the parts together.
  public func runBlocks<System>(
    of property: Property<System>, on fixture: Fixture<System>, where isWanted: (Int) -> Bool
  ) async -> CaseBlocks {
    var blocks = CaseBlocks()
    // Whoever puts the parts together says what is wrong.
    guard settings.problem == nil else { return blocks }
    settings.watch?.enter(.everyCase)
    if await property.enumerated(settings, over: fixture, in: isolation) != nil { return blocks }
    settings.watch?.enter(.random)
    let wanted = settings.firstBlocks.enumerated().filter { isWanted($0.offset) }.map(\.element)
    for (block, sweep) in await property.sweep(wanted, settings: settings, over: fixture, in: isolation) {
      blocks.add(sweep, of: block)
    }
    return blocks
  }
}

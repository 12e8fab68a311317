/// What blocks of a run's cases came to, run by themselves: on another machine, say.
///
/// A case is (seed, index), so a run can be taken apart by index. What a run does of which the cases depend on each other (cases
/// made from the best ones, shrinking) is no part of it: a run that is given blocks does that, and all that the blocks lack.
/// So its result is that of a run by itself, whatever it was given.
public struct CaseBlocks: Sendable {
  /// By the index of the first case.
  var sweeps: [Int: (end: Int, sweep: Sweep)] = [:]

  public init() {}

  public var isEmpty: Bool { sweeps.isEmpty }
  /// Cases that passed, and those that failed, of which each block has one at most.
  public var cases: Int { sweeps.values.reduce(0) { $0 + $1.sweep.passed + ($1.sweep.failure == nil ? 0 : 1) } }
  public var discarded: Int { sweeps.values.reduce(0) { $0 + $1.sweep.discarded } }
  /// The lowest index of a case that failed, with what it said.
  public var firstFailure: (index: Int, message: String)? {
    let failed = sweeps.values.compactMap { block in block.sweep.failure.map { ($0, block.sweep) } }
    return failed.min { $0.0 < $1.0 }.map { index, sweep in
      (index, sweep.setUpError ?? sweep.failureMessage ?? sweep.death ?? "")
    }
  }

  mutating func add(_ sweep: Sweep, of block: Range<Int>) {
    sweeps[block.lowerBound] = (block.upperBound, sweep)
  }

  /// These and those, which have no block in common.
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

  /// How many blocks the cases that are asked for make.
  public var blockCount: Int { (cases + blockSize - 1) / blockSize }
}

extension Runner {
  /// Runs those blocks of the cases that are asked for whose number, from 0, `isWanted`, up to the first failure among them.
  /// None of a property that has few cases in all: each of those is run when the parts are put together.
  public func runBlocks<System>(
    of property: Property<System>, on fixture: Fixture<System>, where isWanted: (Int) -> Bool
  ) async -> CaseBlocks {
    var blocks = CaseBlocks()
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

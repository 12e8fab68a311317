import Synchronization

/// Runs blocks of cases on several tasks and gives the results in the order of the blocks, up to the
/// first failure: later blocks may not have been run.
func sweepInParallel(
  _ blocks: [Range<Int>], jobs: Int, _ sweep: @escaping @Sendable (Range<Int>) async -> Sweep
) async -> [(Range<Int>, Sweep)] {
  let progress = SweepProgress(blockCount: blocks.count)
  await withTaskGroup(of: Void.self) { group in
    for _ in 0..<min(jobs, blocks.count) {
      group.addTask {
        while let block = progress.take() {
          progress.finish(block, await sweep(blocks[block]))
        }
      }
    }
  }
  return progress.results(of: blocks)
}

extension Range<Int> {
  /// It, cut into ranges of `size`, of which the last may be shorter.
  func pieces(of size: Int) -> [Range<Int>] {
    stride(from: lowerBound, to: upperBound, by: Swift.max(1, size)).map { $0..<Swift.min($0 + size, upperBound) }
  }
}

extension Sweep {
  /// What the cases after these came to.
  mutating func add(_ next: Sweep) {
    passed += next.passed
    discarded += next.discarded
    counts.merge(next.counts, uniquingKeysWith: +)
    failure = next.failure
    setUpError = next.setUpError
    discardReason = next.discardReason ?? discardReason
    death = next.death
    gaveUp = next.gaveUp
    targets.raise(next.targets)
    failureMessage = next.failureMessage
    collected.merge(next.collected) { $0.merged(with: $1) }
    earlyDiscards += next.earlyDiscards
    evidence = max(evidence, next.evidence)
    knownFailures.merge(next.knownFailures, uniquingKeysWith: +)
  }

  /// Counts a case that passed, by what was seen of it.
  mutating func addPassed(_ examination: Examination) {
    passed += 1
    for label in examination.labels { counts[label, default: 0] += 1 }
    evidence = max(evidence, examination.evidence)
    if let known = examination.knownFailure { knownFailures[known, default: 0] += 1 }
    collected.merge(examination.collected) { $0.merged(with: $1) }
  }
}

/// Hands out blocks in order and collects what they come to. After a failure only earlier blocks matter,
/// and those are all handed out already.
final class SweepProgress: Sendable {
  private struct State {
    var next = 0
    var isOver = false
    var results: [Int: Sweep] = [:]
  }

  private let blockCount: Int
  private let state = Mutex(State())

  init(blockCount: Int) {
    self.blockCount = blockCount
  }

  /// In the order of the blocks.
  func results(of blocks: [Range<Int>]) -> [(Range<Int>, Sweep)] {
    let results = state.withLock { $0.results }
    return blocks.indices.compactMap { index in results[index].map { (blocks[index], $0) } }
  }

  func take() -> Int? {
    state.withLock { state in
      guard state.next < blockCount, !state.isOver else { return nil }
      state.next += 1
      return state.next - 1
    }
  }

  func finish(_ block: Int, _ sweep: Sweep) {
    state.withLock { state in
      state.results[block] = sweep
      if sweep.failure != nil { state.isOver = true }
    }
  }

  /// No more blocks are handed out.
  func stop() { state.withLock { $0.isOver = true } }
}

import Foundation
import PropertyTesting
import TouchstoneCatalogue

/// `touchstone verify --plan PLAN --shard I/N`: a part of a plan's cases, and no verdict.
enum ShardRun {
  /// - Returns: ``ExitStatus/notHeld`` if a case failed: there is no need to wait for the other parts to know that not all holds.
  static func run(_ plan: RunPlan, _ position: ShardPosition, to folder: String, jobs: Int) async throws -> ExitStatus {
    var run = try PlannedRun(plan, jobs: jobs)
    let display = ProgressDisplay(cells: run.cells.count)
    run.settings.watch = display.watch
    let runner = run.runner(nil)
    Terminal.print("shard \(position) of \(run.headline)")
    let start = ContinuousClock.now
    var part = RunPart(
      plan: plan, shard: position.number, shards: position.count, cells: [], times: RunPart.Times(total: 0, cells: []))
    var failures = 0
    try await withBackends(run.specs) { backends in
      var before = 0
      for (number, cell) in run.cells.enumerated() {
        let first = before
        before += cell.entry.blockCount(run.settings)
        guard let backend = backends[cell.spec], (first..<before).contains(where: position.runs) else { continue }
        display.begin(number, cell.entry.id, cell.spec)
        let cellStart = ContinuousClock.now
        let blocks = try await cell.entry.runBlocks(with: runner, on: backend, fault: plan.fault) { position.runs(first + $0) }
        if display.watch.isStopped { break }
        if let (index, message) = blocks.firstFailure {
          failures += 1
          Terminal.print("\(Terminal.red("✘")) \(cell.entry.id) over \(cell.spec.kind.rawValue): case \(index + 1) failed: \(message)")
        }
        if blocks.isEmpty { continue }
        part.cells.append(RunPart.Cell(property: cell.entry.id, backend: cell.spec.description, blocks: blocks))
        part.times.cells.append((ContinuousClock.now - cellStart) / .seconds(1))
      }
    }
    display.end()
    guard !display.watch.isStopped else {
      throw EnvironmentError(message: "shard \(position) was stopped and wrote no part")
    }
    part.times.total = (ContinuousClock.now - start) / .seconds(1)
    let path = try part.write(to: folder)
    markAsSharded()
    let cases = part.cells.reduce(0) { $0 + $1.blocks.cases }
    Terminal.print(
      "\(path): \(counted(cases, "case", "cases")) of \(counted(part.cells.count, "property and backend", "properties and backends"))"
        + String(format: " in %.1f s; ", part.times.total)
        + (failures == 0 ? "no case failed" : "cases failed for \(failures) of them")
        + ". This is not a verdict: touchstone merge makes one from all \(position.count) parts")
    return failures == 0 ? .held : .notHeld
  }

  /// Bazel asks for a sign that a test knows of its shards.
  private static func markAsSharded() {
    guard let path = ProcessInfo.processInfo.environment["TEST_SHARD_STATUS_FILE"], !path.isEmpty else { return }
    _ = FileManager.default.createFile(atPath: path, contents: nil)
  }
}

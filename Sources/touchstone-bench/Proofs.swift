import DeterministicScheduling
import Foundation
import PropertyTesting
import Synchronization

/// How many orders of a small program's steps differ, how many of them a proof runs, and how long that takes.
struct ProofFigures {
  let program: String
  /// Orders that differ in what comes of them.
  let orders: Int
  /// Runs of the body: the orders, and runs that another one covers.
  let runs: Int
  /// Of processor time.
  let seconds: Double

  /// A row for each program, and the slowest of the gallery.
  static func table() throws -> String {
    var rows = [
      try measure("three tasks, three awaits each, one actor") { await append(to: [Journal()]) },
      try measure("the same, an actor each") { await append(to: [Journal(), Journal(), Journal()]) },
      try measure("three tasks, two awaits each, one actor") { await append(times: 2, to: [Journal()]) },
    ]
    let gallery = try GalleryBug.proven.map { bug, sharing in
      try measure("gallery: \(bug.name)", bug.schedules(.everyInterleaving(sharing: sharing)), bug.fixed)
    }
    if let slowest = gallery.max(by: { $0.seconds < $1.seconds }) { rows.append(slowest) }
    rows.append(
      ProofFigures(
        program: "gallery: all \(gallery.count)", orders: gallery.reduce(0) { $0 + $1.orders },
        runs: gallery.reduce(0) { $0 + $1.runs }, seconds: gallery.reduce(0) { $0 + $1.seconds }))
    return (["| program | orders that differ | run | seconds | runs a second |", "|---|---|---|---|---|"]
      + rows.map {
        String(format: "| %@ | %d | %d | %.3f | %.0f |", $0.program, $0.orders, $0.runs, $0.seconds, Double($0.runs) / $0.seconds)
      }).joined(separator: "\n")
  }

  private static func measure(
    _ program: String, _ schedules: Schedules = .everyInterleaving(sharing: .onlyActors),
    _ body: @escaping @Sendable () async throws -> Void
  ) throws -> ProofFigures {
    let runs = Counter()
    let start = processSeconds()
    let result = try check(program, scheduled: schedules) {
      runs.add()
      try await body()
    }
    return ProofFigures(
      program: program, orders: result.interleavings ?? 0, runs: runs.count, seconds: max(processSeconds() - start, 1e-6))
  }

  /// Each of three tasks adds so many lines, to the journal at its place or to the only one.
  private static func append(times: Int = 3, to journals: [Journal]) async {
    async let first: Void = append("a", times, to: journals[0])
    async let second: Void = append("b", times, to: journals[1 % journals.count])
    async let third: Void = append("c", times, to: journals[2 % journals.count])
    _ = await (first, second, third)
  }

  private static func append(_ line: String, _ times: Int, to journal: Journal) async {
    for _ in 0..<times {
      await journal.add(line)
      departures.add()
    }
  }

  /// Without work between two calls of an actor, an optimised build does not leave it, and there are fewer orders.
  private static let departures = Counter()
}

private actor Journal {
  private var lines: [String] = []
  func add(_ line: String) { lines.append(line) }
}

private final class Counter: Sendable {
  private let value = Atomic(0)
  var count: Int { value.load(ordering: .relaxed) }
  func add() { value.add(1, ordering: .relaxed) }
}

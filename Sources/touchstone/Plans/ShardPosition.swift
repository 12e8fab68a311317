import Foundation

/// Which part of a plan this process runs: from `--shard I/N`, or from what an engine tells each of its tasks.
struct ShardPosition: Equatable {
  /// From 1.
  let number: Int
  let count: Int

  /// - Throws: ``UsageError`` unless 1 ≤ number ≤ count.
  init(number: Int, of count: Int, from source: String) throws {
    guard count >= 1, (1...count).contains(number) else {
      throw UsageError(message: "\(source): shard \(number) of \(count) does not exist")
    }
    self.number = number
    self.count = count
  }

  /// "2/4".
  init(_ text: String) throws {
    let parts = text.split(separator: "/").compactMap { Int($0) }
    guard parts.count == 2, text.filter({ $0 == "/" }).count == 1, parts[1] >= 1,
      (1...parts[1]).contains(parts[0])
    else {
      throw UsageError(message: "--shard takes I/N with 1 ≤ I ≤ N, such as 1/4, not “\(text)”")
    }
    (number, count) = (parts[0], parts[1])
  }

  /// Nil: nothing says that there are shards.
  /// - Throws: ``UsageError`` for variables that are no numbers, that lack their count, or of two engines that disagree.
  init?(_ environment: [String: String]) throws {
    var found: [(source: String, position: ShardPosition)] = []
    for engine in Self.engines {
      guard let position = try engine.position(in: environment) else { continue }
      found.append((engine.index, position))
    }
    guard let first = found.first else { return nil }
    if let other = found.first(where: { $0.position != first.position }) {
      throw UsageError(
        message: "\(first.source) says shard \(first.position), but \(other.source) says shard \(other.position): choose one with --shard")
    }
    self = first.position
  }

  /// What one engine calls the index and the count.
  private struct Engine {
    let index: String
    var first: String?
    var count: [String]
    /// What else to do if the count is missing.
    var hint = ""

    func position(in environment: [String: String]) throws -> ShardPosition? {
      guard environment[index]?.isEmpty == false else { return nil }
      guard let counting = count.first(where: { environment[$0]?.isEmpty == false }) else {
        throw UsageError(
          message: "\(index) is set, but not the number of shards: set \(count.joined(separator: " or "))\(hint)")
      }
      let start = try first.map { try number($0, environment) } ?? 0
      return try ShardPosition(
        number: number(index, environment) - start + 1, of: number(counting, environment), from: "\(index) and \(counting)")
    }

    private func number(_ name: String, _ environment: [String: String]) throws -> Int {
      guard let number = environment[name].flatMap({ Int($0) }) else {
        throw UsageError(message: "\(name) takes a whole number, not “\(environment[name] ?? "")”")
      }
      return number
    }
  }

  private static let engines = [
    Engine(index: "TOUCHSTONE_SHARD_INDEX", count: ["TOUCHSTONE_SHARD_COUNT"]),
    // Kubernetes tells an indexed job's pods their index, and not how many they are.
    Engine(
      index: "JOB_COMPLETION_INDEX", count: ["TOUCHSTONE_SHARD_COUNT"],
      hint: " to the job's completions"),
    Engine(
      index: "SLURM_ARRAY_TASK_ID", first: "SLURM_ARRAY_TASK_MIN", count: ["TOUCHSTONE_SHARD_COUNT", "SLURM_ARRAY_TASK_COUNT"]),
    Engine(index: "TEST_SHARD_INDEX", count: ["TEST_TOTAL_SHARDS"]),
  ]

  /// Whether it runs the block with that number, counted over all blocks of the plan: they are dealt out one after the other, so
  /// that the shards have equally many of each property's cases.
  func runs(_ block: Int) -> Bool { block % count == number - 1 }
}

extension ShardPosition: CustomStringConvertible {
  var description: String { "\(number)/\(count)" }
}

/// Gets several articles at the same time (002 Concurrency Patterns: structured concurrency with task groups).
public protocol BatchSyncing: Sendable {
  /// Runs one child for each id, at most `width` at a time, and returns when all have ended.
  /// - Parameter stopsAtFirstError: whether an error cancels the other children and is thrown; otherwise it takes its place
  ///   among the results.
  /// - Returns: what came of each id, in the order of `ids`.
  /// - Throws: the first child's error, if it stops there; `CancellationError` if the task is cancelled. No child runs any more
  ///   then either.
  func syncBatch(_ ids: [String], width: Int, stopsAtFirstError: Bool) async throws -> [BatchResult]
}

public enum BatchResult: Sendable, Equatable {
  case done(ArticleModel)
  case failed(ArgusError)
}

/// A task group with a window.
public struct BatchSync: BatchSyncing {
  private let child: @Sendable (String) async throws -> ArticleModel

  /// - Parameter child: fetches and stores one article. It throws ``ArgusError`` or `CancellationError`.
  public init(child: @escaping @Sendable (String) async throws -> ArticleModel) {
    self.child = child
  }

  public func syncBatch(_ ids: [String], width: Int, stopsAtFirstError: Bool) async throws -> [BatchResult] {
    try await withThrowingTaskGroup(of: Ended.self) { group in
      var results: [Int: BatchResult] = [:]
      var next = min(max(1, width), ids.count)
      for place in 0..<next { group.addTask { try await run(place, ids[place], stopsAtFirstError) } }
      while let ended = try await group.next() {
        try Task.checkCancellation()
        results[ended.place] = ended.result
        if next < ids.count {
          let place = next
          group.addTask { try await run(place, ids[place], stopsAtFirstError) }
          next += 1
        }
      }
      return ids.indices.compactMap { results[$0] }
    }
  }

  private struct Ended: Sendable {
    let place: Int
    let result: BatchResult
  }

  private func run(_ place: Int, _ id: String, _ stopsAtFirstError: Bool) async throws -> Ended {
    do {
      return Ended(place: place, result: .done(try await child(id)))
    } catch let error as ArgusError where !stopsAtFirstError {
      return Ended(place: place, result: .failed(error))
    }
  }
}

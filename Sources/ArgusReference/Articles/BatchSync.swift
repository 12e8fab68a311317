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
    try await withThrowingTaskGroup(of: (Int, BatchResult).self) { group in
      var results: [BatchResult?] = Array(repeating: nil, count: ids.count)
      var next = 0
      func startNext() {
        guard next < ids.count else { return }
        let (place, id) = (next, ids[next])
        next += 1
        group.addTask {
          do {
            return (place, .done(try await child(id)))
          } catch let error as ArgusError where !stopsAtFirstError {
            return (place, .failed(error))
          }
        }
      }
      for _ in 0..<max(1, width) { startNext() }
      while let (place, result) = try await group.next() {
        try Task.checkCancellation()
        results[place] = result
        startNext()
      }
      return results.compactMap { $0 }
    }
  }
}

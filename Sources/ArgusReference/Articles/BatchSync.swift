/// Gets several articles at the same time (002 Concurrency Patterns: structured concurrency with task groups).
public protocol BatchSyncing: Sendable {
  /// Runs one child for each id, at most `width` at a time, and returns when all children have ended.
  /// - Parameters:
  ///   - ids: the articles to get. An id that occurs twice gets two children.
  ///   - width: the most children at a time. Less than 1 counts as 1.
  ///   - stopsAtFirstError: whether an error cancels the other children and is thrown. If false, the result of that
  ///     child is the error. A cancellation is thrown in either case.
  /// - Returns: the result of each id, in the order of `ids`.
  /// - Throws: the error of the first child that failed, if `stopsAtFirstError` is true; `CancellationError` if the
  ///   task is cancelled. No child runs any more when it throws.
  func syncBatch(_ ids: [String], width: Int, stopsAtFirstError: Bool) async throws -> [BatchResult]
}

/// The result of one child of a batch.
public enum BatchResult: Sendable, Equatable {
  /// The child stored this article.
  case done(ArticleModel)
  /// The child threw this error. One that is not of the app's own counts as ``ArgusError/transactionFailed``.
  case failed(ArgusError)
}

/// Runs the children in a task group. A child starts when another one has ended, so that at most `width` run.
public struct BatchSync: BatchSyncing {
  private let child: @Sendable (String) async throws -> ArticleModel

  /// Creates a batch sync.
  /// - Parameter child: fetches and stores the article of an id.
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
    } catch where !stopsAtFirstError && !(error is CancellationError) {
      return Ended(place: place, result: .failed(ErrorReporter.known(error)))
    }
  }
}

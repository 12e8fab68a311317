import ArgusReference
import PropertyTesting

/// A second batch: so many workers, each of which takes the next id.
struct BatchTwin: BatchSyncing {
  enum Defect: String, CaseIterable, Sendable {
    case detachesChildren = "runs children in tasks of their own, which nobody cancels"
    case givesResultsAsTheyCome = "gives results in the order in which children end"
    case losesWhatWasDone = "throws the first error although it should return errors as results"
    case ignoresTheWidth = "runs all children at once"
    case runsOneAtATime = "runs one child at a time"
    case leavesTheRestRunning = "returns at the first error while other children run"
    case dropsFailures = "leaves failures out of the results"
    case endsAtAForeignError = "ends the batch at an error that is not of the app, although errors belong among the results"
    case takesAnErrorForAResult = "takes an error that should stop the batch for a result"
  }

  static let twin = Twin<ArgusSystem, Defect>("BatchTwin") { system, defect in
    system.parts.makeBatchSync = { BatchTwin(child: $0, defect: defect) }
  }

  let child: @Sendable (String) async throws -> ArticleModel
  let defect: Defect?

  private actor Queue {
    private var rest: ArraySlice<(Int, String)>
    private(set) var results: [(Int, BatchResult)] = []

    init(_ ids: [String]) { rest = Array(zip(ids.indices, ids))[...] }

    func next() -> (Int, String)? { rest.popFirst() }
    func add(_ place: Int, _ result: BatchResult) { results.append((place, result)) }
  }

  func syncBatch(_ ids: [String], width: Int, stopsAtFirstError: Bool) async throws -> [BatchResult] {
    let queue = Queue(ids)
    var stops = stopsAtFirstError
    if defect == .losesWhatWasDone { stops = true }
    if defect == .takesAnErrorForAResult { stops = false }
    let workers = defect == .ignoresTheWidth ? ids.count : defect == .runsOneAtATime ? 1 : max(1, width)
    if defect == .leavesTheRestRunning {
      let tasks = (0..<workers).map { _ in Task { [stops] in try await work(queue, stops) } }
      for task in tasks { try await task.value }
    } else {
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<workers { group.addTask { [stops] in try await work(queue, stops) } }
        try await group.waitForAll()
      }
    }
    try Task.checkCancellation()
    let results = await queue.results
    if defect == .givesResultsAsTheyCome { return results.map(\.1) }
    let sorted = results.sorted { $0.0 < $1.0 }.map(\.1)
    return defect == .dropsFailures ? sorted.filter { if case .done = $0 { true } else { false } } : sorted
  }

  private func work(_ queue: Queue, _ stops: Bool) async throws {
    while let (place, id) = await queue.next() {
      try Task.checkCancellation()
      do {
        let article = defect == .detachesChildren ? try await detached(id) : try await child(id)
        await queue.add(place, .done(article))
      } catch let error as ArgusError where !stops {
        await queue.add(place, .failed(error))
      } catch where !stops && !(error is CancellationError) && defect != .endsAtAForeignError {
        await queue.add(place, .failed(.transactionFailed))
      }
    }
  }

  /// The batch leaves it behind when it is cancelled.
  private func detached(_ id: String) async throws -> ArticleModel {
    let (answers, answer) = AsyncStream.makeStream(of: Result<ArticleModel, any Error>.self)
    Task {
      do { answer.yield(.success(try await child(id))) } catch { answer.yield(.failure(error)) }
    }
    for await result in answers { return try result.get() }
    throw CancellationError()
  }
}

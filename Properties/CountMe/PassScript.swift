import CountMeReference
import PropertyTesting

/// A pass of one task: what the server answers, and what the app does while an operation is on its way.
struct PassScript: Sendable {
  enum Event: Sendable {
    case queue(SyncOperation)
    /// Another change of the very entity that is being sent.
    case queueSameEntity(SyncOperation.Kind)
    /// A second pass is asked for.
    case sendAgain
  }

  /// The task of the pass is cancelled while an operation is on its way. Unless the server answers all the same, the
  /// operation stays in the queue, and two of its entity may wait at a time.
  struct Cancellation: Sendable {
    let place: Int
    let isAnswered: Bool
    /// What is done to the entity when the pass is over.
    let afterwards: [SyncOperation.Kind]
  }

  /// For each operation, in the order in which they are sent; success past the end.
  var answers: [ServerAnswer] = []
  /// By the place of the operation, at its first attempt.
  var meanwhile: [Int: Event] = [:]
  var cancellation: Cancellation?
  /// The store does not let the operation of that place go.
  var refusedRemoval: Int?

  var isAnsweredThoughCancelled: Bool { cancellation?.isAnswered == true }

  func answer(at place: Int) -> ServerAnswer { place < answers.count ? answers[place] : ServerAnswer() }
}

extension SyncQueueModel {
  /// The pass as the requirement has it: each operation gets its turn, whatever became of those before it.
  mutating func send(_ script: PassScript) -> PassRecord {
    var record = PassRecord(endedPasses: [1])
    let pass = pass
    for (place, item) in pass.enumerated() {
      let request = ScriptedServer.Request(sending: item.operation)
      var attempt = Attempt(request: request, place: place)
      switch script.meanwhile[place] {
      case .queue(let operation): enqueue(operation, sending: item.number)
      case .queueSameEntity(let kind): enqueue(request.change(kind), sending: item.number)
      case .sendAgain, nil: break
      }
      if script.meanwhile[place] != nil { attempt.queue = operations }

      if place == script.cancellation?.place && !script.isAnsweredThoughCancelled {
        attempt.end = .cancelled
        record.attempts.append(attempt)
        record.cancelledPasses = [1]
        break
      }
      let answer = script.answer(at: place)
      for number in 1...answer.attempts {
        attempt.number = number
        attempt.end = answer.end(ofAttempt: number)
        record.attempts.append(attempt)
        attempt.queue = nil
      }
      // 1, 2, 4 seconds.
      record.delays += (1..<answer.attempts).map { .seconds(1 << ($0 - 1)) }
      if place == script.refusedRemoval {
        record.failedPasses = [1]
        break
      }
      remove(number: item.number)
      if let error = attempt.failure { record.failures.append(.init(operation: item.operation, error: error)) }
      if place == script.cancellation?.place {
        // Whoever is done is not cancelled any more.
        if place < pass.count - 1 { record.cancelledPasses = [1] }
        break
      }
    }
    record.left = operations
    if let request = record.attempts.last?.request {
      for kind in script.cancellation?.afterwards ?? [] { enqueue(request.change(kind)) }
    }
    return record
  }
}

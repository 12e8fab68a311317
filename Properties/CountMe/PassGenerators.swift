import CountMeGenerators
import CountMeReference
import PropertyTesting

extension Generator where Value == ServerAnswer {
  static var serverAnswer: Generator {
    .frequency(
      (4, .constant(ServerAnswer())), (4, Generator<Int>.int(in: 1...4).map { ServerAnswer(failures: $0) }),
      (2, .constant(ServerAnswer(failures: 4))), (3, refused))
  }

  private static var refused: Generator {
    Generator<(Int, any Error)>.zip(.int(in: 0...3), .element(of: ServerAnswer.refusals))
      .map { ServerAnswer(failures: $0, refusal: $1) }
  }
}

extension Generator where Value == PassScript {
  static var passScript: Generator {
    let event = Generator<PassScript.Event>.frequency(
      (3, Generator<SyncOperation.Kind>.anyCase().map { .queueSameEntity($0) }),
      (1, Generator<SyncOperation>.syncOperation(entities: 24).map { .queue($0) }),
      (1, .constant(.sendAgain)))
    return Generator { source in
      PassScript(
        answers: try source(.array(of: .serverAnswer, count: 0...24)),
        meanwhile: try source(.dictionary(of: .int(in: 0...5), event, count: 0...3)))
    }
  }

  /// Of a store that refuses to remove an operation, which fails for good as often as not.
  static func refusedPass(of queue: SyncQueueModel) -> Generator {
    Generator { source in
      PassScript(
        answers: try source(.array(of: .serverAnswer, count: 0...24)),
        refusedRemoval: try source(.int(in: 0...queue.pass.count - 1)))
    }
  }

  /// Cancelled often at a create, which an update follows: it is a create then too.
  static func cancelledPass(of queue: SyncQueueModel) -> Generator {
    let kind = Generator<SyncOperation.Kind>.frequency((4, .constant(.update)), (1, .anyCase()))
    let mostlyOne = Generator<SyncOperation.Kind?>.frequency((1, .constant(nil)), (5, kind.map(Optional.some)))
    let pass = queue.pass
    let creates = pass.indices.filter { pass[$0].operation.kind == .create }
    let anywhere = Generator<Int>.int(in: 0...pass.count - 1)
    let place = creates.isEmpty ? anywhere : .frequency((1, anywhere), (2, .element(of: creates)))
    return Generator { source in
      let (place, isAnswered) = (try source(place), try source(.bool))
      let (meanwhile, afterwards) = (try source(mostlyOne), try source(mostlyOne))
      return PassScript(
        meanwhile: meanwhile.map { [place: .queueSameEntity($0)] } ?? [:],
        cancellation: PassScript.Cancellation(
          place: place, isAnswered: isAnswered, afterwards: [afterwards].compactMap { $0 }))
    }
  }
}

extension Generator where Value == PassBesideOthers {
  static var passBesideOthers: Generator {
    let operations = Generator<[SyncOperation]>.oneOf(
      .array(of: .syncOperation(entities: 12), count: 0...1), .array(of: .syncOperation(entities: 12), count: 2...3))
    // Often at the same time, sometimes long after.
    let turns = Generator<Int>.oneOf(.int(in: 0...1), .int(in: 0...12))
    return Generator { source in
      let answers = try source(.array(of: .serverAnswer, count: 0...24)).map { answer in
        // Where the pass may be cancelled as well, a cancellation by the server could be either.
        answer.refusal is CancellationError ? ServerAnswer(failures: answer.failures, refusal: Refusal()) : answer
      }
      let drawn = try source(operations)
      let queued = drawn.enumerated().filter { index, operation in
        !drawn[..<index].contains { $0.concernsSameEntity(as: operation) }
      }
      return PassBesideOthers(
        answers: answers, queued: queued.map(\.element), turnsBeforeQueueing: try source(turns),
        turnsBeforePass: try source(.oneOf(turns, .int(in: 0...24))),
        turnsBeforeOtherPass: try source(.optional(.oneOf(turns, .int(in: 0...60)))),
        turnsBeforeCancellation: try source(.optional(.int(in: 0...40))))
    }
  }
}

extension Generator where Value == [SyncOperation] {
  /// Up to 40. Few entities meet again in a later pass, many make long ones.
  static var someOperations: Generator {
    .oneOf(
      .array(of: .syncOperation(entities: 4), count: 0...12), .array(of: .syncOperation(entities: 12), count: 2...8),
      .array(of: .syncOperation(entities: 24), count: 0...40))
  }
}

extension Generator where Value == RetryTrial {
  /// Up to more than what doubles beyond any number.
  static var retryTrial: Generator {
    let count = Generator<Int>.frequency((2, .int(in: 0...8)), (3, .int(in: 6...8)), (2, .constant(100)))
    let attempt = Generator<Int>.int(in: 1...4).map(Optional.some)
    return Generator { source in
      RetryTrial(
        failures: try source(count), retries: try source(count),
        cancelledAttempt: try source(.frequency((3, .constant(nil)), (1, attempt))),
        ownDelays: try source(.optional(Generator<(Int, Int)>.zip(.int(in: 1...4), .int(in: 4...20)).map { ($0, $1) })))
    }
  }
}

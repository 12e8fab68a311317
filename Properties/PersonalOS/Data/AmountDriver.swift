import PersonalOSGenerators
import PersonalOSReference
import PropertyTesting
import StorageContract

typealias AmountHistory = History<AmountCall, Amounts.Answer>

extension AmountBook {
  /// Makes the calls of the lanes beside each other, after the beginning and before a last look.
  func run(_ script: AmountScript) async throws -> AmountHistory {
    let recorder = HistoryRecorder<AmountCall, Amounts.Answer>()
    let perform: @Sendable (AmountCall, String) async throws -> Void = { call, client in
      let number = recorder.begin(client, call)
      recorder.end(number, .done(try await self.perform(call)))
    }
    for call in script.beginning { try await perform(call, "the beginning") }
    try await runLanes(script.lanes) { call, lane in try await perform(call, "task \(lane + 1)") }
    try await perform(.readAll, "the end")
    return recorder.history
  }

  /// A transfer of which the store refuses one of the two writes is refused, and moves nothing.
  /// - Postcondition: all amounts are 0.
  static func expectRefusedTransfersWhole(in store: any Store, _ system: PersonalOSSystem) async throws {
    let book = AmountBook(system.dataAccess.openData(store))
    _ = try await book.perform(.add(5, to: "from here"))
    let before = try await book.perform(.readAll)
    for refused in 0...1 {
      let refusing = StoreTrace(store) { step, _ in if step == refused { throw RefusedCommit() } }.store
      let other = AmountBook(system.dataAccess.openData(refusing))
      let error = await thrownError { _ = try await other.perform(.transfer(3, from: "from here", to: "to there")) }
      try expect("why a transfer is refused", error as? RefusedCommit, equals: RefusedCommit())
      try expect("amounts after a refused transfer", try await book.perform(.readAll), equals: before)
    }
    _ = try await book.perform(.add(-5, to: "from here"))
  }
}

extension AmountHistory {
  var answers: [Amounts.Answer] {
    calls.compactMap { if case .done(let answer) = $0.outcome { answer } else { nil } }
  }

  /// What is there in the end, whatever the order: the answers say which changes took place.
  var sumOfChanges: Amounts {
    zip(calls, answers).reduce(into: Amounts()) { amounts, step in
      if step.1 != .moved(false) && step.1 != .refused { _ = amounts.change(by: step.0.operation) }
    }
  }

  func label(_ trial: Trial) {
    let answers = answers
    // The calls stand in the order of their beginnings.
    trial.label("operations overlap", if: zip(calls, calls.dropFirst()).contains { $1.called < $0.returned })
    trial.label("an amount is refused", if: answers.contains(.refused))
    trial.label("an amount is moved", if: answers.contains(.moved(true)))
    trial.label("an amount is not moved", if: answers.contains(.moved(false)))
  }
}

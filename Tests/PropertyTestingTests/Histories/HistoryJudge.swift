import PropertyTesting

/// What is tested: a judge of histories.
struct HistoryJudge: Sendable {
  var judge: @Sendable (CellHistory) -> Linearizability = { $0.linearizability(by: .cells) }
  var judgeParts: @Sendable (CellHistory) -> Linearizability = {
    $0.linearizability(by: CellModel.cells.partitioned(by: \.cell))
  }
}

/// Judges that are wrong, each in a way in which judges of this kind have been.
extension Fault<HistoryJudge> {
  static let allWrongJudges = [
    ignoresTime, takesOverlapForPrecedence, forgetsThatUnknownsTakeEffectLater, takesUnknownsForNever,
    takesUnknownsForDone, takesFailuresForDone, takesFailuresForUnknown, remembersTheSetAlone, takesOneStateOfMany,
    mixesKeys, partsReadersFromWriters,
  ]

  static let ignoresTime = changing("ignoresTime", "ignores the order in time") { call in
    CellCall(client: call.client, call.operation, call.outcome, called: 0, returned: .max)
  }

  /// Where one returns at the time at which another is called.
  static let takesOverlapForPrecedence = changing("takesOverlapForPrecedence", "takes what meets for what precedes") { call in
    CellCall(
      client: call.client, call.operation, call.outcome, called: 2 * call.called + 1,
      returned: max(2 * call.called + 1, 2 * call.returned))
  }

  static let takesFailuresForUnknown = changing("takesFailuresForUnknown", "takes failures for unknown outcomes") { call in
    guard case .failed(let reason) = call.outcome else { return call }
    return call.with(.unknown(reason))
  }

  static let takesUnknownsForNever = changing("takesUnknownsForNever", "takes unknown outcomes for failures") { call in
    guard case .unknown(let reason) = call.outcome else { return call }
    return call.with(.failed(reason))
  }

  static let takesUnknownsForDone = Fault("takesUnknownsForDone", "takes unknown outcomes for done, with any result") { judge in
    judge.judge = { history in
      history.withAnyResult { if case .unknown = $0.outcome { true } else { false } }
        .linearizability(by: .cellsWithAnyResult)
    }
  }

  static let takesFailuresForDone = Fault("takesFailuresForDone", "takes failures for done, with any result") { judge in
    judge.judge = { history in
      history.withAnyResult { if case .failed = $0.outcome { true } else { false } }
        .linearizability(by: .cellsWithAnyResult)
    }
  }

  /// Each unknown call takes effect before its client gives up, or never: all ways to choose are tried.
  static let forgetsThatUnknownsTakeEffectLater = Fault("forgetsThatUnknownsTakeEffectLater", "forgets that unknown calls may take effect later") { judge in
    judge.judge = { history in
      let unknown = history.calls.indices.filter {
        if case .unknown = history.calls[$0].outcome { true } else { false }
      }
      var verdict = Linearizability.undecided(limit: 0)
      for choice in 0..<(1 << unknown.count) {
        let happened = Set(unknown.indices.filter { choice >> $0 & 1 == 1 }.map { unknown[$0] })
        var changed = history
        for index in unknown where !happened.contains(index) {
          changed.calls[index] = history.calls[index].with(.failed("never"))
        }
        verdict = changed.withAnyResult { if case .unknown = $0.outcome { true } else { false } }
          .linearizability(by: .cellsWithAnyResult)
        if verdict.isLinearizable { break }
      }
      return verdict
    }
  }

  static let remembersTheSetAlone = Fault("remembersTheSetAlone", "remembers which calls were placed, not the state") { judge in
    judge.judge = { history in
      let model = SequentialModel<Blurred, CellOperation, Int>(initial: Blurred(state: [:])) {
        CellModel.cells.step($0.state, $1, $2).map { Blurred(state: $0) }
      }
      return history.linearizability(by: model)
    }
  }

  static let takesOneStateOfMany = Fault("takesOneStateOfMany", "follows one state where several are possible") { judge in
    judge.judge = { history in
      let model = CellModel(initial: [:]) { state, operation, output in
        Array(CellModel.cells.step(state, operation, output).prefix(1))
      }
      return history.linearizability(by: model)
    }
  }

  static let mixesKeys = Fault("mixesKeys", "mixes keys in one part") { judge in
    judge.judgeParts = { history in
      let model = CellModel(initial: [:]) { state, operation, output in
        CellModel.cells.step(state, operation.onCell0, output)
      }
      return history.linearizability(by: model.partitioned(by: { $0.cell / 2 }))
    }
  }

  static let partsReadersFromWriters = Fault("partsReadersFromWriters", "puts calls on one key into two parts") { judge in
    judge.judgeParts = { history in
      history.linearizability(
        by: CellModel.cells.partitioned { if case .read = $0 { $0.cell + 100 } else { $0.cell } })
    }
  }

  private static func changing(
    _ id: String, _ fact: String, _ change: @escaping @Sendable (CellCall) -> CellCall
  ) -> Fault {
    Fault(id, fact) { judge in
      let unchanged = judge.judge
      judge.judge = { unchanged(CellHistory($0.calls.map(change))) }
    }
  }
}

/// All are equal: what is kept of them is that they were there.
private struct Blurred: Hashable {
  let state: [Int: Int]

  static func == (left: Blurred, right: Blurred) -> Bool { true }

  func hash(into hasher: inout Hasher) {}
}

extension CellOperation {
  fileprivate var onCell0: CellOperation {
    switch self {
    case .read: .read(0)
    case .write(_, let value): .write(0, value)
    case .exchange(_, let from, let to): .exchange(0, from: from, to: to)
    case .raise: .raise(0)
    }
  }
}

extension HistoryCall<CellOperation, Int> {
  fileprivate func with(_ outcome: CallOutcome<Int>) -> HistoryCall {
    HistoryCall(client: client, operation, outcome, called: called, returned: returned)
  }
}

extension History<CellOperation, Int> {
  /// The same, where certain calls were done and gave something that nobody knows.
  fileprivate func withAnyResult(where isAny: (CellCall) -> Bool) -> History<CellOperation, Int?> {
    History<CellOperation, Int?>(
      calls.map { call in
        let outcome: CallOutcome<Int?>
        switch call.outcome {
        case .done(let output): outcome = .done(output)
        case .failed(let reason): outcome = isAny(call) ? .done(nil) : .failed(reason)
        case .unknown(let reason): outcome = isAny(call) ? .done(nil) : .unknown(reason)
        }
        return HistoryCall(
          client: call.client, call.operation, outcome, called: call.called, returned: call.returned)
      })
  }
}

extension SequentialModel<[Int: Int], CellOperation, Int?> {
  fileprivate static let cellsWithAnyResult = SequentialModel(initial: [:]) { state, operation, output in
    CellModel.cells.step(state, operation, output ?? nil)
  }
}

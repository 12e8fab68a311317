import ArgusReference
import PropertyTesting

/// What must be true of every storm, whatever its order was.
extension RequestStorm {
  func expectSettled(in log: StormLog) throws {
    for (number, request) in requests.enumerated() {
      let settled = log.events.filter { if case .settled(number, _) = $0 { true } else { false } }
      let began = log.events.filter { $0 == .bodyBegan(number) }.count
      try expect("request \(number) has settled once, not \(settled.count) times", settled.count == 1)
      try expect("the body of request \(number) ran at most once, not \(began) times", began <= 1)
      // A body that ran decides; one that did not run belongs to somebody who was cancelled.
      if began == 0 { try expect("request \(number) did not run, so it was cancelled", request.cancelledAfter != nil) }
      try expect("what request \(number) got", settled, equals: [.settled(number, began == 0 ? .cancelled : request.end)])
    }
  }

  func expectNoOverlap(in log: StormLog) throws {
    var inside: [CloudOperationType: Int] = [:]
    for event in log.events {
      if case .bodyBegan(let number) = event {
        let other = inside.updateValue(number, forKey: requests[number].type)
        try expect("\(requests[number].type.rawValue) \(number) runs beside \(other ?? -1)", other == nil)
      }
      if case .bodyEnded(let number) = event { inside[requests[number].type] = nil }
    }
  }

  func expectReports(in log: StormLog, _ trial: Trial) throws {
    let reports = log.events.filter { if case .reported = $0 { true } else { false } }
    trial.label("several are reported", if: reports.count > 1)
    // Of one type, the next body begins when the one before has ended; of several, who ends first is for the schedule to say.
    for type in Set(requests.map(\.type)) {
      let ended = log.events.compactMap { if case .bodyEnded(let number) = $0 { number } else { nil } }
      let told = reports.compactMap { if case .reported(let number, _) = $0 { number } else { nil } }
      try expect(
        "reports on \(type.rawValue), in the order of completion", told.filter { requests.indices.contains($0) && requests[$0].type == type },
        equals: ended.filter { requests[$0].type == type && requests[$0].end != .cancelled })
    }
    for (number, request) in requests.enumerated() {
      let own = log.events.filter { if case .reported(number, _) = $0 { true } else { false } }
      let end = log.place(of: .bodyEnded(number))
      trial.label("is cancelled before it runs", if: end == nil)
      trial.label("throws a cancellation", if: end != nil && request.end == .cancelled)
      guard let end, request.end != .cancelled else {
        try expect("reports on the cancelled operation \(number)", own, equals: [])
        continue
      }
      let report = StormLog.Event.reported(number, request.end == .value ? .success : .failure)
      try expect("reports on operation \(number)", own, equals: [report])
      guard let reported = log.place(of: report), let settled = log.place(of: .settled(number, request.end)) else { continue }
      try expect("operation \(number) is reported after its body and before its caller goes on", end < reported && reported < settled)
    }
  }
}

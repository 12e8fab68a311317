import HistoryJudging
import PropertyTesting
import StorageContract

extension OverlapLaws {
  static let listsShowOneOrder = StorageLaw(
    .transactions, needs: [.simultaneousStores], weight: 2,
    Requirement(
      "STO-66", "Hundreds of overlapping transactions keep the declared isolation",
      says: """
        Several clients, each with a store of its own, append to dozens of lists, read them and scan all, in transactions \
        whose steps alternate, and reopen their stores in between. Each list shows in which order its values were appended, \
        so the reads tell which transaction saw what. No cycle of dependencies contradicts the isolation that the \
        backend declares: snapshot isolation, serializability or strict serializability. A transaction that cannot be \
        carried out beside others throws `StoreError.conflict`, and leaves nothing.
        """,
      mustCatch: [
        .overlap(.lostUpdates), .overlap(.writeSkew), .overlap(.readSkew), .overlap(.dirtyReads), .overlap(.abortedWritesSurvive),
        .overlap(.nonStrict), .overlap(.phantoms),
      ]
    ).holds(
      forAll: .listAppends, requiring: ["a hundred transactions": 0.1, "a conflict": 0.3, "a store is reopened": 0.3]
    ) { script, subject, trial in
      let run = try await script.run(at: subject.location)
      try run.judge(script.workload) { history in
        trial.label("a hundred transactions", if: history.committed > 100)
        trial.label("a conflict", if: history.operations.contains { $0.outcome == .fail })
        trial.label(
          "a store is reopened", if: script.reopensAfter > 0 && script.workload.clients.contains { $0.count > script.reopensAfter })
      }
    })
}

extension ListAppendRun {
  /// Fails the case if the history contradicts the isolation that the store declares.
  /// - Parameter labels: sees the history before it is judged.
  func judge(_ workload: Workload, fileID: String = #fileID, line: Int = #line, labels: (HistoryJudging.History) -> Void) throws {
    noteClaim(fileID: fileID, line: line)
    if let problem { throw ExpectationFailure(claim: problem, location: .lists) }
    let history = try recorder.history(name: "the history")
    labels(history)
    let judgement = try workload.judge(history, consistency: isolation.consistency)
    guard judgement.verdict == .invalid, let anomaly = judgement.anomalies.first(where: \.isForbidden) else { return }
    throw ExpectationFailure(anomaly, judgement, committed: history.committed)
  }
}

extension HistoryJudging.History {
  fileprivate var committed: Int { operations.count { $0.outcome == .ok } }
}

extension StoreCapabilities.Isolation {
  /// The name that the judge has for it.
  fileprivate var consistency: String {
    switch self {
    case .snapshot: "snapshot-isolation"
    case .serializable: "serializable"
    case .strictSerializable: "strict-serializable"
    }
  }
}

extension SourceLocation {
  fileprivate static let lists = SourceLocation(fileID: #fileID, filePath: #filePath, line: #line)
}

extension ExpectationFailure {
  /// - Parameter committed: how many transactions there were.
  fileprivate init(_ anomaly: HistoryAnomaly, _ judgement: Judgement, committed: Int) {
    let lines =
      ["\(anomaly.name), which \(judgement.consistency) excludes, in \(committed) committed transactions"] + anomaly.story
      + (anomaly.lanes?.lines ?? [])
    let strongest = judgement.strongest.isEmpty ? "none of the models" : judgement.strongest.joined(separator: ", ")
    self.init(claim: (lines + ["strongest that the history allows: \(strongest)"]).joined(separator: "\n"), location: .lists)
    if !anomaly.cycle.isEmpty { drawings = [.circle(kind: anomaly.name, relation: "would come before", anomaly.cycle)] }
  }
}

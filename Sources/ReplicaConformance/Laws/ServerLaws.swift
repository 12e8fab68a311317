import PropertyTesting
import ReplicaContract

private let ckErrors = "Apple, “CKError.Code”: partialFailure, requestRateLimited, changeTokenExpired"
private let end = "It compares what the devices show once every device has synchronized three times with a server that works."

extension ReplicaLaws {
  /// More records than a batch or a page has.
  private static let many = SyncHistories(records: 9, steps: 60, weights: [.write: 10, .delete: 1, .sync: 5])

  private static func many(_ troubles: Generator<SyncTrouble>...) -> SyncHistories {
    var histories = many
    histories.troubles = troubles
    return histories
  }

  static let halfBatches = ReplicaLaw(
    "REP-22", "Half a batch is half a batch", .servers,
    says: """
      The server saves some records of a push and then fails. A later sync sends the others. Nothing is lost, nothing is undone that \
      others did meanwhile, and no record is there twice.
      """,
    source: ckErrors, reach: end + " A batch of one record cannot be halved.", needs: [.records],
    of: many(Generator<Int>.int(in: 0...3).map { .halfBatch($0) }), claims: [.converges, .presence, .values],
    examines: SyncSession.troubleMet, mustCatch: [.marksBeforeSending, .swallowsErrors])

  static let rateLimits = ReplicaLaw(
    "REP-23", "A rate limit only delays", .servers,
    says: "The server answers after some calls that it has had enough. The sync ends and says so; the rest is exchanged later.",
    source: ckErrors, reach: end + " It has no clock: it does not see whether a replica waits as long as it was asked to.",
    needs: [.records], of: many(Generator<Int>.int(in: 0...3).map { .limitsRate(calls: $0) }), claims: [.converges, .presence, .values],
    examines: SyncSession.troubleMet, mustCatch: [.dropsWhenRateLimited, .swallowsErrors, .marksBeforeSending])

  static let staleTokens = ReplicaLaw(
    "REP-25", "A stale token is a new beginning", .servers,
    says: """
      The server does not know the token of the last page any more. The same sync begins again without one: nothing is skipped, nothing \
      that was not sent yet is thrown away, and what was deleted is not back.
      """,
    source: ckErrors, reach: end, needs: [.records],
    of: SyncHistories(
      records: 4, weights: [.write: 6, .delete: 2, .sync: 6, .syncWhileWriting: 4], troubles: [.constant(.forgetsToken)]),
    claims: [.converges, .presence, .values], examines: SyncSession.troubleMet,
    mustCatch: [.givesUpAtAStaleToken, .forgetsEverythingAtAStaleToken])

  static let pages = ReplicaLaw(
    "REP-26", "Every page is fetched, and every batch is sent", .servers,
    says: """
      There are more records than fit a page or a batch. Pages may be shorter than asked for, and empty although others follow. A sync \
      that returns has sent and fetched all.
      """,
    source: "Apple, “CKFetchRecordZoneChangesOperation”: moreComing", reach: "It looks after each sync that returns. Up to nine records.",
    needs: [.records], of: many(.constant(.emptyPage), Generator<Int>.int(in: 1...3).map { .shortPages($0) }),
    claims: [.converges, .presence, .values], mustCatch: [.fetchesOnePage, .stopsAtAnEmptyPage, .stopsAtAShortPage, .sendsOneBatch])

  static let longOffline = ReplicaLaw(
    "REP-27", "A device that was away for long comes back", .servers,
    says: """
      One device edits and is away, while the others change, delete and insert a lot. Its token is stale when it returns. What it did is \
      not lost, and what was deleted meanwhile does not come back with it.
      """,
    source: "Kleppmann et al., “Local-first software”, 2019", reach: end + " Days pass only in the number of edits.", needs: [.records],
    of: SyncHistories(
      devices: 3, records: 4, weights: [.write: 6, .delete: 3, .clear: 1, .sync: 6], troubles: [.constant(.forgetsToken)],
      opening: (0..<4).map { .write(device: 2, record: $0, field: 0) } + [.syncAll, .syncAll]),
    claims: [.converges, .presence, .values], mustCatch: [.forgetsTheDeleted, .givesUpAtAStaleToken, .ignoresDeletions])

  private static let refusing: [BrokenReplica] = [.stopsAtTheRefused, .dropsTheRefused, .overtakesTheRefused]

  /// With a machine of its own: which record the server refuses, only the server knows.
  static let refusedRecords = ReplicaLaw(
    .servers, source: ckErrors,
    reach: """
      It looks at what arrives in the end, and, if the replica declares that it sets refused records aside, counts the records that arrive \
      while the server refuses one name. What hangs on the refused record may wait with it, so each record is edited once.
      """,
    needs: [.records], mustCatch: refusing,
    Requirement(
      "REP-24", "A refused record is not lost, and holds up no others where that is declared",
      says: """
        The server refuses one record of many. The sync fails, and once the server accepts the record, it arrives. If the replica declares \
        that it sets refused records aside, the sync sends and fetches everything else before it fails with the refused names.
        """,
      mustCatch: refusing.map(\.fault)
    ).holds(forAll: .zip(.int(in: 2...9), .int(in: 0...8), .int(in: 0...1))) { drawn, subject, trial in
      let (count, refused, again) = drawn
      try await refuse(refused % count, of: count, editing: again, subject, trial)
    })

  private static func refuse(_ refused: Int, of count: Int, editing again: Int, _ subject: ReplicaSubject, _ trial: Trial) async throws {
    var session = try await SyncSession(subject, devices: 2, [.converges, .presence, .values], trial)
    try await session.run { session in
      for record in 0..<count { try await session.make(.write(device: 0, record: record, field: 0)) }
      // Later edits of the refused record must not overtake it.
      if again > 0 { try await session.make(.write(device: 0, record: refused, field: 1)) }
      try await session.make(.sync(device: 0, .refuses(change: refused)))
      try await session.make(.sync(device: 1, .none))
      if again > 0 || !subject.capabilities.setsRefusedAside { return }
      let arrived = try await session.contents(1).records.count
      try expect("records that reach B while the server refuses one of \(count)", arrived, equals: count - 1)
    }
  }
}

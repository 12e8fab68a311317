import ReplicaContract

private let eventual = "Shapiro et al., “Conflict-free Replicated Data Types”, 2011, section 2: strong eventual consistency"
private let end = """
  It compares what the devices show once every device has synchronized three times with a server that works. It does not see \
  what they show in between, nor what the server keeps.
  """

extension ReplicaLaws {
  static let agree = ReplicaLaw(
    "REP-01", "Devices that have exchanged everything show the same", .convergence,
    says: """
      Two devices edit, each on its own, and synchronize now and then. Once both have sent everything and fetched everything, they show \
      the same records with the same fields, and what they show was written.
      """,
    source: eventual, reach: end, needs: [.records], of: SyncHistories(weights: SyncHistories.records), claims: [.converges, .presence],
    mustCatch: [.oursWins, .ignoresDeletions, .unitesSets, .countsEntriesAnew])

  static let anyOrder = ReplicaLaw(
    "REP-02", "The order in which records arrive does not matter", .convergence,
    says: """
      Pages arrive with the last record first and with older versions of records behind the newer ones. The devices agree in the end all \
      the same, and no older version replaces a newer one.
      """,
    source: eventual, reach: end, needs: [.records, .anyOrder],
    of: SyncHistories(weights: SyncHistories.records, troubles: [.constant(.reorders)]), claims: [.converges, .presence, .values],
    examines: SyncSession.troubleMet, mustCatch: [.theirsWins, .oursWins])

  static let repeated = ReplicaLaw(
    "REP-03", "What arrives twice is as if it arrived once", .convergence,
    says: """
      Every push is carried out twice, as by a library that repeats requests, and every page has each record twice. The devices agree in \
      the end, and nothing is there twice.
      """,
    source: eventual + "; idempotence", reach: end, needs: [.records, .anyOrder],
    of: SyncHistories(weights: SyncHistories.records, troubles: [.constant(.repeats)]), claims: [.converges, .presence, .values],
    examines: SyncSession.troubleMet, mustCatch: [.takesTheirsOnConflict, .countsEntriesAnew])

  static let lostRequests = ReplicaLaw(
    "REP-04", "A sync that breaks off does the rest another time", .convergence,
    says: """
      The connection breaks at any call of a sync. The sync fails and says so. Whatever it has done by then, a later sync does the rest: \
      nothing is lost, and a sync that returns has done all.
      """,
    source: "Gray, “Transaction Processing”, on partial failure; Apple, “CKError”: a failed operation is to be tried again", reach: end,
    needs: [.records], of: SyncHistories(weights: SyncHistories.records, troubles: [.atCall { .losesRequest(call: $0) }]),
    claims: [.converges, .presence, .values], examines: SyncSession.troubleMet, mustCatch: [.marksBeforeSending, .swallowsErrors])

  static let lostAnswers = ReplicaLaw(
    "REP-05", "A request whose answer is lost is done once", .convergence,
    says: """
      The server carries out a call, and its answer does not arrive. The device does not know, and asks again later. The devices agree in \
      the end, no record is there twice, and what another device did meanwhile is not undone.
      """,
    source: "Birrell and Nelson, “Implementing Remote Procedure Calls”, 1984: at least once and at most once", reach: end,
    needs: [.records], of: SyncHistories(weights: SyncHistories.records, troubles: [.atCall { .losesAnswer(call: $0) }]),
    claims: [.converges, .presence, .values], examines: SyncSession.troubleMet,
    mustCatch: [.takesTheirsOnConflict, .keepsOursOnConflict, .overwritesTheServer])

  static let repetition = ReplicaLaw(
    "REP-06", "A sync without news changes nothing", .convergence,
    says: "When nothing has changed anywhere, a sync changes nothing of what its device shows, however often it runs.",
    source: eventual + "; idempotence", reach: "It runs three syncs of each device in a row at the end of a history, and compares.",
    needs: [.records], of: SyncHistories(weights: SyncHistories.records), claims: [.repetition], mustCatch: [.touchesWhatItFetches])

  static let threeDevices = ReplicaLaw(
    "REP-07", "Three devices agree, whichever of them meet", .convergence,
    says: """
      Three devices synchronize in any order, some of them not for long. A change of one reaches the others also by way of a device \
      that merged it. All three agree in the end.
      """,
    source: eventual + "; associativity", reach: end, needs: [.records],
    of: SyncHistories(devices: 3, weights: SyncHistories.records), claims: [.converges, .presence, .values],
    mustCatch: [.oursWins, .ordersByName, .mergesWholeRecords])

  static let sameMoment = ReplicaLaw(
    "REP-08", "Edits at the same moment have the same winner everywhere", .convergence,
    says: """
      All clocks stand still: edits of different devices have the same time. Every device takes the same one for the winner, and edits of \
      one device stay in their order.
      """,
    source: "Lamport, “Time, Clocks, and the Ordering of Events in a Distributed System”, 1978: a total order needs a tie-break",
    reach: end, needs: [.records], of: SyncHistories(clocksMove: false, weights: SyncHistories.records),
    claims: [.converges, .presence, .values], mustCatch: [.tiesGoToWhoeverMerges, .readsTheClockAlone])
}

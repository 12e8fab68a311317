import ReplicaContract

private let causality = "Lamport, “Time, Clocks, and the Ordering of Events in a Distributed System”, 1978: happened before"
private let maximal = """
  A device knows what was on the server when a sync of it returned, and, if it declares causality, what it shows. What it wrote after that \
  replaces that. Of edits that did not know of each other either may win, so it does not see a wrong winner among these, only a value that \
  should be gone.
  """

extension ReplicaLaws {
  static let lastWriteStays = ReplicaLaw(
    "REP-14", "A value that was replaced does not come back", .intent,
    says: """
      Somebody sees a value and writes another. Whatever else happens, the first value is not shown any more once everybody has \
      synchronized; and every value that is shown was written by somebody.
      """,
    source: causality, reach: maximal, needs: [.records], of: SyncHistories(weights: SyncHistories.records),
    claims: [.values], mustCatch: [.oursWins, .theirsWins, .ignoresNewsOfPending, .ordersByName])

  static let fieldsApart = ReplicaLaw(
    "REP-15", "Changes of different fields are both kept", .intent,
    says: "One device changes the title of a record, another its note, without knowing of each other. In the end both changes are there.",
    source: "Kleppmann and Beresford, “A Conflict-Free Replicated JSON Datatype”, 2017, section 1", reach: maximal, needs: [.fields],
    of: SyncHistories(
      records: 1, steps: 20, weights: SyncHistories.records,
      opening: [.write(device: 0, record: 0, field: 0), .sync(device: 0, .none), .sync(device: 1, .none)]),
    claims: [.values],
    mustCatch: [.mergesWholeRecords, .keepsOursOnConflict, .takesTheirsOnConflict, .overwritesTheServer, .ignoresNewsOfPending])

  static let wholeRecords = ReplicaLaw(
    "REP-16", "A record is as one device had it", .intent,
    says: """
      A replica that merges by record shows no mixture: in the end each record is, with all of its fields, as the device showed it that \
      wrote it last.
      """,
    source: causality, reach: maximal, needs: [.wholeRecords],
    of: SyncHistories(
      records: 1, steps: 30, weights: SyncHistories.records,
      opening: [.write(device: 0, record: 0, field: 0), .sync(device: 0, .none), .sync(device: 1, .none)]),
    claims: [.values, .converges], mustCatch: [.ordersByName, .countsEntriesAnew])

  static let wrongClocks = ReplicaLaw(
    "REP-17", "A wrong clock parts no devices, and undoes nothing where cause decides", .intent,
    says: """
      Clocks are years ahead or behind, jump and go backwards. All devices agree in the end all the same. If the replica declares \
      causality, whoever sees a value and replaces it still replaces it, and nobody's later edits are lost until the clocks agree.
      """,
    source: "Kulkarni et al., “Logical Physical Clocks and Consistent Snapshots in Globally Distributed Databases”, 2014",
    reach: "Without causality, it only compares what the devices show in the end. " + maximal + " Clocks move by at most eleven years.",
    needs: [.records], of: SyncHistories(weights: SyncHistories.records.merging([.moveClock: 3]) { $1 }), claims: [.converges],
    ofCausal: [.values, .presence], examines: "a clock is wrong", mustCatch: [.readsTheClockAlone, .distrustsFarStamps])
}

import ReplicaContract

private let offline = "Kleppmann et al., “Local-first software”, 2019, ideal 3: the network is optional"

extension ReplicaLaws {
  static let shownAtOnce = ReplicaLaw(
    "REP-09", "A device shows its own edits at once, and only them", .durability,
    says: """
      After an edit, a device shows what it showed before with this edit made: nothing else changes, whether it is online or not. A \
      sync that reached nobody changes nothing.
      """,
    source: offline + "; Terry et al., “Session Guarantees”, 1994: read your writes",
    reach: "It compares before and after every edit, and after syncs that fail at their first call.",
    of: SyncHistories(
      weights: [.write: 6, .delete: 2, .put: 3, .remove: 1, .sync: 4], troubles: [.constant(.losesRequest(call: 0))]),
    claims: [.reads], mustCatch: [.ordersOwnFirst, .putsNewBehindOld])

  static let reopened = ReplicaLaw(
    "REP-10", "Acknowledged edits are there when the app starts again", .durability,
    says: """
      A replica that is closed and opened again shows what it showed before, and still sends what it had not sent: in the end the \
      others have it too.
      """,
    source: offline, reach: "It opens replicas again between any two steps. It does not see what only a loss of power loses.",
    needs: [.records, .durable], of: SyncHistories(weights: SyncHistories.records.merging([.reopen: 3]) { $1 }),
    claims: [.reads, .converges, .presence], examines: "a replica is opened again", mustCatch: [.writesEditsLate, .forgetsWhatIsPending])

  static let endsAtCalls = ReplicaLaw(
    "REP-11", "An app that ends during a sync loses nothing", .durability,
    says: """
      The app is ended at any call of a sync, before the call arrives or before its answer does. When it starts again, no acknowledged \
      edit is lost, here or on the server, and nothing that others did is skipped.
      """,
    source: offline + "; Gray, “Transaction Processing”, on partial failure",
    reach: "It ends the device at calls of the server: a replica that goes on in spite of it is not ended.",
    needs: [.records, .durable],
    of: SyncHistories(
      weights: SyncHistories.records, troubles: [.atCall { .endsBefore(call: $0) }, .atCall { .endsAfter(call: $0) }]),
    claims: [.converges, .presence, .values], examines: SyncSession.troubleMet,
    mustCatch: [.writesEditsLate, .forgetsWhatIsPending])

  static let endsAtWrites = ReplicaLaw(
    "REP-12", "An app that ends at a write to its disk loses nothing", .durability,
    says: """
      The app is ended at any write to its disk, during an edit or a sync, and the write is done or not. When it starts again, no \
      acknowledged edit is lost, and nothing of what others sent is skipped.
      """,
    source: "Gray and Reuter, “Transaction Processing: Concepts and Techniques”, 1992: atomicity of what belongs together",
    reach: """
      It sees the writes to the disk of its place. A replica that keeps files of its own writes nothing there before each of its writes, \
      or is not examined.
      """,
    needs: [.records, .durable], of: SyncHistories(weights: SyncHistories.records.merging([.endAtWrite: 5]) { $1 }),
    claims: [.converges, .presence, .values], examines: "the device ends at a write",
    cannotSee: "the replica writes nothing to the disk of its place",
    mustCatch: [.savesTheTokenFirst, .forgetsWhatIsPending])

  static let editsDuringSync = ReplicaLaw(
    "REP-13", "An edit that is made while a sync runs is kept, and sent", .durability,
    says: """
      The user edits while a call of a sync is on its way, perhaps the record that is being sent. The edit is not lost, and reaches the \
      others with this sync or the next one.
      """,
    source: offline,
    reach: "The edit is made while a call waits, at any call. REP-36 tries other interleavings.",
    needs: [.records], of: SyncHistories(weights: SyncHistories.records.merging([.syncWhileWriting: 5]) { $1 }),
    claims: [.converges, .presence, .values], examines: "an edit while a sync runs",
    mustCatch: [.marksWhateverWasChanged, .mergesIntoSnapshot])
}

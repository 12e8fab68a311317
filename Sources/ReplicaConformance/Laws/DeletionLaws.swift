import ReplicaContract

private let tombstones = """
  Shapiro et al., “A comprehensive study of Convergent and Commutative Replicated Data Types”, 2011, section 3.3: sets
  """
private let presence = """
  It looks at which records are there once everybody has synchronized. Where a deletion and an edit did not know of each other, it \
  demands only what the replica declares.
  """

extension ReplicaLaws {
  static let deletedStaysDeleted = ReplicaLaw(
    "REP-18", "What was deleted does not come back", .deletions,
    says: """
      A device deletes a record that it and others have. Once everybody has synchronized, nobody has it: no old copy brings it back, \
      unless somebody who did not know of the deletion wrote it.
      """,
    source: tombstones, reach: presence, needs: [.records],
    of: SyncHistories(devices: 3, weights: [.write: 5, .delete: 4, .sync: 6, .syncAll: 2]), claims: [.presence],
    mustCatch: [.forgetsTheDeleted, .ignoresDeletions, .unitesSets])

  static let insertedAgain = ReplicaLaw(
    "REP-19", "What was inserted again stays", .deletions,
    says: """
      A record is deleted and inserted again with the same id, at once or later, before or after a sync. It is there in the end, with its \
      new fields.
      """,
    source: tombstones + "; observed remove", reach: presence, needs: [.records],
    of: SyncHistories(records: 1, weights: [.write: 5, .delete: 3, .replace: 2, .sync: 5, .syncAll: 2]), claims: [.presence, .values],
    examines: "a record is inserted again", mustCatch: [.insertsIntoTheOldLife, .countsInsertionsAnew])

  static let deletionAgainstEdit = ReplicaLaw(
    "REP-20", "When a record is deleted here and edited there, the declared one wins", .deletions,
    says: """
      A replica declares whether deletions or edits win when neither device knew of the other's. In the end the record is there or not, as \
      declared, on all devices.
      """,
    source: tombstones, reach: presence, needs: [.deletePolicy],
    of: SyncHistories(
      records: 1, steps: 16, weights: [.write: 3, .delete: 3, .replace: 1, .sync: 2],
      opening: [.write(device: 0, record: 0, field: 0), .sync(device: 0, .none), .sync(device: 1, .none)]),
    claims: [.presence, .converges], mustCatch: [.editsReviveTheDeleted, .removesTheUnseen])

  static let deletionOfEverything = ReplicaLaw(
    "REP-21", "Deleting everything reaches every device", .deletions,
    says: """
      The user deletes all that a device has. After syncs, none of it is on any device, also not on one that was away for long; what was \
      inserted since stays.
      """,
    source: "European Union, GDPR, article 17; " + tombstones, reach: presence + " It does not look at what the server keeps.",
    needs: [.records],
    of: SyncHistories(
      devices: 3, records: 6, steps: 60, weights: [.write: 12, .clear: 1, .sync: 4, .syncAll: 2]), claims: [.presence, .converges],
    examines: "everything is deleted", mustCatch: [.forgetsTheDeleted, .sendsOneBatch])

  static let expiry = ReplicaLaw(
    "REP-34", "A device that was away for longer than deletions are kept begins anew", .deletions,
    says: """
      The server forgets old deletions. To a device that has not fetched them it says that its token is stale, and the device fetches \
      everything. What others deleted is gone there too and does not come back to them, and what it inserted meanwhile is kept.
      """,
    source: "Google, “Calendar API: Synchronize resources efficiently”: full sync after status 410; Apple, “CKError”: changeTokenExpired",
    reach: presence + " Clocks are right, and nothing else goes wrong.",
    needs: [.records, .expiring],
    of: SyncHistories(
      devices: 3, records: 4, weights: [.write: 6, .delete: 3, .sync: 6, .expire: 2],
      opening: [.write(device: 0, record: 0, field: 0), .write(device: 0, record: 1, field: 0), .syncAll, .syncAll]),
    claims: [.converges, .presence, .values], examines: SyncSession.awayForLong,
    mustCatch: [.keepsWhatExpired, .sendsWhatExpired, .forgetsTheUnsentAtExpiry])
}

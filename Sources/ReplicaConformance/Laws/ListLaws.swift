import ReplicaContract

private let listSpec = """
  Attiya et al., “Specification and Complexity of Collaborative Text Editing”, 2016, section 3: the strong list specification
  """

extension ReplicaLaws {
  static let elementsOnce = ReplicaLaw(
    "REP-30", "A list has what was put there and not removed, each once", .lists,
    says: """
      Devices put elements into a list and remove some, each on its own. In the end all show the same list: every element that nobody \
      removed is there once, and no removed one comes back.
      """,
    source: listSpec, reach: "It compares the lists once everybody has synchronized; every element is another text.", needs: [.list],
    of: SyncHistories(weights: [.put: 6, .remove: 2, .sync: 5, .syncAll: 2]), claims: [.elements, .converges],
    mustCatch: [.forgetsRemovals, .removesWhatHangsOn])

  static let elementOrder = ReplicaLaw(
    "REP-31", "Elements keep their order", .lists,
    says: """
      If a device has shown one element before another, they are in this order for ever, on every device; and what a user puts at a \
      place is at that place.
      """,
    source: listSpec,
    reach: """
      It compares lists after each edit and in the end. It does not demand that what two users type stays together (Weidner and Kleppmann, \
      “The Art of the Fugue”, 2023).
      """,
    needs: [.list],
    of: SyncHistories(devices: 3, weights: [.put: 6, .remove: 1, .sync: 6, .syncAll: 2]),
    claims: [.order, .reads, .converges],
    mustCatch: [.putsNewBehindOld, .numbersByDevice])

  static let listsInAnyWeather = ReplicaLaw(
    "REP-32", "A list bears any order, repetition and loss", .lists,
    says: "The same when records arrive in any order and twice, syncs break off, answers are lost, and replicas are opened again.",
    source: listSpec, reach: "As REP-30, with everything of REP-02 to REP-05.", needs: [.list, .anyOrder, .durable],
    of: SyncHistories(
      weights: [.put: 6, .remove: 2, .sync: 6, .syncAll: 2, .reopen: 1],
      troubles: [
        .constant(.reorders), .constant(.repeats), .atCall { .losesRequest(call: $0) }, .atCall { .losesAnswer(call: $0) },
        .constant(.forgetsToken),
      ]),
    claims: [.elements, .order, .converges], examines: SyncSession.troubleMet, mustCatch: [.forgetsRemovals, .removesWhatHangsOn])
}

/// All laws, in the order of their numbers.
public enum ReplicaLaws {
  /// Every law.
  public static let all: [ReplicaLaw] = convergence + durability + intent + deletions + servers + costs + lists + versions
    + [expiry, accounts, overlap, withAttachments, obsoleteAttachments]

  static let convergence = [
    agree, anyOrder, repeated, lostRequests, lostAnswers, repetition, threeDevices, sameMoment,
  ]
  static let durability = [shownAtOnce, reopened, endsAtCalls, endsAtWrites, editsDuringSync]
  static let intent = [lastWriteStays, fieldsApart, wholeRecords, wrongClocks]
  static let deletions = [deletedStaysDeleted, insertedAgain, deletionAgainstEdit, deletionOfEverything]
  static let servers = [halfBatches, rateLimits, refusedRecords, staleTokens, pages, longOffline]
  static let costs = [quiet, growth]
  static let lists = [elementsOnce, elementOrder, listsInAnyWeather]
  static let versions = [unknownFields]
}

import ReplicaContract

/// What the records of a ``MergingReplica`` hold: how an edit changes them, how two versions merge, and what the user sees. Pure functions.
public struct ReplicaFormat: Sendable {
  /// What replicas of this format declare.
  var capabilities: ReplicaCapabilities
  /// The bodies that an edit gives to records, by name; nil: the record is forgotten.
  var change: @Sendable (ReplicaEdit, [String: KeptRecord], EditContext) throws -> [String: String?]
  /// Merges what is here with another version: commutative, associative and idempotent.
  var merge: @Sendable (_ here: String, _ there: String) -> String
  var contents: @Sendable ([String: KeptRecord]) throws -> ReplicaContents
  /// The format of an older app; nil: there is none.
  var older: (@Sendable () -> ReplicaFormat)?
  /// Whether a body is only the trace of a deletion.
  var isTombstone: @Sendable (_ body: String) -> Bool = { _ in false }
  /// Records of one lane reach the server in the order of their names.
  var lane: @Sendable (_ name: String, _ body: String) -> String = { name, _ in name }
}

/// Who edits, and when by the device's own clock.
struct EditContext: Sendable {
  let device: String
  /// Milliseconds since 1970, right or wrong.
  let clock: Int64
}

/// What a ``MergingReplica`` does on its way between disk and server. By default it does what is right; each alternative is a mistake
/// that people make.
struct SyncHabits: Sendable {
  enum Settling { case whatWasAccepted, whateverWasChanged, beforeSending, afterWriting }
  enum OnConflict { case merges, takesTheirs, keepsOurs, overwrites }
  enum OnRefusal { case setsAside, stops, drops }
  enum OnStaleToken { case beginsAgain, givesUp, forgetsEverything }
  enum OnExpiry { case forgets, keeps, sendsAgain }
  enum Accounts { case separates, sharesRecords, sharesToken, clearsOthers }

  /// When a record counts as sent.
  var settles = Settling.whatWasAccepted
  var onConflict = OnConflict.merges
  var onRefusal = OnRefusal.setsAside
  var onStaleToken = OnStaleToken.beginsAgain
  /// What becomes of records that it has exchanged, if the server has forgotten that they were deleted.
  var onExpiry = OnExpiry.forgets
  var accounts = Accounts.separates
  /// Whether a page is merged into the records as they were before it was asked for.
  var mergesIntoSnapshot = false
  /// Whether an edit is on the disk when it is acknowledged.
  var writesEditsAtOnce = true
  /// Whether what is still to send is remembered over a relaunch.
  var remembersPending = true
  var dropsWhenRateLimited = false
  /// Whether the token of a page is on the disk before its records are.
  var savesTokenFirst = false
  var swallowsErrors = false
  /// Whether a sync fetches before it sends, and once more after that.
  var fetchesFirst = false
  var sendsOneBatch = false
  var fetchesAllEachTime = false
  var sendsAllEachTime = false
  /// Whether a record that is still to be sent takes in nothing from others.
  var ignoresNewsOfPending = false
  /// Whether to ask for another page after one that is not the last.
  var goesOn: @Sendable (SyncPage) -> Bool = { _ in true }
}

/// What goes wrong in Argus (002 Error Handling: structured error types). What each says to the user stands in
/// ``ErrorMessages``.
public enum ArgusError: Error, Sendable, Equatable {
  /// No network.
  case offline
  case timedOut
  case cancelled
  case cloudUnavailable
  /// Somebody else wrote the article since it was read, or it has the place that was asked for. Nothing is written.
  case conflict(id: String)
  /// Records that do not read or do not fit each other were found; what is good is served.
  case corruptedContext
  /// The store failed twice, or left a transaction unknown. What was committed before is still served.
  case transactionFailed
  case notFound
  /// The server's status.
  case badResponse(Int)
}

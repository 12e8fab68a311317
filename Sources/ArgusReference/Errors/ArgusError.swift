/// The errors of Argus (002 Error Handling: structured error types). ``ErrorMessages`` words them for the user.
public enum ArgusError: Error, Sendable, Equatable {
  /// There is no network.
  case offline
  /// The backend or the cloud took too long to answer.
  case timedOut
  /// The user's action was cancelled. The app's functions throw `CancellationError` instead; only reports to the user
  /// use this.
  case cancelled
  /// The user has no cloud, or the cloud refused the call.
  case cloudUnavailable
  /// The stored article is not of the expected version, or the address belongs to another article. Nothing was written.
  /// The id is that of the stored article.
  case conflict(id: String)
  /// Records that cannot be read, or do not fit each other, were found. The app goes on with the others.
  case corruptedContext
  /// The store failed, which a transaction reports only after its second attempt, or did not say whether it has
  /// committed. Earlier commits can still be read.
  case transactionFailed
  /// There is no article with this id.
  case notFound
  /// The server answered with this status, or with a body that cannot be read.
  case badResponse(Int)
}

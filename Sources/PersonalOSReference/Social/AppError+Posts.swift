import StorageContract

extension AppError {
  /// What the user is told of an error that a repository threw. An error that nobody foresaw counts as one
  /// that may pass.
  init(ofPosts error: any Error) {
    self =
      switch error {
      case let error as AppError: error
      case let error as NetworkError: .network(error, retryable: true)
      case let error as DatabaseError: .database(error, recoverable: error == .concurrencyConflict)
      case is SocialPostError: .database(.constraintViolation, recoverable: false)
      case is UnreadableRecord, StoreError.damaged: .database(.corruptedData, recoverable: false)
      case StoreError.invalidKey, StoreError.invalidName, StoreError.invalidValue:
        .database(.constraintViolation, recoverable: false)
      default: .database(.concurrencyConflict, recoverable: true)
      }
  }
}

import PersonalOSReference
import PropertyTesting

/// What one operation on the dashboard came to.
struct PostReport {
  let before: DashboardScreen
  /// When the repository was called, before anything else happened; nil: it was not called.
  let whenCalled: DashboardScreen?
  let after: DashboardScreen
  let thrown: (any Error)?
  /// Whether the post that it concerns was stored.
  let wasThere: Bool
  /// In the store afterwards.
  let stored: [PostBytes]

  var announced: [OperationResult] { Array(after.announced.dropFirst(before.announced.count)) }

  /// The repository is called while the user sees that something is under way, and nothing else of it.
  func expectNothingShownBeforeTheRepositoryActed() throws {
    guard let whenCalled else { return try expect("the repository is called", false) }
    try expect("announced before the repository acted", whenCalled.announced, equals: before.announced)
    try expect(
      "lastOperation before the repository acted", whenCalled.lastOperation, equals: before.lastOperation)
    try expect("the list before the repository acted", whenCalled.posts.bytes, equals: before.posts.bytes)
    try expect("isLoading while the repository is at it", whenCalled.isLoading)
  }

  /// One announcement for the operation, and one for what was done meanwhile.
  func expectOneAnnouncement(_ type: OperationType, success: Bool, meanwhile: Bool) throws {
    let last = announced.last
    try expect("announcements", announced.count, equals: meanwhile && whenCalled != nil ? 2 : 1)
    try expect("the operation announced", last?.type, equals: type)
    try expect("whether it succeeded, as announced", last?.success, equals: success)
    try expect("a message to read", last?.message.isEmpty == false)
    try expect("lastOperation", after.lastOperation, equals: last)
    try expect("isLoading afterwards", after.isLoading, equals: false)
  }

  func expectSuccess(_ type: OperationType, meanwhile: Bool) throws {
    try expect("no error is thrown: \(thrown.map { describe($0) } ?? "none")", thrown == nil)
    try expectOneAnnouncement(type, success: true, meanwhile: meanwhile)
    try expect("an error that is shown", after.error, equals: nil)
  }

  /// - Returns: the error that is thrown and shown.
  @discardableResult
  func expectFailure(_ type: OperationType, meanwhile: Bool) throws -> AppError? {
    try expectOneAnnouncement(type, success: false, meanwhile: meanwhile)
    try expect("an error is shown", after.error != nil)
    try expect("the error thrown is the one shown", thrown as? AppError, equals: after.error)
    return after.error
  }
}

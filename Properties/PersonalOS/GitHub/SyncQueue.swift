import PersonalOSReference

/// Begins a sync when the one before it has ended.
actor SyncQueue {
  private var last: Task<SyncResult, any Error>?

  func enqueue(_ sync: @escaping @Sendable () async throws -> SyncResult) async throws -> SyncResult {
    let before = last
    let task = Task {
      // Of itself: a task that waited for it could still be running when the caller already goes on.
      _ = await before?.result
      return try await sync()
    }
    last = task
    return try await task.value
  }
}

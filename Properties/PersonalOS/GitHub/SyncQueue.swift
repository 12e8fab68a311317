import PersonalOSReference

/// Begins a sync when the one before it has ended.
actor SyncQueue {
  private var last: Task<Void, Never>?

  func enqueue(_ sync: @escaping @Sendable () async throws -> SyncResult) async throws -> SyncResult {
    let before = last
    let task = Task {
      await before?.value
      return try await sync()
    }
    last = Task { _ = await task.result }
    return try await task.value
  }
}

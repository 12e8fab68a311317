import Foundation
import StorageContract

/// Takes changes from GitHub and loses nothing that is stored here.
///
/// Only one sync runs at a time, so later answers of GitHub are stored later. Otherwise an older answer could be stored
/// last. The next sync would then mistake the user's edits in between for GitHub's values and replace them. So there must
/// be only one service for a store.
public actor GitHubSyncService: ProjectSync {
  private let data: any DataAccess
  private let transport: any GitHubTransport
  private let newID: @Sendable () -> UUID
  private var isSyncing = false
  /// The syncs that wait for the running one, in the order of their calls.
  private var waiting: [CheckedContinuation<Void, Never>] = []

  /// Creates the service. By default new projects get random UUIDs.
  public init(
    data: any DataAccess, transport: any GitHubTransport, newID: @escaping @Sendable () -> UUID = { UUID() }
  ) {
    self.data = data
    self.transport = transport
    self.newID = newID
  }

  public func syncProjects(username: String) async throws -> SyncResult {
    await takeTurn()
    defer { passTurn() }
    try Task.checkCancellation()
    // Fetch all pages before the first write, so a fetch that fails half-way changes nothing.
    let remotes = try await repositories(of: username)
    let newID = newID
    return try await data.perform { try Self.store(remotes, in: $0, newID) }
  }

  public func mergeProject(remote: GitHubRepo, local: ProjectItem?) throws -> ProjectItem {
    let local = local ?? ProjectItem(remote, id: newID())
    let merge = ProjectMerge(remote, into: local.storedFields, of: local.id)
    return try ProjectItem(
      stored: StoredRecord(
        collection: ProjectItem.collection, key: local.storageKey, fields: merge.fields))
  }

  public func preserveLocalFields(from local: ProjectItem, to merged: ProjectItem) -> ProjectItem {
    var result = merged
    result.id = local.id
    result.progress = local.progress
    result.notes = local.notes
    result.status = local.status
    return result
  }

  private func takeTurn() async {
    if isSyncing {
      await withCheckedContinuation { waiting.append($0) }
    } else {
      isSyncing = true
    }
  }

  /// Hands the turn directly to the next sync in line, so that no new call comes in between.
  private func passTurn() {
    if waiting.isEmpty { isSyncing = false } else { waiting.removeFirst().resume() }
  }

  /// All repositories, each once. If a repository is on two pages, it has moved during the fetch, and the later page is
  /// right.
  private func repositories(of username: String) async throws -> [GitHubRepo] {
    var repositories: [GitHubRepo] = []
    var places: [Int64: Int] = [:]
    var page = 1
    while true {
      let answer: GitHubPage
      do {
        answer = try await transport.repositories(of: username, page: page)
      } catch let cancellation as CancellationError {
        throw cancellation
      } catch {
        throw AppError(error)
      }
      for repository in answer.repositories {
        if let place = places[repository.id] {
          repositories[place] = repository
        } else {
          places[repository.id] = repositories.count
          repositories.append(repository)
        }
      }
      guard let next = answer.nextPage else { return repositories }
      // A list whose pages lead back would never end.
      guard next > page else { throw AppError.network(.invalidResponse, retryable: true) }
      page = next
    }
  }

  /// Merges the repositories into the store. It deletes nothing, and it does not write projects that stay the same.
  private static func store(
    _ remotes: [GitHubRepo], in scope: DataScope, _ newID: () -> UUID
  ) throws -> SyncResult {
    let transaction = try scope.live()
    var candidates = try Candidates(transaction.scan(ProjectItem.collection))
    var (added, updated, unchanged) = (0, 0, 0)
    var conflicts: [ProjectConflict] = []
    for remote in remotes {
      guard let (id, record) = candidates.takeMatch(of: remote) else {
        try scope.save(ProjectItem(remote, id: newID()))
        added += 1
        continue
      }
      let merge = ProjectMerge(remote, into: record.fields, of: id)
      conflicts += merge.conflicts
      if merge.fields == record.fields {
        unchanged += 1
      } else {
        try transaction.put(merge.fields, at: record.key, in: ProjectItem.collection)
        updated += 1
      }
    }
    return SyncResult(added: added, updated: updated, unchanged: unchanged, conflicts: conflicts)
  }
}

import PersonalOSReference
import PropertyTesting

// Mistakes in how the app is put together, which no part shows alone: those that are no edits of the core
// (`Properties/PersonalOS-App.edits`).
extension Fault<PersonalOSSystem> {
  static let keepsBackupsInClear = Fault("keepsBackupsInClear", "writes backups of migrations as they are") { system in
    system.security.sealBackups = { place, _ in place }
  }

  static let showsTextsOfAnotherSite = Fault(
    "showsTextsOfAnotherSite", "shows the legal texts of another site"
  ) { system in
    system.legal.openDocuments = { _ in try LegalDocumentProvider(site: "https://legal.example") }
  }

  static let syncsInATaskOfItsOwn = Fault(
    "syncsInATaskOfItsOwn", "syncs in a task that is not tied to the requesting view"
  ) { system in
    system.changeSyncs { base, _, username in
      try await Task.detached { try await base.syncProjects(username: username) }.value
    }
  }
}

extension PersonalOSSystem {
  mutating func changeSyncs(
    _ sync: @escaping @Sendable (_ base: any ProjectSync, GitHubSetup, _ username: String) async throws -> SyncResult
  ) {
    let open = parts.gitHub.openSync
    parts.gitHub.openSync = { setup in
      let base = try await open(setup)
      return OtherSync(base: base) { try await sync(base, setup, $0) }
    }
  }
}

/// Syncs in another way.
private struct OtherSync: ProjectSync {
  let base: any ProjectSync
  let sync: @Sendable (_ username: String) async throws -> SyncResult

  func syncProjects(username: String) async throws -> SyncResult { try await sync(username) }
  func mergeProject(remote: GitHubRepo, local: ProjectItem?) async throws -> ProjectItem {
    try await base.mergeProject(remote: remote, local: local)
  }
  func preserveLocalFields(from local: ProjectItem, to merged: ProjectItem) async -> ProjectItem {
    await base.preserveLocalFields(from: local, to: merged)
  }
}

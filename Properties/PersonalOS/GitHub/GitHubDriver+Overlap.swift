import DeterministicScheduling
import PersonalOSGenerators
import PersonalOSReference
import PropertyTesting
import StorageContract

extension GitHubDriver {
  /// Syncs with all `listings` at a time, as GitHub tells each sync another, and expects what there would be
  /// had each run alone when it first asked.
  ///
  /// Were an older answer stored last, the user could lose an edit: he changes a field back to what it was,
  /// the old answer says the same and passes for the last sync, and the next sync takes the field for
  /// unedited.
  func expectOverlappingSyncsInOrder(_ listings: [RepositoryListing], _ trial: Trial) async throws {
    let (service, gitHub) = (service, gitHub)
    try trial.schedule {
      let syncs = listings.enumerated().map { number, listing in
        ScriptedGitHub.$listingOfCaller.withValue(listing) {
          Task(name: "sync \(number)") { try await service.syncProjects(username: Self.username) }
        }
      }
      for sync in syncs { _ = try await sync.value }
    }
    var book = book
    for listing in gitHub.overlapping {
      for remote in book.sync(listing).added {
        book.hold("new \(remote.id)", ProjectBook.newFields(of: remote))
      }
    }
    let records = try await records()
    try expect("projects after two syncs at a time", records.count, equals: book.rows.count)
    for row in book.rows {
      // A new project's key is the system's to choose.
      let record =
        row.remoteID == nil
        ? records[row.key] : records.values.first { $0.fields["remoteID"] == row.fields["remoteID"] }
      try expect("\(row.fullName) after two syncs at a time", record?.fields, equals: row.fields)
    }
  }
}

import PersonalOSReference
import StorageContract
import StorageFaults
import Synchronization

extension PersonalOSSystem {
  /// Opens the case's store such that commits fail and yet are reported as done (BF-14).
  /// - Parameter first: the first commit that fails, counted from 0 over all openings; later ones fail too.
  func openStoreThatSwallows(refusalsFrom first: Int) -> @Sendable () async throws -> any Store {
    let openStore = openStore
    let commits = CommitCount()
    let location = AnyStoreLocation(
      open: {
        StoreTrace(try await openStore()) { _, event in
          if event == .commit, commits.next() >= first { throw RefusedCommit() }
        }.store
      }, rawBytes: rawBytes
    ).with(.swallowsWriteErrors)
    return { try await location.open() }
  }
}

/// What a store says that has run out of space, say.
struct RefusedCommit: Error, Equatable {}

private final class CommitCount: Sendable {
  private let count = Mutex(0)

  /// From 0.
  func next() -> Int {
    count.withLock { count in
      defer { count += 1 }
      return count
    }
  }
}

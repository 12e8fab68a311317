import ArgusReference
import PropertyTesting

/// A cloud with some of its calls changed: for faults of one line.
struct AlteredCloud: CloudDatabase {
  typealias Push = @Sendable (any CloudDatabase, [SyncRecord]) async throws -> Void
  typealias Pull = @Sendable (any CloudDatabase, Int64) async throws -> CloudPage

  let base: any CloudDatabase
  var pushing: Push = { try await $0.push($1) }
  var pulling: Pull = { try await $0.pull(after: $1) }

  func isAvailable() async throws -> Bool { try await base.isAvailable() }
  func push(_ records: [SyncRecord]) async throws { try await pushing(base, records) }
  func pull(after token: Int64) async throws -> CloudPage { try await pulling(base, token) }
}

extension ArgusParts {
  /// The synchronization over another view of the cloud.
  mutating func alterCloudOfSync(_ alter: @escaping @Sendable (inout AlteredCloud, SyncSetup) -> Void) {
    makeSync = changingSetup(of: makeSync) { setup in
      var cloud = AlteredCloud(base: setup.cloud)
      alter(&cloud, setup)
      setup.cloud = cloud
    }
  }
}

extension Fault<ArgusSystem> {
  /// The synchronization, and what opens a shared cloud, over another view of the cloud.
  static func sending(_ id: String, _ fact: String, _ push: @escaping AlteredCloud.Push) -> Fault {
    Fault(id, fact) { system in
      let open = system.parts.openSharedCloud
      system.parts.openSharedCloud = { AlteredCloud(base: open($0), pushing: push) }
      system.parts.alterCloudOfSync { cloud, _ in cloud.pushing = push }
    }
  }

  static func fetching(_ id: String, _ fact: String, _ pull: @escaping AlteredCloud.Pull) -> Fault {
    Fault(id, fact) { system in
      let open = system.parts.openSharedCloud
      system.parts.openSharedCloud = { AlteredCloud(base: open($0), pulling: pull) }
      system.parts.alterCloudOfSync { cloud, _ in cloud.pulling = pull }
    }
  }
}

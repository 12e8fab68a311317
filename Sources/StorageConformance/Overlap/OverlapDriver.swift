import Foundation
import StorageContract

/// A location that knows how long a transaction in its stores may wait for others. For other locations, the laws wait
/// ten seconds before they report a hang, because databases look for deadlocks about every second.
public protocol WaitBoundedLocation: StoreLocation {
  /// The longest that a transaction may wait before it fails.
  var longestWait: Duration { get }
}

/// Runs a script over stores at one location.
struct OverlapDriver: Sendable {
  let script: OverlapScript
  let location: any StoreLocation
  /// Whether transactions that ended in a conflict are tried once more, one after the other, when all is over.
  var triesAgain = false

  /// - Throws: what the location throws when it is opened for the first transaction or the last read.
  func run() async throws -> OverlapRecord {
    let firstVersions = try await prepare()
    let recorder = OverlapRecorder()
    let sessions = script.plans.enumerated().map {
      OverlapSession($0.offset, $0.element, script.layout, firstVersions: firstVersions, recorder: recorder)
    }
    // The conductor waits for semaphores: not on a thread of the pool.
    var record = await withCheckedContinuation { continuation in
      let thread = Thread { [self] in
        var conductor = OverlapConductor(script, sessions, recorder, longestWait: longestWait)
        continuation.resume(returning: conductor.conduct(at: location, triesAgain: triesAgain))
      }
      thread.start()
    }
    // Otherwise stores may still be open, and transactions hang.
    if record.problem == nil { record.lastRead = try await lastRead() }
    return record
  }

  private var longestWait: Duration {
    (location as? any WaitBoundedLocation)?.longestWait ?? .seconds(10)
  }

  /// - Returns: the versions of the first records.
  private func prepare() async throws -> [String: Int64] {
    let store = try await location.open()
    let versions = try await store.write { transaction in
      var versions: [String: Int64] = [:]
      for (key, value) in OverlapScript.firstValues {
        versions[key] = try transaction.put(OverlapValue(number: value).fields, at: key, in: script.layout.collection(of: key))
      }
      return versions
    }
    try await store.close()
    return versions
  }

  private func lastRead() async throws -> [OverlapEntry] {
    let store = try await location.open()
    let entries = try await store.read { [layout = script.layout] in
      let version = try $0.schemaVersion()
      return try layout.scan($0) + (version == 0 ? [] : [OverlapEntry(key: OverlapScript.schemaVersion, value: version)])
    }
    try await store.close()
    return entries
  }
}

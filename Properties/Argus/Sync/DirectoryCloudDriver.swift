import ArgusReference
import Foundation
import PropertyTesting
import Synchronization

/// Two clouds over one directory, in which there are files of others, too.
final class DirectoryCloudDriver: Sendable {
  static let others = ["1.txt", "7000.txt", "notes.json"]

  private let directory = FileManager.default.temporaryDirectory.appendingPathComponent("argus-cloud-\(UUID().uuidString)").path
  private let clouds: [any CloudDatabase]
  private let tokens = Mutex<[Int64]>([0, 0])

  init(_ system: ArgusSystem) async throws {
    let directory = directory
    clouds = (0..<2).map { _ in system.parts.openSharedCloud(directory) }
    try await expectNoCloud(clouds[0])
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    try expect("the cloud is there", try await clouds[0].isAvailable())
    for name in Self.others { try Data().write(to: file(name)) }
    try expect("a file is a cloud", try await system.parts.openSharedCloud(file(Self.others[0]).path).isAvailable(), equals: false)
  }

  private func expectNoCloud(_ cloud: any CloudDatabase) async throws {
    try expect("a cloud without its directory is there", try await cloud.isAvailable(), equals: false)
    let record = SyncRecord.unknown("1")
    for (what, call) in [
      ("fetching", { _ = try await cloud.pull(after: 0) }), ("sending nothing", { try await cloud.push([]) }),
      ("sending", { try await cloud.push([record]) }),
    ] as [(String, () async throws -> Void)] {
      var found: (any Error)?
      do { try await call() } catch { found = error }
      try expect("\(what) without the directory", found as? ArgusError, equals: .cloudUnavailable)
    }
  }

  func push(_ push: DirectoryCloudModel.Push) async throws { try await clouds[push.cloud].push(push.records) }

  func pull(_ cloud: Int) async throws -> DirectoryCloudModel.Page {
    let page = try await clouds[cloud].pull(after: tokens.withLock { $0[cloud] })
    tokens.withLock { $0[cloud] = page.token }
    return DirectoryCloudModel.Page(records: page.records, token: Int(page.token))
  }

  func pushUnreadable() throws { try writeBatch("{\"entries\":[{\"articleID\":\"later\",\"fields\":{}}]}") }

  func pullDamaged() async throws {
    try writeBatch("[]")
    _ = try await pull(0)
  }

  func files() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: directory).sorted() }

  /// Behind the batches that are there.
  private func writeBatch(_ text: String) throws {
    let count = try files().count { $0.hasSuffix(".json") && !Self.others.contains($0) }
    try Data(text.utf8).write(to: file("\(count + 1).json"))
  }

  private func file(_ name: String) -> URL { URL(fileURLWithPath: directory).appendingPathComponent(name) }

  deinit { try? FileManager.default.removeItem(atPath: directory) }
}

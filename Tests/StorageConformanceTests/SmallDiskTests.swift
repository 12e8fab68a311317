import Foundation
import SQLiteStorage
import StorageContract
import Testing

/// A real disk that is full: a file system of one megabyte in memory, where this process may mount one.
@Suite(.serialized) struct SmallDiskTests {
  private static let canMount = SmallDisk.withDisk { _ in } != nil

  private static func put(_ size: Int, at key: String, in store: any Store) async throws {
    try await store.write { _ = try $0.put(["x": .bytes([UInt8](repeating: 7, count: size))], at: key, in: "c") }
  }

  @Test(
    .enabled(if: canMount, "needs the right to mount a tmpfs: run it as root on Linux"),
    arguments: ["file", "sqlite"])
  func aFullDiskIsADefiniteErrorAndTheStoreWorksOn(kind: String) async throws {
    let disk = try #require(SmallDisk())
    defer { disk.unmount() }
    let filler = disk.path + "/filler"
    func open() throws -> any Store {
      kind == "file"
        ? try FileStore(directory: disk.path + "/store") : try SQLiteStore(path: disk.path + "/store.sqlite")
    }
    var store = try open()
    try await Self.put(1_000, at: "before", in: store)
    _ = FileManager.default.createFile(atPath: filler, contents: nil)
    disk.fill(filler)

    var kept = try await store.dump()
    var refusals = 0
    for number in 0..<50 where refusals < 3 {
      do {
        try await Self.put(5_000, at: "k\(number)", in: store)
        kept = try await store.dump()
      } catch let error as StoreError {
        refusals += 1
        guard case .io = error else {
          Issue.record("\(error)")
          break
        }
        #expect(try await store.dump() == kept)
      }
    }
    #expect(refusals == 3)

    try FileManager.default.removeItem(atPath: filler)
    try await Self.put(5_000, at: "after", in: store)
    let after = try await store.dump()
    #expect(after != kept)
    try await store.close()
    store = try open()
    #expect(try await store.dump() == after)
    try await store.close()
  }
}

/// A tmpfs of one megabyte in a directory of its own.
private struct SmallDisk {
  let path: String

  /// Nil where this process may not mount one.
  init?() {
    path = FileManager.default.temporaryDirectory.appendingPathComponent("small-disk-\(UUID().uuidString)").path
    guard (try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)) != nil else {
      return nil
    }
    guard Self.run("mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", path) else {
      try? FileManager.default.removeItem(atPath: path)
      return nil
    }
  }

  func unmount() {
    _ = Self.run("umount", path)
    try? FileManager.default.removeItem(atPath: path)
  }

  static func withDisk<Result>(_ body: (SmallDisk) -> Result) -> Result? {
    guard let disk = SmallDisk() else { return nil }
    defer { disk.unmount() }
    return body(disk)
  }

  /// Writes until there is no space.
  func fill(_ path: String) {
    let files = SystemFileLayer()
    guard let file = try? files.open(path) else { return }
    defer { files.close(file) }
    for size in [65_536, 4_096, 1] {
      while let written = try? files.append([UInt8](repeating: 0, count: size), to: file), written > 0 {}
    }
  }

  private static func run(_ command: String...) -> Bool {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = command
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }
}

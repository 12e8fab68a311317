import Foundation
import StorageContract
import StorageFaults
import Testing

/// One history with all that a file store does, crashed at every call into every state that the disk may show.
@Suite struct CrashStateTests {
  private static let directory = "/place/store"

  private static func options(_ files: any FileLayer) -> FileStoreOptions {
    FileStoreOptions(durability: .powerLoss, files: files)
  }

  /// Dumps of the states that were acknowledged, oldest first, and of the one after that.
  private final class Witness {
    var acknowledged: [String] = []
    var next = ""
  }

  /// Commits, compacts, restores and reopens; notes each state before it is acknowledged, and after.
  private static func run(over files: any FileLayer, _ expected: [String]?, _ witness: Witness) async throws {
    var dumps = expected ?? []
    var store = try FileStore(directory: directory, options: options(files))
    func step(_ number: Int, _ body: (FileStore) async throws -> Void) async throws {
      if let expected { witness.next = expected[number] }
      try await body(store)
      let dump = try await store.dump()
      if expected == nil { dumps.append(dump) }
      witness.acknowledged = Array(dumps.prefix(number + 1))
    }
    try await step(0) { _ in }
    try await step(1) { store in
      try await store.write { transaction in
        try transaction.put(["a": .text("first")], at: "k1", in: "c")
        try transaction.put(["a": .int64(1)], at: "k2", in: "c")
      }
    }
    try await step(2) { try await $0.backup(to: "/place/backup") }
    try await step(3) { store in
      try await store.write { transaction in
        try transaction.delete("k2", in: "c")
        try transaction.put(["a": .text("second")], at: "k1", in: "c")
      }
    }
    try await step(4) { try await $0.compact() }
    try await step(5) { try await $0.write { _ = try $0.put([:], at: "k3", in: "d") } }
    try await step(6) { _ in
      try await store.close()
      store = try FileStore(directory: directory, options: options(files))
    }
    try await step(7) { try await $0.restore(from: "/place/backup") }
    try await step(8) { try await $0.write { _ = try $0.put([:], at: "k4", in: "d") } }
    try await store.close()
  }

  private static func newDisk() throws -> CrashableFiles {
    let disk = CrashableFiles()
    try disk.makeDirectory("/place")
    disk.settle()
    return disk
  }

  @Test func everyStateAfterEveryCallIsOneThatWasAcknowledgedOrTheNext() async throws {
    let whole = Witness()
    let first = try Self.newDisk()
    let callsBefore = first.calls.count
    try await Self.run(over: first, nil, whole)
    let dumps = whole.acknowledged
    #expect(dumps.count == 9)
    let callCount = first.calls.count - callsBefore

    var stateCount = 0
    var seen: Set<Int> = []
    for calls in 0...callCount {
      let disk = try Self.newDisk()
      disk.stop(afterCalls: calls)
      let witness = Witness()
      // It ends with the error of the first call that is cut off.
      try? await Self.run(over: disk, dumps, witness)
      let image = disk.image
      var choices = CrashEnumeration()
      repeat {
        disk.rewind(to: image)
        try disk.restart { last, _ in choices.choose(upTo: last) }
        stateCount += 1
        do {
          // Also when the recovery is itself cut off by the power.
          let store = try FileStore(directory: Self.directory, options: Self.options(disk))
          let dump = try await store.dump()
          #expect(
            dump == witness.acknowledged.last ?? dumps[0] || dump == witness.next,
            "after \(calls) calls, choices \(choices.current)")
          seen.insert(dumps.firstIndex(of: dump) ?? -1)
          try await store.close()
        } catch {
          Issue.record("after \(calls) calls, choices \(choices.current): \(error)")
        }
      } while choices.advance()
    }
    #expect(stateCount > 5_000, "\(stateCount) states")
    #expect(seen.isSuperset(of: [0, 1, 3, 5, 8]))
  }
}

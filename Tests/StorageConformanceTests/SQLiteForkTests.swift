import Foundation
import SQLiteStorage
import StorageContract
import Synchronization
import Testing

@testable import StorageConformance

/// Copies of this process that are made while others of its threads are inside SQLite.
@Suite(.serialized) struct SQLiteForkTests {
  @Test func aCopyIsMadeWhileOthersUseTheLibrary() async throws {
    let isOver = Shared(false)
    defer { isOver.value.withLock { $0 = true } }
    let busy = (0..<3).map { _ in
      Task.detached {
        let backend = SQLiteBackend()
        while !isOver.value.withLock({ $0 }) {
          let location = try await backend.makeLocation()
          let store = try await location.open()
          for number in 0..<20 { try await store.write { _ = try $0.put([:], at: "\(number)", in: "c") } }
          try await store.close()
          await backend.recycle(location)
        }
        await backend.tearDown()
      }
    }
    let backend = SQLiteBackend()
    let capabilities = try await ConformanceRun.capabilities(of: backend)
    let forked = ForkedBackend(backend, capabilities: capabilities)
    for _ in 0..<100 {
      let location = try await forked.makeLocation()
      let store = try await location.open()
      try await store.write { _ = try $0.put([:], at: "k", in: "c") }
      #expect(try await store.read { try $0.count("c") } == 1)
      try await store.close()
      await forked.recycle(location)
    }
    isOver.value.withLock { $0 = true }
    for task in busy { try await task.value }
    await forked.tearDown()
  }

  private final class Shared<Value: Sendable>: Sendable {
    let value: Mutex<Value>
    init(_ value: sending Value) { self.value = Mutex(value) }
  }
}

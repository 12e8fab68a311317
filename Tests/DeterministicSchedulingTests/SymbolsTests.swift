import Foundation
import Synchronization
import Testing

@testable import DeterministicScheduling

@Suite("Places in the source")
struct SymbolsTests {
  /// While other threads map files and take them away again, as stores and worker processes do.
  @Test func areLookedUpWhileFilesComeAndGo() throws {
    let isDone = Done()
    let descriptor = open(#filePath, O_RDONLY)
    defer { close(descriptor) }
    let threads = (0..<2).map { _ in
      Thread {
        while !isDone.value {
          let memory = mmap(nil, 4_096, PROT_READ, MAP_PRIVATE, descriptor, 0)
          munmap(memory, 4_096)
        }
      }
    }
    for thread in threads { thread.start() }
    defer { isDone.set() }
    let address = try #require(Thread.callStackReturnAddresses.first?.uintValue)
    let expected = Symbols.lookUp([], [address])
    for _ in 0..<60 { #expect(Symbols.lookUp([], [address]) == expected) }
  }

  @Test func theUnknownHasNone() {
    #expect(Symbols.lookUp([1], [2]) == [:])
    #expect(Symbols(resumed: [[1]], returned: [[2]]).places([1, 2, 3]) == [])
  }

  private final class Done: Sendable {
    private let state = Atomic<Bool>(false)
    var value: Bool { state.load(ordering: .relaxed) }
    func set() { state.store(true, ordering: .relaxed) }
  }
}

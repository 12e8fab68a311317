import CIsolation
import Foundation
import ProcessIsolation
import Synchronization
import Testing

@testable import DeterministicScheduling

@Suite("Locks in a copied process")
struct ForkedLockTests {
  /// A look-up takes most of a second, under locks of this process and of the runtime: no copy may be made of them
  /// held, for in the copy nobody would let them go.
  @Test func areFreeThoughPlacesWereBeingLookedUp() throws {
    let address = try #require(Thread.callStackReturnAddresses.first?.uintValue)
    try whileBusy({ _ = Symbols(resumed: [], returned: [[address &+ $0]]) }) {
      for round in 0..<6 as Range<UInt> {
        let deaths = try IsolatedCases().run(0..<1) { _ in
          _ = Symbols(resumed: [[address &- 1 &- round]])
        }
        #expect(deaths.isEmpty, "\(deaths.map(\.interruption))")
      }
    }
  }

  /// By its address: a copy that waits for one of these is replaced more often than one that waits for another.
  @Test func ofTheRuntimeAreTold() throws {
    #if os(Linux)
      #if arch(x86_64)
        let futex = 202
      #else
        let futex = 98
      #endif
      let ofSwift = UInt64(UInt(bitPattern: try #require(dlsym(nil, "$sSSMn"))))
      #expect(cisolation_is_lock_of_a_library(futex, ofSwift))
      #expect(!cisolation_is_lock_of_a_library(futex + 1, ofSwift))
      let own = UnsafeMutablePointer<UInt64>.allocate(capacity: 1)
      defer { own.deallocate() }
      #expect(!cisolation_is_lock_of_a_library(futex, UInt64(UInt(bitPattern: own))))
    #endif
  }

  /// With a thread that does `work` over and over.
  private func whileBusy(_ work: @escaping @Sendable (UInt) -> Void, _ body: () throws -> Void) throws {
    let done = Flag()
    let thread = Thread {
      var turn: UInt = 0
      while !done.isSet {
        work(turn)
        turn &+= 1
      }
    }
    thread.start()
    defer { done.set() }
    try body()
  }

  private final class Flag: Sendable {
    private let state = Atomic<Bool>(false)
    var isSet: Bool { state.load(ordering: .relaxed) }
    func set() { state.store(true, ordering: .relaxed) }
  }
}

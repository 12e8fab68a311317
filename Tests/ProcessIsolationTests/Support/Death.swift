import Foundation
import ProcessIsolation
import PropertyTesting
import Testing

/// The ways in which code under test ends its process, or never ends.
enum Death: String, CaseIterable, Sendable, CustomTestStringConvertible {
  case fatalError, outOfBounds, overflow, forceUnwrap, precondition, stackOverflow, abort, exit
  case infiniteLoop, memoryBomb

  var testDescription: String { rawValue }

  /// Dies, where `number` is large enough. What it dies of depends on `number`, so that the compiler knows
  /// nothing of it.
  func strike(_ number: Int) {
    guard number >= Self.least else { return }
    switch self {
    case .fatalError: Swift.fatalError("the number is too large")
    case .outOfBounds: consume([1, 2, 3][number])
    case .overflow: consume(Int.max - 1 + number)
    case .forceUnwrap: consume(["a": 1]["\(number)"]!)
    case .precondition: Swift.precondition(number < Self.least, "the number is small")
    case .stackOverflow: consume(descend(number))
    case .abort: Foundation.abort()
    case .exit: Foundation.exit(0)
    case .infiniteLoop: while number >= Self.least { consume(number) }
    case .memoryBomb: hoard(number)
    }
  }

  /// The least number that kills.
  static let least = 17

  /// What the report says.
  var message: String {
    switch self {
    case .fatalError: "the process died of \(Self.trap): Fatal error: the number is too large (Death.swift:"
    case .outOfBounds: "the process died of \(Self.trap): Fatal error: Index out of range"
    case .overflow: "the process died of \(Self.trap)"
    case .forceUnwrap: "Fatal error: Unexpectedly found nil while unwrapping an Optional value (Death.swift:"
    case .precondition: "Precondition failed: the number is small (Death.swift:"
    case .stackOverflow: "the process died of SIGSEGV: stack overflow"
    case .abort: "the process died of SIGABRT: abort() was called"
    case .exit: "the process called exit(0)"
    case .infiniteLoop: "the case did not end within 0.2 s"
    case .memoryBomb: "the process used more than 64 MiB of memory"
    }
  }

  /// What Swift's traps raise.
  static var trap: String {
    #if arch(x86_64) || arch(i386)
      "SIGILL"
    #else
      "SIGTRAP"
    #endif
  }

  var verdict: String { self == .infiniteLoop ? "timed out" : "crashed" }

  /// Long enough that nothing but the loop exceeds it on a busy machine; short for the loop, which is waited for.
  var isolation: Isolation {
    self == .infiniteLoop
      ? .forked(timeout: .milliseconds(200))
      : .forked(timeout: .seconds(60), memoryBytes: self == .memoryBomb ? 64 << 20 : 1 << 30)
  }
}

@inline(never) private func descend(_ number: Int) -> Int {
  number == 0 ? 0 : 1 &+ descend(number &+ 1) &* 3
}

private func hoard(_ number: Int) {
  var blocks: [UnsafeMutableRawPointer] = []
  while blocks.count < Int.max - number {
    let block = UnsafeMutableRawPointer.allocate(byteCount: 1 << 20, alignment: 8)
    block.initializeMemory(as: UInt8.self, repeating: UInt8(truncatingIfNeeded: number), count: 1 << 20)
    blocks.append(block)
  }
  consume(blocks.count)
}

@inline(never) private func consume(_ number: Int) {
  withExtendedLifetime(number) {}
}

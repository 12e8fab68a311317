import Foundation
import Synchronization

/// Ids of sessions, in the order in which they are asked for.
final class FocusIDs: Sendable {
  private let last = Mutex<UInt8>(0)

  var next: UUID {
    last.withLock { last in
      last += 1
      return Self.id(last)
    }
  }

  /// The next one.
  var following: UUID { last.withLock { Self.id($0 + 1) } }

  private static func id(_ number: UInt8) -> UUID {
    UUID(uuid: (number, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, number))
  }
}

import PropertyTesting
import StorageContract

/// Work on a store as a whole.
enum MaintenanceStep: String, CaseIterable, Sendable {
  case compact, backUp = "back up", restore

  /// One of those that the store declares.
  static func declared(by capabilities: StoreCapabilities) -> [MaintenanceStep] {
    allCases.filter { $0 == .compact ? capabilities.compaction : capabilities.backup }
  }
}

/// When calls began and ended, on one clock that counts.
final class CallClock: Sendable {
  private let time = Remembered(0)

  func tick() -> Int { time.withValue { $0 += 1; return $0 } }

  struct Span: Sendable {
    let begin: Int
    let end: Int
  }

  /// How long `body` took.
  func span(_ body: () async throws -> Void) async rethrows -> Span {
    let begin = tick()
    try await body()
    return Span(begin: begin, end: tick())
  }
}

import Synchronization

/// How many cases are watched for their first claim. While there are none, a claim costs the reading of this number.
@usableFromInline
let claimWatches = Atomic<Int>(0)

/// Tells the engine that the running case evaluates a claim. Call it from an assertion of your own that throws if it fails:
///
///     func expectValid(_ order: Order) throws {
///       noteClaim()
///       if let problem = order.problem { throw Invalid(problem) }
///     }
///
/// A run in whose cases there was no claim has the verdict ``Verdict/claimsNothing``.
@inlinable
public func noteClaim(fileID: String = #fileID, line: Int = #line) {
  if claimWatches.load(ordering: .relaxed) != 0 { ClaimWitness.noteClaim(fileID, line) }
}

/// Tells the engine that the running case had several tasks, and that all of them came to an end.
package func noteEnding() {
  if claimWatches.load(ordering: .relaxed) != 0 { ClaimWitness.note(.ending) }
}

/// What one case has claimed so far. The tasks that the case starts know it too, unless they are detached.
@usableFromInline
final class ClaimWitness: Sendable {
  @TaskLocal static var current: ClaimWitness?

  private let seen = Atomic<Int>(Evidence.none.rawValue)

  fileprivate var evidence: Evidence { Evidence(rawValue: seen.load(ordering: .relaxed)) ?? .none }

  @usableFromInline
  static func noteClaim(_ fileID: String, _ line: Int) {
    note(.claim)
    ClaimLedger.noteClaim(fileID, line)
  }

  fileprivate static func note(_ evidence: Evidence) {
    current?.seen.max(evidence.rawValue, ordering: .relaxed)
  }

  fileprivate static func begin() -> ClaimWitness {
    claimWatches.add(1, ordering: .relaxed)
    return ClaimWitness()
  }

  fileprivate static func end() { claimWatches.subtract(1, ordering: .relaxed) }
}

extension Evidence {
  /// Runs a case, and adds what it claimed if it passes.
  ///
  /// Cases are watched until one has evaluated a claim, which mostly is the first: the others then cost nothing.
  @usableFromInline @inline(never)
  mutating func watch(_ body: () throws -> Void) rethrows {
    let witness = ClaimWitness.begin()
    defer { ClaimWitness.end() }
    try ClaimWitness.$current.withValue(witness) { try body() }
    self = max(self, witness.evidence)
  }

  /// The same, asynchronous.
  @usableFromInline @inline(never)
  mutating func watch(isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Void) async rethrows {
    let witness = ClaimWitness.begin()
    defer { ClaimWitness.end() }
    try await ClaimWitness.$current.withValue(witness) { try await body() }
    self = max(self, witness.evidence)
  }
}

extension Sweep {
  /// Runs a case, and adds what it claimed. Where another library's issues are failures, its assertions that hold are not seen: then only
  /// the first case is watched.
  @usableFromInline @inline(never)
  mutating func watch(_ body: () throws -> Void) rethrows {
    try evidence.watch(body)
    watches = evidence < .claim && issues == nil
  }

  /// The same, asynchronous.
  @usableFromInline @inline(never)
  mutating func watch(isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Void) async rethrows {
    try await evidence.watch(body)
    watches = evidence < .claim && issues == nil
  }
}

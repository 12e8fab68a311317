/// A defect that is known and not mended yet: the run counts the cases that meet it, and looks for other failures.
///
///     try check("a total is the sum of its parts", forAll: .receipt, except: [
///       KnownFailure("TILL-7", because: "discounts round twice; to be mended in June") { $0.discounts.count > 1 }
///     ]) { receipt in … }
///
/// A case is one of them if it fails and ``init(_:because:claim:where:)``'s condition holds for its value, or if
/// what failed says the words of ``init(_:because:claim:)``. A case that passes is never one, whatever its value is. If no case
/// of a whole run was one, the report says so: the defect may be mended. See ``PropertyResult/knownFailures``.
public struct KnownFailure<Value>: Sendable {
  /// What it is called: the number of an issue, say. Unique in its property.
  public let name: String
  /// Why it stays for now, for whoever reads the report.
  public let reason: String
  let rule: KnownFailureRule
  private let isAmong: @Sendable (Value) -> Bool

  /// Recognised by the value, and by words of the failure too where `claim` has some. In a worker process this also
  /// recognises a case that ends its process or its time.
  /// - Parameters:
  ///   - claim: what the failure's message contains.
  ///   - isAmong: whether the defect can make a case with this value fail. Asked before the case runs.
  public init(
    _ name: String, because reason: String, claim: String? = nil, where isAmong: @escaping @Sendable (Value) -> Bool
  ) {
    self.name = name
    self.reason = reason
    rule = KnownFailureRule(name: name, reason: reason, claim: claim)
    self.isAmong = isAmong
  }

  /// Recognised by words that the failure's message contains.
  public init(_ name: String, because reason: String, claim: String) {
    self.init(name, because: reason, claim: claim) { _ in true }
  }

  func canExplain(_ value: Value) -> Bool { isAmong(value) }
}

/// A known failure without the type of its value.
@usableFromInline
struct KnownFailureRule: Sendable {
  let name: String
  let reason: String
  let claim: String?

  func explains(_ failure: Failure) -> Bool {
    switch failure.kind {
    // The environment's, or a search that was not carried to its end: no defect of the code under test.
    case .setUp, .unrecorded, .interruption(.gaveUp), .interruption(.uncontrolled): return false
    case .claim, .error, .interruption: return claim.map(failure.message.contains) ?? true
    }
  }
}

/// How often a known failure occurred in a run.
public struct KnownFailureCount: Sendable, Equatable, Codable {
  /// The name of the ``KnownFailure``.
  public let name: String
  /// Why the failure stays for now.
  public let reason: String
  /// Of the cases of the run, those that failed so. They are among ``PropertyResult/cases``.
  public let cases: Int
  /// No case of a whole run failed so: the defect may be mended, and the entry can go.
  public let isObsolete: Bool
}

extension PropertyResult {
  /// For each known failure that occurred, or that no longer does, a line.
  public var knownFailureLines: [String] {
    knownFailures.filter { $0.cases > 0 || $0.isObsolete }.map(\.description)
  }
}

extension KnownFailureCount: CustomStringConvertible {
  /// "known failure “TILL-7” occurred in 3 cases: discounts round twice".
  public var description: String {
    guard !isObsolete else { return "known failure “\(name)” did not occur: remove it" }
    return "known failure “\(name)” occurred in \(cases == 1 ? "1 case" : "\(cases) cases"): \(reason)"
  }
}

/// `predicate`, which passes where a known failure explains what it throws.
@usableFromInline
func excusing<Value, System>(
  _ known: [KnownFailure<Value>], _ predicate: @escaping @Sendable (Value, System, Trial) throws -> Void
) -> @Sendable (Value, System, Trial) throws -> Void {
  { value, system, trial in
    let suspects = trial.suspects(known, value)
    do {
      try predicate(value, system, trial)
    } catch {
      try trial.excuse(error, by: suspects)
    }
  }
}

/// The same, asynchronous.
@usableFromInline
func excusing<Value, System>(
  _ known: [KnownFailure<Value>], _ predicate: @escaping @Sendable (Value, System, Trial) async throws -> Void
) -> @Sendable (Value, System, Trial) async throws -> Void {
  { value, system, trial in
    let suspects = trial.suspects(known, value)
    do {
      try await predicate(value, system, trial)
    } catch {
      try trial.excuse(error, by: suspects)
    }
  }
}

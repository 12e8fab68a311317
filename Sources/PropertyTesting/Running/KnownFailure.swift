/// A known defect that is not mended yet. The run counts the cases that meet it, and looks for other failures.
///
///     try check("a total is the sum of its parts", forAll: .receipt, except: [
///       KnownFailure("TILL-7", because: "discounts round twice; to be mended in June") { $0.discounts.count > 1 }
///     ]) { receipt in … }
///
/// A failed case meets the defect if the condition of ``init(_:because:claim:where:)`` holds for its value, or if the failure's message
/// contains the words of ``init(_:because:claim:)``. A case that passes never meets it. If no case of a whole run met the defect, the
/// report says so, because the defect may be mended. See ``PropertyResult/knownFailures``.
///
/// Outside such a call, for example in a `let` that several checks share, name the type of the value, because the compiler cannot infer
/// it there: `KnownFailure<Receipt>("TILL-7", because: "…") { $0.discounts.count > 1 }`.
public struct KnownFailure<Value>: Sendable {
  /// The name of the defect, such as the number of an issue. Unique in its property.
  public let name: String
  /// Why the defect stays for now. Reports print it.
  public let reason: String
  let rule: KnownFailureRule
  private let isAmong: @Sendable (Value) -> Bool

  /// Recognises a case by its value and, with a `claim`, also by words of the failure's message. In a worker process, this also
  /// recognises a case that ends its process or exceeds its time limit.
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

  /// Recognises a case by words of the failure's message.
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
      try CaseIssues.ofCase?.throwIfAny()
    } catch {
      try trial.excuse(CaseIssues.ofCase?.failure(besides: error) ?? error, by: suspects)
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
      try CaseIssues.ofCase?.throwIfAny()
    } catch {
      try trial.excuse(CaseIssues.ofCase?.failure(besides: error) ?? error, by: suspects)
    }
  }
}

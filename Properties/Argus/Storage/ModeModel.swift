import ArgusReference
import PropertyTesting

/// The storage mode, and when recoveries were attempted. Times are milliseconds; every command takes one.
struct ModeModel: Sendable {
  /// How the cloud answers the question whether it is there.
  enum Answer: String, Sendable, CaseIterable {
    case available
    case unavailable
    case fails
    case hangs

    /// After so long; a check has five seconds.
    var milliseconds: Int { self == .hangs ? 5_000 : 0 }
  }

  struct Attempt: Sendable {
    let end: Int
    let succeeds: Bool
  }

  static let period = 900_000

  var now = 0
  var mode = StorageMode.cloud
  var policy = StorageModePolicy.localWhenFailed
  var answer = Answer.available
  /// Whether what waits can be sent, once the cloud is there.
  var recovers = true
  /// In milliseconds.
  var recoveryTakes = 0
  var due: Int?
  var attempt: Attempt?
  var check: Attempt?
  /// When checks of the cloud began.
  var checks: [Int] = []
  var notices: [StorageMode] = []
  /// What the app was told to do.
  var entered: [StorageMode] = []

  mutating func launch() {
    checks.append(now)
    now += answer.milliseconds
    mode = answer == .available ? .cloud : .local
    entered.append(mode)
    due = mode == .local ? now + Self.period : nil
    attempt = nil
    check = nil
  }

  mutating func health(_ health: CloudHealth) {
    let isTooBad = health == .failed || (health == .degraded && policy == .localWhenDegraded)
    if isTooBad && mode == .cloud { leave() }
    if health == .healthy && mode == .local { begin() }
  }

  private mutating func leave() {
    mode = .local
    entered.append(.local)
    notices.append(.local)
    due = now + Self.period
  }

  mutating func event(_ event: SystemEvent) {
    switch (event, mode) {
    case (.networkLost, _), (.networkAvailable, .cloud): break
    case (.accountChanged, .local), (.networkAvailable, .local): begin()
    case (.accountChanged, .cloud):
      guard check == nil else { return }
      checks.append(now)
      check = Attempt(end: now + answer.milliseconds, succeeds: answer == .available)
    }
  }

  private mutating func begin() {
    guard attempt == nil else { return }
    due = nil
    checks.append(now)
    let isThere = answer == .available
    attempt = Attempt(
      end: now + answer.milliseconds + (isThere ? recoveryTakes : 0), succeeds: isThere && recovers)
  }

  /// Lets time pass, from one thing that happens to the next.
  mutating func pass(_ milliseconds: Int) {
    let end = now + milliseconds
    while let next = [due, attempt?.end, check?.end].compactMap({ $0 }).min(), next <= end {
      now = max(now, next)
      if let check, check.end == next {
        self.check = nil
        if !check.succeeds && mode == .cloud { leave() }
      } else if let ended = attempt, ended.end == next {
        attempt = nil
        if mode == .local {
          if ended.succeeds {
            mode = .cloud
            due = nil
            entered.append(.cloud)
            notices.append(.cloud)
          } else {
            due = now + Self.period
          }
        }
      } else {
        begin()
      }
    }
    now = end
  }

  var summary: String { "\(now) ms, \(mode.rawValue), the cloud \(answer.rawValue), \(attempt == nil ? "no attempt" : "attempting")" }
}

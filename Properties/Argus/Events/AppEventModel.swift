import ArgusReference
import PropertyTesting

/// What an app has to tell its parts: counters and the diagram of the health, and the events that follow, by name.
struct AppEventModel: Sendable {
  var health = HealthTable.unknown
  var mode = StorageMode.cloud
  var policy = StorageModePolicy.localWhenFailed
  private var isRecovering = false
  /// Whether the user has an account.
  var hasAccount = true
  var commits = 0
  var articles: Set<Int> = []
  var seen: Set<Int> = []
  var healthChanges: [String] = []
  /// The app starts in the cloud.
  var modes = ["cloud"]
  var articleChanges: [String] = []
  var runs: [String] = []
  var settings: [String: String] = [:]
  var settingsChanges: [String] = []
  var logLines: [String] = []

  mutating func commit() {
    commits += 1
    articleChanges.append("commit \(commits)")
  }

  mutating func report(_ outcome: OperationOutcome) {
    let before = health.health
    health = health.after(outcome)
    let now = health.health
    if now == before { return }
    healthChanges.append("\(before.rawValue) to \(now.rawValue)")
    let isTooBad = now == .failed || (now == .degraded && policy == .localWhenDegraded)
    if isTooBad && mode == .cloud && !isRecovering { enter(.local) }
    if now == .healthy { recover() }
  }

  /// If the app is local. What it sends and fetches are two operations that succeed.
  mutating func recover() {
    guard mode == .local, hasAccount else { return }
    // Nothing else begins a recovery meanwhile.
    mode = .cloud
    isRecovering = true
    for _ in 0..<2 { report(.success) }
    isRecovering = false
    modes.append("cloud")
  }

  mutating func setAccount(_ isThere: Bool) {
    hasAccount = isThere
    if mode == .local { recover() } else if !isThere { enter(.local) }
  }

  mutating func set(_ value: String?, for key: String) {
    if settings[key] != value { settingsChanges.append(key) }
    settings[key] = value
  }

  private mutating func enter(_ next: StorageMode) {
    mode = next
    modes.append(next.rawValue)
  }

  mutating func run(_ kind: AppEventMachine.Run) {
    if kind == .succeeds {
      articles.insert(AppEventMachine.newsID)
      commit()
    }
    if kind == .waitsForTheNetwork { recover() }
    runs.append("refresh \(kind.outcome)")
    logLines.append("\(kind.outcome == .succeeded ? "info" : "warning") “refresh” \(kind.outcome)")
  }

  init(policy: StorageModePolicy) { self.policy = policy }

  var summary: String { "\(policy.rawValue), \(health.rawValue), \(mode.rawValue)\(hasAccount ? "" : ", no account"), \(commits) commits" }
}

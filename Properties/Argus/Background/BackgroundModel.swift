import ArgusReference
import PropertyTesting

/// What a body does: half a second of preparation, then batches of ten seconds each.
struct BodyPlan: Sendable, Equatable, CounterexampleDescribable {
  let batches: Int
  let fails: Bool
  /// Takes no notice of a cancellation.
  let isStubborn: Bool
  /// The system takes its time back in the middle of this batch; 0: in none.
  let expiresInBatch: Int

  var counterexampleDescription: String {
    "\(batches) batches\(fails ? ", fails" : "")\(isStubborn ? ", stubborn" : "")"
      + (expiresInBatch > 0 ? ", expires in batch \(expiresInBatch)" : "")
  }

  /// In milliseconds after the beginning.
  var duration: Int { 500 + 10_000 * batches }
}

/// A request that waits for the system.
struct RequestedRun: Sendable, Equatable {
  let id: String
  let needs: TaskNeeds
}

/// Three tasks on one device. Times are milliseconds; no two things happen at the same one: bodies end half a second off, and
/// every command takes a millisecond.
struct BackgroundModel: Sendable {
  struct Task: Sendable {
    enum State: Sendable, Equatable {
      case idle
      case waiting
      case running(since: Int)
    }

    let id: String
    let needs: TaskNeeds
    let limit: Int
    var state = State.idle
    var plan = BodyPlan(batches: 0, fails: false, isStubborn: false, expiresInBatch: 0)
    var runs = 0
    var batchesOfRun = 0
    /// When bodies began.
    var starts: [Int] = []
    var completions: [Bool] = []
    var outcomes: [BackgroundOutcome] = []
    /// The runs that were ended from outside.
    var cancelled: [Int] = []
    /// The first request, and one after each launch.
    var requests = 1
    var isRequested = true
    var written: [String] = []

    var isRunning: Bool { if case .running = state { true } else { false } }
  }

  static let ids = ["refresh", "cleanup", "digest"]
  static let needs = [
    TaskNeeds(network: true, externalPower: false), TaskNeeds(network: false, externalPower: true),
    TaskNeeds(network: true, externalPower: true),
  ]
  /// In seconds.
  static let limits = [30, 60, 30]

  var now = 0
  var conditions = DeviceConditions.Values()
  var tasks = zip(ids, zip(needs, limits)).map { Task(id: $0, needs: $1.0, limit: $1.1 * 1_000) }

  /// What the system has been asked for, in the order of names.
  var pending: [RequestedRun] {
    tasks.filter(\.isRequested).sorted { $0.id < $1.id }.map { RequestedRun(id: $0.id, needs: $0.needs) }
  }

  mutating func launch(_ number: Int, _ plan: BodyPlan) {
    tasks[number].isRequested = false
    tasks[number].plan = plan
    tasks[number].state = .waiting
    startIfMet(number)
  }

  private mutating func startIfMet(_ number: Int) {
    guard tasks[number].state == .waiting, tasks[number].needs.areMetHere(conditions) else { return }
    tasks[number].runs += 1
    tasks[number].batchesOfRun = 0
    tasks[number].starts.append(now)
    tasks[number].state = .running(since: now)
  }

  mutating func expire(_ number: Int) {
    if tasks[number].state != .idle { end(number, .expired) }
  }

  private mutating func end(_ number: Int, _ outcome: BackgroundOutcome) {
    if tasks[number].isRunning, outcome == .expired || outcome == .timedOut { tasks[number].cancelled.append(tasks[number].runs) }
    tasks[number].state = .idle
    tasks[number].completions.append(outcome == .succeeded)
    tasks[number].outcomes.append(outcome)
    tasks[number].requests += 1
    tasks[number].isRequested = true
  }

  mutating func set(_ values: DeviceConditions.Values) {
    conditions = values
    for number in tasks.indices {
      if tasks[number].isRunning, tasks[number].needs.network, !values.isOnline {
        tasks[number].cancelled.append(tasks[number].runs)
        tasks[number].state = .waiting
      }
      startIfMet(number)
    }
  }

  mutating func pass(_ milliseconds: Int) {
    now += milliseconds
    for number in tasks.indices {
      guard case .running(let start) = tasks[number].state else { continue }
      let plan = tasks[number].plan
      let limit = start + tasks[number].limit
      while tasks[number].batchesOfRun < plan.batches {
        let next = tasks[number].batchesOfRun + 1
        let time = start + 500 + 10_000 * next
        guard time <= now, time < limit else { break }
        tasks[number].batchesOfRun = next
        if next == plan.expiresInBatch {
          end(number, .expired)
          break
        }
        tasks[number].written.append("\(tasks[number].id) \(tasks[number].runs).\(next)")
      }
      guard case .running = tasks[number].state else { continue }
      if start + plan.duration < limit {
        if start + plan.duration <= now { end(number, plan.fails ? .failed : .succeeded) }
      } else if limit <= now {
        end(number, .timedOut)
      }
    }
  }

  var summary: String {
    let words = tasks.map { "\($0.id) \($0.state == .idle ? "idle" : $0.state == .waiting ? "waits" : "runs")" }
    let away = [conditions.isOnline ? nil : "offline", conditions.hasExternalPower ? nil : "on battery"].compactMap { $0 }
    return (["\(now) ms"] + words + away).joined(separator: ", ")
  }
}

extension TaskNeeds {
  fileprivate func areMetHere(_ values: DeviceConditions.Values) -> Bool {
    if network && !values.isOnline { return false }
    return values.hasExternalPower || !externalPower
  }
}

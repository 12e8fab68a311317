import ArgusReference
import PropertyTesting
import Synchronization

/// What a device did with the cloud.
enum CloudEvent: Sendable, Equatable, CounterexampleDescribable {
  /// The device sends records of these articles, as they are now, and for those in `seen` when they were seen: opening an
  /// article marks it as read first, and an exchange may come before the rest. The cloud may answer much later, or never.
  case sent(call: Int, device: Int, articles: [Int], seen: Set<Int>)
  /// The cloud has kept what was sent.
  case kept(call: Int)
  /// The cloud has given the device all that it had.
  case pulled(device: Int)

  var counterexampleDescription: String {
    switch self {
    case .sent(let call, let device, let articles, _): "\(device) sends \(describe(articles)) (\(call))"
    case .kept(let call): "(\(call)) is kept"
    case .pulled(let device): "\(device) fetches"
    }
  }
}

/// A cloud in memory that notes what devices do with it, in order. A call of an app that has ended comes to nothing.
final class SharedCloud: Sendable {
  private struct State {
    var behaviour = MemoryCloud.Behaviour.available
    var log: [SyncRecord] = []
    var events: [CloudEvent] = []
    var calls = 0
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Mutex(State())

  var behaviour: MemoryCloud.Behaviour { state.withLock(\.behaviour) }

  func behave(_ behaviour: MemoryCloud.Behaviour) {
    state.withLock { $0.behaviour = behaviour }
    wakeAll()
  }

  /// What has happened since the last call.
  func takeEvents() -> [CloudEvent] {
    state.withLock { state in
      defer { state.events = [] }
      return state.events
    }
  }

  /// The way to it for one launch of the app on a device.
  func access(of device: Int) -> Access { Access(cloud: self, device: device) }

  fileprivate func wakeAll() {
    let waiting = state.withLock { state in
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }

  final class Access: CloudDatabase {
    private let cloud: SharedCloud
    private let device: Int
    private let hasEnded = Mutex(false)

    fileprivate init(cloud: SharedCloud, device: Int) {
      (self.cloud, self.device) = (cloud, device)
    }

    /// The app has ended: whatever of it still runs reaches nobody.
    func end() {
      hasEnded.withLock { $0 = true }
      cloud.wakeAll()
    }

    func isAvailable() async throws -> Bool {
      let behaviour = try await answer()
      if behaviour == .fails { throw ArgusError.cloudUnavailable }
      return behaviour != .unavailable
    }

    func push(_ records: [SyncRecord]) async throws {
      let call = cloud.state.withLock { state in
        state.calls += 1
        if !records.isEmpty {
          state.events.append(
            .sent(
              call: state.calls, device: device, articles: records.map { Int($0.articleID) ?? -1 },
              seen: Set(records.filter { $0.seenAt != nil }.compactMap { Int($0.articleID) })))
        }
        return state.calls
      }
      let behaviour = try await answer()
      guard behaviour != .fails && behaviour != .unavailable else { throw ArgusError.cloudUnavailable }
      cloud.state.withLock { state in
        state.log += records
        if !records.isEmpty { state.events.append(.kept(call: call)) }
      }
      if behaviour == .losesAnswers { throw ArgusError.timedOut }
    }

    func pull(after token: Int64) async throws -> CloudPage {
      let behaviour = try await answer()
      guard [.available, .scrambles].contains(behaviour) else { throw ArgusError.cloudUnavailable }
      return cloud.state.withLock { state in
        state.events.append(.pulled(device: device))
        let first = behaviour == .scrambles ? max(0, Int(token) - 3) : Int(token)
        let records = Array(state.log.dropFirst(first))
        return CloudPage(
          records: behaviour == .scrambles ? records.reversed() + records : records, token: Int64(state.log.count))
      }
    }

    /// How the cloud behaves, as soon as it answers.
    private func answer() async throws -> MemoryCloud.Behaviour {
      while true {
        if hasEnded.withLock({ $0 }) { throw ArgusError.cloudUnavailable }
        let behaviour = cloud.state.withLock(\.behaviour)
        if behaviour != .hangs { return behaviour }
        await withCheckedContinuation { continuation in
          let isOver = cloud.state.withLock { state in
            if state.behaviour == .hangs && !hasEnded.withLock({ $0 }) { state.waiting.append(continuation) }
            return state.behaviour != .hangs || hasEnded.withLock { $0 }
          }
          if isOver { continuation.resume() }
        }
      }
    }
  }
}

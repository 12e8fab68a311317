import PersonalOSReference
import Synchronization

/// The app of ``ConsentMachine`` on its device.
@MainActor
final class ConsentDriver {
  let device = Device()
  private let system: PersonalOSSystem
  private var consent: (any TrackingConsent)?
  /// How many requests are over since somebody last asked.
  private var requestsOver = 0

  init(_ system: PersonalOSSystem) { self.system = system }

  func begin(with status: TrackingAuthorizationStatus) {
    device.decide(status)
    launch()
  }

  func launch() {
    consent = system.privacy.openConsent(device) { [device] in device.note(.sent($0)) }
  }

  var known: TrackingAuthorizationStatus? { consent?.trackingAuthorizationStatus }
  var isDecided: Bool? { consent?.hasRequestedATT }

  func track(_ event: String) -> Bool { consent?.track(event) ?? false }

  func request(_ count: Int) async throws -> Int {
    for _ in 0..<count {
      Task {
        await consent?.requestTrackingAuthorization()
        requestsOver += 1
      }
    }
    return count - (try await settle())
  }

  func answer(_ answer: ConsentMachine.Answer) async throws -> Int {
    device.decide(answer.then)
    device.closePrompts(giving: answer.given)
    return try await settle()
  }

  /// Lets run what can run: how many requests are over then.
  private func settle() async throws -> Int {
    try await Task.sleep(for: .seconds(1))
    defer { requestsOver = 0 }
    return requestsOver
  }

  func report() -> ConsentMachine.Report? {
    guard let report = consent?.generatePrivacyReport() else { return nil }
    let lacksCollected = report.collected == DataUsage.collected ? [] : ["what leaves the device"]
    return ConsentMachine.Report(
      status: report.trackingAuthorizationStatus, sent: report.sentTrackingEvents,
      lacks: lacksCollected + DataUsage.lacking(in: report.kept))
  }

  func end() async {
    device.closePrompts(giving: .denied)
  }

  /// A device that knows the decision, and keeps a prompt open until somebody answers.
  final class Device: TrackingAuthorizationSource {
    private struct State {
      var status = TrackingAuthorizationStatus.notDetermined
      var happened: [ConsentMachine.Happening] = []
      var prompts: [CheckedContinuation<TrackingAuthorizationStatus, Never>] = []
    }
    private let state = Mutex(State())

    var happened: [ConsentMachine.Happening] { state.withLock { $0.happened } }

    func note(_ happening: ConsentMachine.Happening) { state.withLock { $0.happened.append(happening) } }
    func decide(_ status: TrackingAuthorizationStatus) { state.withLock { $0.status = status } }
    func currentStatus() -> TrackingAuthorizationStatus { state.withLock { $0.status } }

    func requestAuthorization() async -> TrackingAuthorizationStatus {
      note(.prompt)
      return await withCheckedContinuation { prompt in state.withLock { $0.prompts.append(prompt) } }
    }

    func closePrompts(giving answer: TrackingAuthorizationStatus) {
      let prompts = state.withLock { state in
        defer { state.prompts = [] }
        return state.prompts
      }
      for prompt in prompts { prompt.resume(returning: answer) }
    }
  }
}

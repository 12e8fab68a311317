import Observation

/// Asks the user about tracking, and lets no tracking event pass that is not allowed at that moment.
@MainActor
public protocol TrackingConsent: AnyObject, Sendable {
  /// Whether the user has decided, in this launch or in an earlier one, or somebody else has for him.
  var hasRequestedATT: Bool { get }
  /// As of the last launch, request or event.
  var trackingAuthorizationStatus: TrackingAuthorizationStatus { get }

  /// Shows the prompt unless there is a decision; calls meanwhile wait for the same prompt. Call it first of
  /// all at launch. A prompt that the system did not show, because the app was not in front, decides
  /// nothing: the next call asks again.
  func requestTrackingAuthorization() async

  /// Sends the event where the user allows it now.
  /// - Returns: whether it was sent.
  @discardableResult
  func track(_ event: String) -> Bool

  /// What the app does with the user's data, as of now.
  func generatePrivacyReport() -> PrivacyReport
}

/// The reference: an event that is not allowed is dropped, not kept for later, since it happened before the consent.
@MainActor
@Observable
public final class PrivacyManager: TrackingConsent {
  public private(set) var trackingAuthorizationStatus: TrackingAuthorizationStatus
  public var hasRequestedATT: Bool { trackingAuthorizationStatus != .notDetermined }

  @ObservationIgnored private let source: any TrackingAuthorizationSource
  @ObservationIgnored private let send: @Sendable (String) -> Void
  @ObservationIgnored private var sentEvents = 0
  @ObservationIgnored private var prompt: Task<Void, Never>?

  /// - Parameter send: hands a tracking event to whoever tracks.
  public init(source: any TrackingAuthorizationSource, send: @escaping @Sendable (String) -> Void) {
    self.source = source
    self.send = send
    trackingAuthorizationStatus = source.currentStatus()
  }

  public func requestTrackingAuthorization() async {
    if prompt == nil {
      refresh()
      guard !hasRequestedATT else { return }
      prompt = Task {
        _ = await source.requestAuthorization()
        prompt = nil
      }
    }
    await prompt?.value
    // What the source says by now, not what was answered: the settings may have changed since.
    refresh()
  }

  @discardableResult
  public func track(_ event: String) -> Bool {
    refresh()
    guard trackingAuthorizationStatus == .authorized else { return false }
    send(event)
    sentEvents += 1
    return true
  }

  public func generatePrivacyReport() -> PrivacyReport {
    PrivacyReport(
      trackingAuthorizationStatus: source.currentStatus(), sentTrackingEvents: sentEvents,
      collected: PrivacyManifest.personalOS.collected, kept: PrivacyManifest.personalOS.kept)
  }

  private func refresh() {
    trackingAuthorizationStatus = source.currentStatus()
  }
}

/// What the app does with the user's data, as the settings show it.
public struct PrivacyReport: Sendable, Equatable {
  public let trackingAuthorizationStatus: TrackingAuthorizationStatus
  /// Since the launch.
  public let sentTrackingEvents: Int
  /// What leaves the device.
  public let collected: [CollectedData]
  /// What stays on it.
  public let kept: [KeptData]

  public init(
    trackingAuthorizationStatus: TrackingAuthorizationStatus, sentTrackingEvents: Int, collected: [CollectedData],
    kept: [KeptData]
  ) {
    self.trackingAuthorizationStatus = trackingAuthorizationStatus
    self.sentTrackingEvents = sentTrackingEvents
    self.collected = collected
    self.kept = kept
  }
}

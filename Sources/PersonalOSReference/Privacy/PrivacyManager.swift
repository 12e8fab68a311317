import Observation

/// Asks the user for consent to tracking, and drops every tracking event that is not allowed at that moment.
@MainActor
public protocol TrackingConsent: AnyObject, Sendable {
  /// Whether there is a decision: by the user, in this launch or an earlier one, or by somebody else for the user.
  var hasRequestedATT: Bool { get }
  /// The decision as of the last launch, request or event.
  var trackingAuthorizationStatus: TrackingAuthorizationStatus { get }

  /// Shows the prompt, unless there is a decision. Calls made meanwhile wait for the same prompt. Call it at launch,
  /// before anything else. If the system did not show the prompt because the app was not in front, nothing is decided,
  /// and the next call asks again.
  func requestTrackingAuthorization() async

  /// Sends the event if the user allows tracking now.
  /// - Returns: whether the event was sent.
  @discardableResult
  func track(_ event: String) -> Bool

  /// Describes what the app does with the user's data at this moment.
  func generatePrivacyReport() -> PrivacyReport
}

/// The reference implementation. It drops an event that is not allowed and does not keep it for later, because the
/// event happened before any consent.
@MainActor
@Observable
public final class PrivacyManager: TrackingConsent {
  public private(set) var trackingAuthorizationStatus: TrackingAuthorizationStatus
  public var hasRequestedATT: Bool { trackingAuthorizationStatus != .notDetermined }

  @ObservationIgnored private let source: any TrackingAuthorizationSource
  @ObservationIgnored private let send: @Sendable (String) -> Void
  @ObservationIgnored private var sentEvents = 0
  @ObservationIgnored private var prompt: Task<Void, Never>?

  /// Creates a manager, and reads the present decision from `source`.
  /// - Parameter send: sends a tracking event to the tracking service.
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
    // Read the source again instead of using the prompt's answer: the settings may have changed since.
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

/// What the app does with the user's data, as the settings screen shows it.
public struct PrivacyReport: Sendable, Equatable {
  /// The decision about tracking at the time of the report.
  public let trackingAuthorizationStatus: TrackingAuthorizationStatus
  /// The number of tracking events sent since the launch.
  public let sentTrackingEvents: Int
  /// The data that leave the device.
  public let collected: [CollectedData]
  /// The data that stay on the device.
  public let kept: [KeptData]

  /// Creates a report from its parts.
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

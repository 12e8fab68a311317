import PersonalOSReference
import PropertyTesting

/// Consent with a list of those who wait for the prompt.
@MainActor
final class ConsentTwin: TrackingConsent {
  enum Defect: String, CaseIterable, Sendable {
    case tracksUntilTheDecision = "tracks while there is no decision"
    case tracksUnderARestriction = "treats a restriction as consent"
    case tracksWhileItAsks = "tracks while the prompt is open"
    case neverTracks = "sends nothing, even with consent"
    case keepsTheFirstDecision = "does not look at the settings again"
    case keepsEventsForLater = "keeps events and sends them after the consent"
    case saysThatItSent = "reports a dropped event as sent"
    case asksAgainAfterADenial = "asks again after a denial"
    case asksOnceForEachRequest = "shows a prompt for each of several requests"
    case neverAsks = "never shows the prompt"
    case takesNoPromptForADecision = "treats a prompt that was not shown as a decision"
    case believesTheAnswer = "treats the prompt's answer as the current decision"
    case doesNotWait = "returns while the prompt is open"
    case countsDroppedEvents = "counts events that it dropped"
    case countsOverLaunches = "counts the events of earlier launches"
    case reportsWhatItKnew = "reports an outdated decision"
    case reportsNothingKept = "does not report the data that stays on the device"
    case reportsNothingCollected = "does not report the data that leaves the device"
  }

  static let twin = Twin<PersonalOSSystem, Defect>("ConsentTwin") { system, defect in
    let manifest = system.privacy.manifest
    let counter = Shared<Int>()
    system.privacy.openConsent = { ConsentTwin($0, $1, manifest, counter, defect) }
  }

  private let source: any TrackingAuthorizationSource
  private let send: @Sendable (String) -> Void
  private let manifest: PrivacyManifest
  private let countOfLaunches: Shared<Int>
  private let defect: Defect?

  private(set) var trackingAuthorizationStatus: TrackingAuthorizationStatus
  private var waiting: [CheckedContinuation<Void, Never>] = []
  private var isAsking = false
  private var hasAsked = false
  private var kept: [String] = []
  private var count = 0

  init(
    _ source: any TrackingAuthorizationSource, _ send: @escaping @Sendable (String) -> Void, _ manifest: PrivacyManifest,
    _ countOfLaunches: Shared<Int>, _ defect: Defect?
  ) {
    self.source = source
    self.send = send
    self.manifest = manifest
    self.countOfLaunches = countOfLaunches
    self.defect = defect
    trackingAuthorizationStatus = source.currentStatus()
    if defect == .countsOverLaunches { count = countOfLaunches.value ?? 0 }
  }

  var hasRequestedATT: Bool { trackingAuthorizationStatus != .notDetermined }

  func requestTrackingAuthorization() async {
    if isAsking && defect != .asksOnceForEachRequest {
      if defect == .doesNotWait { return }
      await withCheckedContinuation { waiting.append($0) }
      return look()
    }
    look()
    guard asks else { return }
    (isAsking, hasAsked) = (true, true)
    let answer = await source.requestAuthorization()
    isAsking = false
    look()
    if defect == .believesTheAnswer { trackingAuthorizationStatus = answer }
    for request in waiting { request.resume() }
    waiting = []
  }

  private var asks: Bool {
    switch (trackingAuthorizationStatus, defect) {
    case (_, .neverAsks): false
    case (.denied, .asksAgainAfterADenial): true
    case (.notDetermined, .takesNoPromptForADecision): !hasAsked
    case (.notDetermined, _): true
    default: false
    }
  }

  func track(_ event: String) -> Bool {
    look()
    guard sends else {
      if defect == .keepsEventsForLater { kept.append(event) }
      if defect == .countsDroppedEvents { count += 1 }
      return defect == .saysThatItSent
    }
    send(event)
    count += 1
    countOfLaunches.value = count
    return true
  }

  private var sends: Bool {
    switch (trackingAuthorizationStatus, defect) {
    case (_, .neverTracks): false
    case (.authorized, _): true
    case (.restricted, .tracksUnderARestriction): true
    case (.notDetermined, .tracksUntilTheDecision): !isAsking
    case (.notDetermined, .tracksWhileItAsks): isAsking
    default: false
    }
  }

  private func look() {
    if defect == .keepsTheFirstDecision, hasRequestedATT { return }
    trackingAuthorizationStatus = source.currentStatus()
    guard trackingAuthorizationStatus == .authorized else { return }
    for event in kept { send(event) }
    kept = []
  }

  func generatePrivacyReport() -> PrivacyReport {
    PrivacyReport(
      trackingAuthorizationStatus: defect == .reportsWhatItKnew ? trackingAuthorizationStatus : source.currentStatus(),
      sentTrackingEvents: count, collected: defect == .reportsNothingCollected ? [] : manifest.collected,
      kept: defect == .reportsNothingKept ? [] : manifest.kept)
  }
}

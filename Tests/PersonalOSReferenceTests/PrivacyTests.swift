import Foundation
import PersonalOSReference
import PropertyTesting
import Synchronization
import Testing

/// What the requirements say of privacy beside the numbered properties.
@Suite("Privacy")
struct PrivacyTests {
  private enum Step: Sendable {
    case request
    case track
    /// The user changes the decision in the settings.
    case settings(TrackingAuthorizationStatus)
  }

  private struct Scenario: Sendable {
    let status: TrackingAuthorizationStatus
    /// What the user answers to the prompt.
    let answer: TrackingAuthorizationStatus
    let steps: [Step]
  }

  private static let scenario = Generator<Scenario> { source in
    let decision = Generator<TrackingAuthorizationStatus>.element(of: [.authorized, .denied])
    let step = Generator<Step>.frequency(
      (2, .constant(.track)), (1, .constant(.request)), (1, decision.map { .settings($0) }))
    return Scenario(
      status: try source(.anyCase()), answer: try source(decision),
      steps: try source(.array(of: step, count: 0...8)))
  }

  @Test("4.1 The prompt comes before any tracking, and only what is allowed is tracked")
  func promptBeforeTracking() async throws {
    try await check(
      "an event is sent if and only if the user has been asked and allows it", forAll: Self.scenario,
      requiring: ["sends": 0.1, "drops": 0.2, "asks": 0.05]
    ) { scenario, trial in
      let device = Device(scenario.status, answer: scenario.answer)
      let manager = await PrivacyManager(source: device) { device.note("sent \($0)") }
      // The model: whether the user was asked, and what the answer is by now.
      var status = scenario.status
      var expected: [String] = []
      for (number, step) in scenario.steps.enumerated() {
        switch step {
        case .request:
          if status == .notDetermined {
            expected.append("prompt")
            status = scenario.answer
          }
          await manager.requestTrackingAuthorization()
        case .track:
          let isSent = await manager.track("\(number)")
          if status == .authorized { expected.append("sent \(number)") }
          trial.label(isSent ? "sends" : "drops")
        case .settings(let changed):
          // There is nothing to be changed before the user was asked, nor where others decide.
          guard status == .authorized || status == .denied else { continue }
          status = changed
          device.change(to: changed)
        }
        try expect("what happened, in order", device.events, equals: expected)
        try expect("asked", await manager.hasRequestedATT, equals: status != .notDetermined)
        // What was changed in the settings is heard of with the next request or event.
        if case .settings = step { continue }
        try expect("the status", await manager.trackingAuthorizationStatus, equals: status)
      }
      trial.label("asks", if: expected.contains("prompt"))
      let report = await manager.generatePrivacyReport()
      try expect("the status in the report", report.trackingAuthorizationStatus, equals: status)
      try expect(
        "events in the report", report.sentTrackingEvents, equals: expected.count { $0 != "prompt" })
    }
  }

  @Test("4.1 Two requests at a time show one prompt, and both wait for it")
  @MainActor
  func onePrompt() async {
    let device = Device(.notDetermined, answer: .authorized)
    let manager = PrivacyManager(source: device) { _ in }
    let requests = (0..<3).map { _ in
      Task {
        await manager.requestTrackingAuthorization()
        return manager.trackingAuthorizationStatus
      }
    }
    for request in requests { #expect(await request.value == .authorized) }
    #expect(device.events == ["prompt"])
  }

  @Test("4.1 A prompt that the system does not show decides nothing, and the next request asks again")
  @MainActor
  func promptNotShown() async {
    let device = Device(.notDetermined, answer: .notDetermined)
    let manager = PrivacyManager(source: device) { device.note("sent \($0)") }
    for _ in 1...2 { await manager.requestTrackingAuthorization() }
    #expect(!manager.hasRequestedATT && !manager.track("launch"))
    #expect(device.events == ["prompt", "prompt"])
  }

  @Test("4.4 A jailbroken device is warned of once, and nothing is blocked")
  func jailbreak() throws {
    try check("one warning, at the first sign", forAll: .array(of: .bool, count: 0...6)) { signs in
      var advisor = JailbreakAdvisor()
      let warnings = signs.map { advisor.handle(isJailbroken: $0) }
      let first = signs.firstIndex(of: true)
      for (index, warning) in warnings.enumerated() {
        try expect("warned at check \(index)", warning != nil, equals: index == first)
        try expect("a warning and no more", warning.map { $0.severity == .warning } ?? true)
        try expect("a message", warning.map { $0.cause == .jailbroken } ?? true)
        let isTold = warning.map { $0.message.contains(SecurityError.jailbroken.userMessage) } ?? true
        try expect("the error's message", isTold)
      }
    }
  }

  @Test("4.6 The privacy manifest is a property list with all that the store asks for")
  func manifest() throws {
    let manifest = PrivacyManifest.personalOS
    let list = try #require(
      try PropertyListSerialization.propertyList(from: manifest.propertyList(), format: nil)
        as? [String: Any])
    #expect(
      Set(list.keys) == [
        "NSPrivacyTracking", "NSPrivacyTrackingDomains", "NSPrivacyCollectedDataTypes",
        "NSPrivacyAccessedAPITypes",
      ])
    let tracks = manifest.collected.contains(where: \.isUsedForTracking)
    #expect(list["NSPrivacyTracking"] as? Bool == tracks)
    #expect(tracks == !manifest.trackingDomains.isEmpty, "tracking goes to a domain, and nothing else does")
    #expect(list["NSPrivacyTrackingDomains"] as? [String] == manifest.trackingDomains)
    let collected = try #require(list["NSPrivacyCollectedDataTypes"] as? [[String: Any]])
    #expect(collected.count == manifest.collected.count)
    for data in collected {
      let type = data["NSPrivacyCollectedDataType"] as? String
      #expect(type?.hasPrefix("NSPrivacyCollectedDataType") == true)
      #expect(data["NSPrivacyCollectedDataTypeLinked"] is Bool)
      #expect(data["NSPrivacyCollectedDataTypeTracking"] is Bool)
      #expect((data["NSPrivacyCollectedDataTypePurposes"] as? [String])?.isEmpty == false)
    }
  }

  @Test("4.6 Interfaces for which a reason has to be given are declared if and only if they are used")
  func accessedInterfaces() throws {
    let folders = ["PersonalOSReference", "PlatformStandIns", "StorageContract", "SQLiteStorage"]
    let text = try folders.flatMap { try Checkout.swiftFiles(in: "Sources/\($0)") }
      .map { try String(contentsOf: $0, encoding: .utf8) }.joined(separator: "\n")
    let categories: [String: Regex<AnyRegexOutput>] = [
      "NSPrivacyAccessedAPICategoryFileTimestamp": try Regex(
        #"\b[fl]?stat(at)?\(|attributesOfItem|creationDate|modificationDate|contentModification"#),
      "NSPrivacyAccessedAPICategoryDiskSpace": try Regex(#"volumeAvailable|\bstatv?fs\(|systemFreeSize"#),
      "NSPrivacyAccessedAPICategorySystemBootTime": try Regex(#"systemUptime|mach_absolute_time"#),
      "NSPrivacyAccessedAPICategoryUserDefaults": try Regex(#"\bUserDefaults\b"#),
      "NSPrivacyAccessedAPICategoryActiveKeyboards": try Regex(#"activeInputModes"#),
    ]
    for (category, pattern) in categories {
      let isUsed = text.contains(pattern)
      let reasons = PrivacyManifest.personalOS.accessedInterfaces[category] ?? []
      #expect(isUsed == !reasons.isEmpty, "\(category)")
    }
  }

  @Test("17.3 Each kind of data that the app keeps is declared once")
  func declarations() throws {
    let collections = try Checkout.swiftFiles(in: "Sources/PersonalOSReference").flatMap { file in
      try String(contentsOf: file, encoding: .utf8).matches(of: #/let collection = "(\w+)"/#)
        .map { String($0.1) }
    }
    // The version of the schema is no data of the user's, and amounts are whatever shares one with others.
    let ofUser = Set(collections).subtracting(["schema", "amounts"])
    #expect(!ofUser.isEmpty)
    let kept = PrivacyManifest.personalOS.kept
    #expect(kept.map(\.collection).sorted() == ofUser.sorted())
    #expect(kept.allSatisfy { !$0.summary.isEmpty })
    #expect(Set(kept.map(\.summary)).count == kept.count)
  }
}

/// A device with a user who answers the prompt.
private final class Device: TrackingAuthorizationSource {
  private let answer: TrackingAuthorizationStatus
  private let state: Mutex<(status: TrackingAuthorizationStatus, events: [String])>

  init(_ status: TrackingAuthorizationStatus, answer: TrackingAuthorizationStatus) {
    self.answer = answer
    state = Mutex((status, []))
  }

  var events: [String] { state.withLock { $0.events } }

  func note(_ event: String) { state.withLock { $0.events.append(event) } }
  func change(to status: TrackingAuthorizationStatus) { state.withLock { $0.status = status } }
  func currentStatus() -> TrackingAuthorizationStatus { state.withLock { $0.status } }

  func requestAuthorization() async -> TrackingAuthorizationStatus {
    note("prompt")
    await Task.yield()
    change(to: answer)
    return answer
  }
}

import DeterministicScheduling
import PersonalOSGenerators
import PersonalOSReference
import PropertyTesting
import StorageContract

/// Privacy: no tracking without consent, one warning about the device, and a declaration that is true.
///
/// The specification has these criteria without a numbered property.
public enum PrivacyProperties: PropertyGroup {
  public static let all: [Property<PersonalOSSystem>] = [
    consentBeforeTracking, jailbreakWarning, privacyDeclaration,
  ]

  static let consentBeforeTracking = Requirement<PersonalOSSystem>(
    "POS-N1", "Consent before tracking",
    says: """
      The app sends a tracking event if and only if tracking is authorized at that moment, and drops other events for \
      good. It asks for consent only while there is no decision, with one prompt for all waiting requests, and again only \
      if a prompt brought no decision. Its report gives the current decision, the events sent in this launch, and the data \
      that the app keeps and collects.
      """,
    covers: "4.1", of: "PrivacyManager", needs: [], mustCatch: [.neverTracks]
  ).holds(
    of: ConsentMachine.machine.withLongCases, commands: 0...20, scheduled: .mixed,
    requiring: [
      "an event before the decision": 0.25, "an event while the prompt is open": 0.1, "an event with a consent": 0.25,
      "an event under a restriction": 0.15, "an event after the consent was withdrawn": 0.1,
      "an event after a consent in the settings": 0.08, "asks": 0.25, "a request while the prompt is open": 0.08,
      "several requests at once": 0.15, "asks nobody who has decided": 0.35, "asks again": 0.06,
      "changes the answer at once": 0.08, "a report after a change": 0.08, "a launch after events": 0.08,
    ],
    making: { system in await ConsentDriver(system) }, tearDown: { await $0.end() })

  static let jailbreakWarning = Requirement<PersonalOSSystem>(
    "POS-N2", "Jailbreak warning",
    says: """
      If the app finds the device jailbroken, it warns the user once in each launch, whatever later checks find. The \
      warning says that the device was modified, that data is less safe on it, and that the user can go on. The warning is \
      not an error and blocks nothing. The app never warns about an intact device.
      """,
    covers: "4.4", of: "JailbreakAdvisor", needs: [], mustCatch: [.warnsInOneLaunchAlone]
  ).holds(
    of: JailbreakMachine.machine.withLongCases, commands: 0...12,
    requiring: [
      "warns": 0.4, "is silent the second time": 0.25, "warns after a clean check": 0.15, "warns at another launch": 0.15,
      "finds nothing after a warning": 0.25,
    ],
    making: { JailbreakDriver($0) })

  static let privacyDeclaration = Requirement<PersonalOSSystem>(
    "POS-N3", "Privacy manifest and data usage",
    says: """
      The app declares exactly: the data that leaves the device, with its purpose, whether it is linked to the user and \
      whether it tracks; the tracking domains; the data that stays, each kind in its own words; and the interfaces that \
      need a reason. The manifest, a property list, has all of this except the data that stays, and nothing else.
      """,
    covers: "4.6", "17.3", of: "PrivacyManifest", needs: [],
    mustCatch: [
      .declaresNoTrackingDomain, .declaresNoSearches, .declaresTheUserAsAnonymous, .declaresALocation,
      .declaresAnotherPurpose, .declaresNoReasons, .declaresTooFewCollections, .describesAllDataAlike,
    ]
  ).holds(
    forAll: .privacyManifest,
    requiring: [
      "tracks": 0.12, "is linked and does not track": 0.12, "collects nothing": 0.1, "several purposes": 0.1,
      "several interfaces": 0.15, "keeps something": 0.25,
    ]
  ) { manifest, system, trial in
    trial.label("tracks", if: manifest.collected.contains(where: \.isUsedForTracking))
    trial.label(
      "is linked and does not track",
      if: manifest.collected.contains(where: \.isLinkedToUser) && !manifest.collected.contains(where: \.isUsedForTracking))
    trial.label("collects nothing", if: manifest.collected.isEmpty)
    trial.label("several purposes", if: manifest.collected.contains { $0.purposes.count > 1 })
    trial.label("several interfaces", if: manifest.accessedInterfaces.count > 1)
    trial.label("keeps something", if: !manifest.kept.isEmpty)
    try DataUsage.expectDeclared(in: system.privacy.manifest)
    for manifest in [system.privacy.manifest, manifest] {
      let text = try system.privacy.propertyList(manifest)
      try expect("the property list", try ManifestText(reading: text), equals: ManifestText(of: manifest))
    }
  }
}

extension Fault<PersonalOSSystem> {
  fileprivate static let neverTracks = Fault("neverTracks", "sends nothing, even with consent") { system in
    let open = system.privacy.openConsent
    system.privacy.openConsent = { source, _ in open(source) { _ in } }
  }

  fileprivate static let warnsInOneLaunchAlone = Fault("warnsInOneLaunchAlone", "does not warn at later launches") { system in
    let (make, hasLaunched) = (system.privacy.makeAdvisor, Remembered(false))
    system.privacy.makeAdvisor = {
      var advisor = make()
      if hasLaunched.exchange(true) { _ = advisor.handle(isJailbroken: true) }
      return advisor
    }
  }
}

import PersonalOSReference
import PropertyTesting

/// What the app does with data, written down from what it talks to and stores. The oracle of POS-N3.
enum DataUsage {
  private static let appFunctionality = "NSPrivacyCollectedDataTypePurposeAppFunctionality"

  /// Where events go that the user has allowed.
  static let trackingDomains = ["metrics.personalos.example"]

  static let collected = [
    // Events that are tracked: they name no user.
    CollectedData(
      type: "NSPrivacyCollectedDataTypeProductInteraction", purposes: ["NSPrivacyCollectedDataTypePurposeAnalytics"],
      isLinkedToUser: false, isUsedForTracking: true),
    // What the user searches the news for goes to the proxy.
    CollectedData(
      type: "NSPrivacyCollectedDataTypeSearchHistory", purposes: [appFunctionality], isLinkedToUser: false,
      isUsedForTracking: false),
    // The symbols that the user holds go to the feed of prices.
    CollectedData(
      type: "NSPrivacyCollectedDataTypeOtherFinancialInfo", purposes: [appFunctionality], isLinkedToUser: false,
      isUsedForTracking: false),
    // The user's name goes to GitHub.
    CollectedData(
      type: "NSPrivacyCollectedDataTypeUserID", purposes: [appFunctionality], isLinkedToUser: true,
      isUsedForTracking: false),
  ]

  /// Every collection of the store that has something of the user's, and what the user must read of it.
  private static let kept: [(collection: String, wording: Wording)] = [
    ("article_tasks", ["tasks": ["task"], "where they come from": ["article"]]),
    ("assets", ["assets": ["asset"], "their value": ["worth", "value"]]),
    ("bookmarks", ["bookmarks": ["bookmark"], "what of": ["article"]]),
    ("focus_sessions", ["focus sessions": ["focus session"]]),
    ("news", ["news": ["news"], "which": ["read"]]),
    ("news_lists", ["news": ["news"], "how it was listed": ["categor"]]),
    ("posts", ["posts": ["post"], "drafts": ["draft"]]),
    ("projects", ["projects": ["project"], "what the user adds": ["notes"], "how far they are": ["progress"]]),
    ("quarantine", ["trades": ["trade"], "why they are apart": ["cannot be right", "inconsistent"]]),
    ("trades", ["trades": ["trade"]]),
  ]

  /// The store reads sizes and dates of its own files.
  private static let interfaces = ["NSPrivacyAccessedAPICategoryFileTimestamp": ["C617.1"]]

  /// What a list of what is kept leaves out, has twice, or does not tell.
  static func lacking(in found: [KeptData]) -> [String] {
    guard found.map(\.collection) == kept.map(\.collection) else {
      return ["\(kept.map(\.collection)) as what is kept, and not \(found.map(\.collection))"]
    }
    let untold = zip(found, kept).flatMap { data, known in
      known.wording.missing(from: data.summary).map { "\($0) in the summary of \(data.collection)" }
    }
    let isApart = Set(found.map(\.summary)).count == found.count
    return untold + (isApart ? [] : ["summaries that differ"])
  }

  static func expectDeclared(in manifest: PrivacyManifest) throws {
    try expect("the domains of tracking", manifest.trackingDomains, equals: trackingDomains)
    try expect("what leaves the device", manifest.collected, equals: collected)
    try expect("what the list of what is kept lacks", lacking(in: manifest.kept), equals: [])
    try expect("interfaces with their reasons", manifest.accessedInterfaces, equals: interfaces)
  }
}

// What POS-N3 must catch: a declaration that is not true.
extension Fault<PersonalOSSystem> {
  static let declaresNoTrackingDomain = declares("declaresNoTrackingDomain", "declares no domain of its tracking") {
    $0.trackingDomains = []
  }
  static let declaresNoSearches = declares("declaresNoSearches", "does not declare that searches leave the device") {
    $0.collected.removeAll { $0.type.hasSuffix("SearchHistory") }
  }
  static let declaresTheUserAsAnonymous = declares(
    "declaresTheUserAsAnonymous", "declares the user's name as linked to nobody"
  ) { $0.collected[$0.collected.count - 1].isLinkedToUser = false }
  static let declaresALocation = declares("declaresALocation", "declares a location that it never asks for") {
    $0.collected.append(
      CollectedData(
        type: "NSPrivacyCollectedDataTypeCoarseLocation", purposes: [], isLinkedToUser: false, isUsedForTracking: false))
  }
  static let declaresAnotherPurpose = declares("declaresAnotherPurpose", "declares tracked events as needed for the app") {
    $0.collected[0].purposes = $0.collected[1].purposes
  }
  static let declaresNoReasons = declares("declaresNoReasons", "gives no reason for an interface that needs one") {
    $0.accessedInterfaces = [:]
  }
  static let declaresTooFewCollections = declares(
    "declaresTooFewCollections", "does not declare trades that were moved aside"
  ) { $0.kept.removeAll { $0.collection == "quarantine" } }
  static let describesAllDataAlike = declares("describesAllDataAlike", "calls all kept data “your data”") {
    for index in $0.kept.indices { $0.kept[index].summary = "Your data" }
  }

  private static func declares(
    _ id: String, _ fact: String, _ change: @escaping @Sendable (inout PrivacyManifest) -> Void
  ) -> Fault {
    Fault(id, fact) { change(&$0.privacy.manifest) }
  }
}

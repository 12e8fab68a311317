import Foundation

/// A kind of data that leaves the device. Names are those of Apple's privacy manifest.
public struct CollectedData: Sendable, Equatable {
  /// "NSPrivacyCollectedDataTypeSearchHistory".
  public var type: String
  /// "NSPrivacyCollectedDataTypePurposeAppFunctionality".
  public var purposes: [String]
  public var isLinkedToUser: Bool
  public var isUsedForTracking: Bool

  public init(type: String, purposes: [String], isLinkedToUser: Bool, isUsedForTracking: Bool) {
    self.type = type
    self.purposes = purposes
    self.isLinkedToUser = isLinkedToUser
    self.isUsedForTracking = isUsedForTracking
  }
}

/// A kind of data that is stored on the device and does not leave it.
public struct KeptData: Sendable, Equatable {
  /// The collection that holds it.
  public var collection: String
  /// What it is, for the user to read.
  public var summary: String

  public init(collection: String, summary: String) {
    self.collection = collection
    self.summary = summary
  }
}

/// What the app declares to the store about data and privacy: the text of its `PrivacyInfo.xcprivacy`.
public struct PrivacyManifest: Sendable, Equatable {
  public var trackingDomains: [String]
  public var collected: [CollectedData]
  public var kept: [KeptData]
  /// Interfaces for which a reason has to be given, and the reasons' codes.
  public var accessedInterfaces: [String: [String]]

  public init(
    trackingDomains: [String], collected: [CollectedData], kept: [KeptData], accessedInterfaces: [String: [String]]
  ) {
    self.trackingDomains = trackingDomains
    self.collected = collected
    self.kept = kept
    self.accessedInterfaces = accessedInterfaces
  }

  public static let personalOS = PrivacyManifest(
    trackingDomains: ["metrics.personalos.example"],
    collected: [
      CollectedData(
        type: "NSPrivacyCollectedDataTypeProductInteraction",
        purposes: ["NSPrivacyCollectedDataTypePurposeAnalytics"], isLinkedToUser: false,
        isUsedForTracking: true),
      // News is searched through the proxy.
      CollectedData(
        type: "NSPrivacyCollectedDataTypeSearchHistory",
        purposes: ["NSPrivacyCollectedDataTypePurposeAppFunctionality"], isLinkedToUser: false,
        isUsedForTracking: false),
      // Prices are asked for by the symbols that the user holds.
      CollectedData(
        type: "NSPrivacyCollectedDataTypeOtherFinancialInfo",
        purposes: ["NSPrivacyCollectedDataTypePurposeAppFunctionality"], isLinkedToUser: false,
        isUsedForTracking: false),
      // The name that GitHub is asked for.
      CollectedData(
        type: "NSPrivacyCollectedDataTypeUserID",
        purposes: ["NSPrivacyCollectedDataTypePurposeAppFunctionality"], isLinkedToUser: true,
        isUsedForTracking: false),
    ],
    kept: [
      KeptData(collection: "article_tasks", summary: "Tasks made from articles"),
      KeptData(collection: "assets", summary: "Assets and what they are worth"),
      KeptData(collection: "bookmarks", summary: "Bookmarked articles"),
      KeptData(collection: "focus_sessions", summary: "Focus sessions"),
      KeptData(collection: "news", summary: "News that was read"),
      KeptData(collection: "news_lists", summary: "Which news was listed in which category"),
      KeptData(collection: "posts", summary: "Posts and drafts"),
      KeptData(collection: "projects", summary: "Projects, with progress and notes"),
      KeptData(collection: "quarantine", summary: "Trades that cannot be right, moved aside"),
      KeptData(collection: "trades", summary: "Trades"),
    ],
    // The sizes and dates of the store's own files.
    accessedInterfaces: ["NSPrivacyAccessedAPICategoryFileTimestamp": ["C617.1"]])

  /// The manifest as an XML property list, with interfaces in the order of their names.
  public func propertyList() throws -> Data {
    let collected = collected.map { data -> [String: Any] in
      [
        "NSPrivacyCollectedDataType": data.type,
        "NSPrivacyCollectedDataTypeLinked": data.isLinkedToUser,
        "NSPrivacyCollectedDataTypeTracking": data.isUsedForTracking,
        "NSPrivacyCollectedDataTypePurposes": data.purposes,
      ]
    }
    let accessed = accessedInterfaces.sorted { $0.key < $1.key }.map { category, reasons -> [String: Any] in
      ["NSPrivacyAccessedAPIType": category, "NSPrivacyAccessedAPITypeReasons": reasons]
    }
    let manifest: [String: Any] = [
      "NSPrivacyTracking": self.collected.contains(where: \.isUsedForTracking),
      "NSPrivacyTrackingDomains": trackingDomains,
      "NSPrivacyCollectedDataTypes": collected,
      "NSPrivacyAccessedAPITypes": accessed,
    ]
    return try PropertyListSerialization.data(fromPropertyList: manifest, format: .xml, options: 0)
  }
}

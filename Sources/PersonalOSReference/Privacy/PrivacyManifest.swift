import Foundation

/// A kind of data that leaves the device. Names are those of Apple's privacy manifest.
public struct CollectedData: Sendable, Equatable {
  /// "NSPrivacyCollectedDataTypeSearchHistory".
  public let type: String
  /// "NSPrivacyCollectedDataTypePurposeAppFunctionality".
  public let purposes: [String]
  public let isLinkedToUser: Bool
  public let isUsedForTracking: Bool
}

/// A kind of data that is stored on the device and does not leave it.
public struct KeptData: Sendable, Equatable {
  /// The collection that holds it.
  public let collection: String
  /// What it is, for the user to read.
  public let summary: String
}

/// What the app declares to the store about data and privacy: the text of its `PrivacyInfo.xcprivacy`.
public struct PrivacyManifest: Sendable, Equatable {
  public let trackingDomains: [String]
  public let collected: [CollectedData]
  public let kept: [KeptData]
  /// Interfaces for which a reason has to be given, and the reasons' codes.
  public let accessedInterfaces: [String: [String]]

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

  /// The manifest as an XML property list.
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

import Foundation

/// A kind of data that leaves the device, in the terms of Apple's privacy manifest.
public struct CollectedData: Sendable, Equatable {
  /// The kind, such as "NSPrivacyCollectedDataTypeSearchHistory".
  public var type: String
  /// The purposes, such as "NSPrivacyCollectedDataTypePurposeAppFunctionality".
  public var purposes: [String]
  /// Whether the data can be linked to the user's identity.
  public var isLinkedToUser: Bool
  /// Whether the data are used to track the user.
  public var isUsedForTracking: Bool

  /// Creates a declaration from its parts.
  public init(type: String, purposes: [String], isLinkedToUser: Bool, isUsedForTracking: Bool) {
    self.type = type
    self.purposes = purposes
    self.isLinkedToUser = isLinkedToUser
    self.isUsedForTracking = isUsedForTracking
  }
}

/// A kind of data that the app stores on the device and that does not leave it.
public struct KeptData: Sendable, Equatable {
  /// The collection that holds the data.
  public var collection: String
  /// A short description for the user.
  public var summary: String

  /// Creates a declaration from its parts.
  public init(collection: String, summary: String) {
    self.collection = collection
    self.summary = summary
  }
}

/// The app's declarations about data and privacy: the contents of its `PrivacyInfo.xcprivacy`.
public struct PrivacyManifest: Sendable, Equatable {
  /// The hosts that receive tracking events.
  public var trackingDomains: [String]
  /// The kinds of data that leave the device.
  public var collected: [CollectedData]
  /// The kinds of data that stay on the device. They are not part of the property list.
  public var kept: [KeptData]
  /// The system interfaces whose use needs a reason, with the codes of the reasons.
  public var accessedInterfaces: [String: [String]]

  /// Creates a manifest from its parts.
  public init(
    trackingDomains: [String], collected: [CollectedData], kept: [KeptData], accessedInterfaces: [String: [String]]
  ) {
    self.trackingDomains = trackingDomains
    self.collected = collected
    self.kept = kept
    self.accessedInterfaces = accessedInterfaces
  }

  /// The manifest of PersonalOS.
  public static let personalOS = PrivacyManifest(
    trackingDomains: ["metrics.personalos.example"],
    collected: [
      CollectedData(
        type: "NSPrivacyCollectedDataTypeProductInteraction",
        purposes: ["NSPrivacyCollectedDataTypePurposeAnalytics"], isLinkedToUser: false,
        isUsedForTracking: true),
      // The proxy receives the searches for news.
      CollectedData(
        type: "NSPrivacyCollectedDataTypeSearchHistory",
        purposes: ["NSPrivacyCollectedDataTypePurposeAppFunctionality"], isLinkedToUser: false,
        isUsedForTracking: false),
      // Requests for prices name the symbols that the user holds.
      CollectedData(
        type: "NSPrivacyCollectedDataTypeOtherFinancialInfo",
        purposes: ["NSPrivacyCollectedDataTypePurposeAppFunctionality"], isLinkedToUser: false,
        isUsedForTracking: false),
      // Requests to GitHub name the user's account.
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
    // The app reads the sizes and dates of the store's own files.
    accessedInterfaces: ["NSPrivacyAccessedAPICategoryFileTimestamp": ["C617.1"]])

  /// The manifest as an XML property list, with the interfaces in the order of their names.
  /// - Throws: the error of `PropertyListSerialization`.
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

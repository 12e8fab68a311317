import Foundation
import PersonalOSReference
import PropertyTesting

/// What a privacy manifest says as a property list.
struct ManifestText: Equatable {
  struct Interface: Equatable {
    let name: String
    let reasons: [String]
  }

  let tracks: Bool
  let domains: [String]
  let collected: [CollectedData]
  /// In the order of their names.
  let interfaces: [Interface]

  /// What has to be said of `manifest`.
  init(of manifest: PrivacyManifest) {
    var tracks = false
    for data in manifest.collected where data.isUsedForTracking { tracks = true }
    self.tracks = tracks
    domains = manifest.trackingDomains
    collected = manifest.collected
    interfaces = manifest.accessedInterfaces.keys.sorted().map {
      Interface(name: $0, reasons: manifest.accessedInterfaces[$0] ?? [])
    }
  }

  /// What an XML property list says, if it has the keys of a manifest and no other.
  init(reading data: Data) throws {
    try expect("it is XML", data.starts(with: Array("<?xml".utf8)))
    let list = try PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any] ?? [:]
    let known: Set = [
      "NSPrivacyTracking", "NSPrivacyTrackingDomains", "NSPrivacyCollectedDataTypes", "NSPrivacyAccessedAPITypes",
    ]
    try expect("the keys", Set(list.keys), equals: known)
    tracks = try Self.read(list, "NSPrivacyTracking")
    domains = try Self.read(list, "NSPrivacyTrackingDomains")
    let collected: [[String: Any]] = try Self.read(list, "NSPrivacyCollectedDataTypes")
    self.collected = try collected.map { data in
      try expect("the entries of \(data)", data.count, equals: 4)
      return CollectedData(
        type: try Self.read(data, "NSPrivacyCollectedDataType"),
        purposes: try Self.read(data, "NSPrivacyCollectedDataTypePurposes"),
        isLinkedToUser: try Self.read(data, "NSPrivacyCollectedDataTypeLinked"),
        isUsedForTracking: try Self.read(data, "NSPrivacyCollectedDataTypeTracking"))
    }
    let interfaces: [[String: Any]] = try Self.read(list, "NSPrivacyAccessedAPITypes")
    self.interfaces = try interfaces.map { interface in
      try expect("the entries of \(interface)", interface.count, equals: 2)
      return Interface(
        name: try Self.read(interface, "NSPrivacyAccessedAPIType"),
        reasons: try Self.read(interface, "NSPrivacyAccessedAPITypeReasons"))
    }
  }

  private static func read<Value>(_ list: [String: Any], _ key: String) throws -> Value {
    noteClaim()
    guard let value = list[key] as? Value else {
      throw ExpectationFailure(
        claim: "\(key)", expected: "\(Value.self)", actual: "\(list[key] ?? "nothing")",
        location: SourceLocation(fileID: #fileID, filePath: #filePath, line: #line))
    }
    return value
  }
}

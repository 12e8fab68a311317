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

/// A writer of manifests that puts the XML together as text.
struct ManifestTwin {
  enum Defect: String, CaseIterable, Sendable {
    case neverTracks = "writes that nothing tracks"
    case tracksWhateverIsLinked = "declares data linked to the user as tracking"
    case tracksIfThereAreDomains = "tracks if there are domains, whatever is collected"
    case exchangesLinkedAndTracking = "exchanges “linked” and “tracking”"
    case writesOnePurpose = "writes only the first purpose"
    case leavesOutDomains = "leaves out the domains"
    case leavesOutTheLast = "leaves out the last kind of data"
    case writesInterfacesBackwards = "writes interfaces in another order"
    case leavesOutReasons = "leaves out reasons"
    case collectsWhatIsKept = "declares what stays on the device as collected"
    case forgetsToEscape = "writes “&” as it stands"
  }

  static let twin = Twin<PersonalOSSystem, Defect>("ManifestTwin") { system, defect in
    system.privacy.propertyList = { ManifestTwin(defect: defect).text(of: $0) }
  }

  let defect: Defect?

  func text(of manifest: PrivacyManifest) -> Data {
    var collected = manifest.collected
    if defect == .leavesOutTheLast { collected = collected.dropLast() }
    if defect == .collectsWhatIsKept {
      collected += manifest.kept.map {
        CollectedData(type: $0.collection, purposes: [], isLinkedToUser: true, isUsedForTracking: false)
      }
    }
    let names = manifest.accessedInterfaces.keys.sorted()
    let interfaces = (defect == .writesInterfacesBackwards ? names.reversed() : names).map { name in
      let reasons = defect == .leavesOutReasons ? [] : manifest.accessedInterfaces[name] ?? []
      return dictionary([
        ("NSPrivacyAccessedAPIType", string(name)), ("NSPrivacyAccessedAPITypeReasons", array(reasons.map(string))),
      ])
    }
    let list = dictionary([
      ("NSPrivacyTracking", bool(tracks(manifest))),
      ("NSPrivacyTrackingDomains", array(defect == .leavesOutDomains ? [] : manifest.trackingDomains.map(string))),
      ("NSPrivacyCollectedDataTypes", array(collected.map(entry))),
      ("NSPrivacyAccessedAPITypes", array(interfaces)),
    ])
    return Data("<?xml version=\"1.0\" encoding=\"UTF-8\"?><plist version=\"1.0\">\(list)</plist>".utf8)
  }

  private func tracks(_ manifest: PrivacyManifest) -> Bool {
    switch defect {
    case .neverTracks: false
    case .tracksWhateverIsLinked: manifest.collected.contains { $0.isLinkedToUser }
    case .tracksIfThereAreDomains: !manifest.trackingDomains.isEmpty
    default: manifest.collected.contains { $0.isUsedForTracking }
    }
  }

  private func entry(_ data: CollectedData) -> String {
    let flags = [data.isLinkedToUser, data.isUsedForTracking]
    let written = defect == .exchangesLinkedAndTracking ? flags.reversed() : flags
    let purposes = defect == .writesOnePurpose ? Array(data.purposes.prefix(1)) : data.purposes
    return dictionary([
      ("NSPrivacyCollectedDataType", string(data.type)),
      ("NSPrivacyCollectedDataTypeLinked", bool(written[0])),
      ("NSPrivacyCollectedDataTypeTracking", bool(written[1])),
      ("NSPrivacyCollectedDataTypePurposes", array(purposes.map(string))),
    ])
  }

  private func dictionary(_ entries: [(String, String)]) -> String {
    "<dict>\(entries.map { "<key>\($0)</key>\($1)" }.joined())</dict>"
  }

  private func array(_ elements: [String]) -> String { "<array>\(elements.joined())</array>" }
  private func bool(_ value: Bool) -> String { value ? "<true/>" : "<false/>" }

  private func string(_ text: String) -> String {
    let escaped = text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
    return "<string>\(defect == .forgetsToEscape ? text : escaped)</string>"
  }
}

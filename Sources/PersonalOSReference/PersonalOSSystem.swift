import StorageContract

/// PersonalOS as the properties see it: a place for its data, how each part of the app is made, and how the app is put
/// together.
///
/// Start from ``reference(location:)`` and replace what is to be tested: an adopter's own component, or a
/// fault that a property must catch. Parts are reached directly: `system.trading` is `system.parts.trading`.
@dynamicMemberLookup
public struct PersonalOSSystem: Sendable {
  /// Opens the case's store, with what earlier opens left in it; one at a time.
  public var openStore: @Sendable () async throws -> any Store
  /// What lies on the disk, while no store is open: see `StoreLocation.rawBytes()`.
  public var rawBytes: @Sendable () async throws -> [UInt8]
  public var parts: PersonalOSParts
  /// Starts the app; by default ``PersonalOSApp/launch(_:_:)``: POS-APP-01 and those after it.
  public var launch: @Sendable (PersonalOSPlatform, PersonalOSParts) async throws -> PersonalOSApp

  /// The source scanner, a developer's tool that no app contains: POS-70 and POS-71.
  public var sources: SourceScanningSystem
  /// What the app stands on: POS-P1 to POS-P3.
  public var platform: PlatformSystem

  /// The reference core, over the store at `location`.
  public static func reference(location: any StoreLocation) -> PersonalOSSystem {
    PersonalOSSystem(
      openStore: { try await location.open() }, rawBytes: { try await location.rawBytes() }, parts: .reference,
      launch: { try await PersonalOSApp.launch($0, $1) }, sources: .reference, platform: .reference)
  }

  public func launch(_ platform: PersonalOSPlatform) async throws -> PersonalOSApp {
    try await launch(platform, parts)
  }

  public subscript<Part>(dynamicMember part: WritableKeyPath<PersonalOSParts, Part>) -> Part {
    get { parts[keyPath: part] }
    set { parts[keyPath: part] = newValue }
  }
}

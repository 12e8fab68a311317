import StorageContract

/// Everything that the properties need of PersonalOS: a store for its data, a factory for each part of the app, and the
/// launch.
///
/// Start from ``reference(location:)`` and replace the part under test, either with your own component or with a faulty one
/// that a property must catch. The parts are also members of the system itself: `system.trading` is `system.parts.trading`.
@dynamicMemberLookup
public struct PersonalOSSystem: Sendable {
  /// Opens the store of the test case, with the data that earlier opens left in it. Only one store may be open at a time.
  public var openStore: @Sendable () async throws -> any Store
  /// The raw data on the disk. Call this only while no store is open: see `StoreLocation.rawBytes()`.
  public var rawBytes: @Sendable () async throws -> [UInt8]
  /// The factories of all parts of the app. ``launch(_:)`` passes them to the app.
  public var parts: PersonalOSParts
  /// Starts the app. The default is ``PersonalOSApp/launch(_:_:)``. POS-APP-01 and the properties after it test it.
  public var launch: @Sendable (PersonalOSPlatform, PersonalOSParts) async throws -> PersonalOSApp

  /// The source scanner, a developer's tool that no app contains. POS-70 and POS-71 test it.
  public var sources: SourceScanningSystem
  /// The stand-ins for the device that the app runs on. POS-P1 to POS-P3 test them.
  public var platform: PlatformSystem

  /// The reference core with its store at `location`.
  public static func reference(location: any StoreLocation) -> PersonalOSSystem {
    PersonalOSSystem(
      openStore: { try await location.open() }, rawBytes: { try await location.rawBytes() }, parts: .reference,
      launch: { try await PersonalOSApp.launch($0, $1) }, sources: .reference, platform: .reference)
  }

  /// Starts the app on this platform, with this system's ``parts``.
  /// - Throws: what the ``launch`` closure throws.
  public func launch(_ platform: PersonalOSPlatform) async throws -> PersonalOSApp {
    try await launch(platform, parts)
  }

  /// One of the ``parts``, to read or to replace.
  public subscript<Part>(dynamicMember part: WritableKeyPath<PersonalOSParts, Part>) -> Part {
    get { parts[keyPath: part] }
    set { parts[keyPath: part] = newValue }
  }
}

import PlatformStandIns
import SourceLayering
import StorageContract

/// Argus as the properties see it: a place for its data, and the factories of the app's parts.
///
/// Start from ``reference(location:)`` and replace the part to test: with your own, or with a fault that a property
/// must catch.
public struct ArgusSystem: Sendable {
  /// Opens the store of the test case, with the data that earlier opens left in it. At most one store may be open at a
  /// time.
  public var openStore: @Sendable () async throws -> any Store
  /// Returns the bytes on the disk while no store is open: see `StoreLocation.rawBytes()`.
  public var rawBytes: @Sendable () async throws -> [UInt8]
  /// The factories that ``launch(_:)`` hands to the app.
  public var parts: ArgusParts
  /// Starts the app. The reference calls ``ArgusApp/launch(_:_:)``.
  public var launch: @Sendable (ArgusPlatform, ArgusParts) async throws -> ArgusApp

  /// Checks the layers of source files against rules, as `touchstone scan --layers` does. It throws if the rules cannot
  /// be read.
  public var checkLayers: @Sendable (_ rules: String, _ files: [SourceText]) throws -> [LayerFinding] = { rules, files in
    try LayerCheck(LayerRules(rules)).report(on: files).findings
  }

  /// Returns the reference core, over the store at `location`.
  public static func reference(location: any StoreLocation) -> ArgusSystem {
    ArgusSystem(
      openStore: { try await location.open() }, rawBytes: { try await location.rawBytes() }, parts: .reference,
      launch: { try await ArgusApp.launch($0, $1) })
  }

  /// Starts the app on `platform` with ``parts``.
  public func launch(_ platform: ArgusPlatform) async throws -> ArgusApp { try await launch(platform, parts) }
}

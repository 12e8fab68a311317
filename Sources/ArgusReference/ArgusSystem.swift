import PlatformStandIns
import SourceLayering
import StorageContract

/// Argus as the properties see it: a place for its data, and how each part of the app is made.
///
/// Start from ``reference(location:)`` and replace what is to be tested: an adopter's own part, or a fault that a property
/// must catch.
public struct ArgusSystem: Sendable {
  /// Opens the case's store, with what earlier opens left in it; one at a time.
  public var openStore: @Sendable () async throws -> any Store
  /// What lies on the disk, while no store is open: see `StoreLocation.rawBytes()`.
  public var rawBytes: @Sendable () async throws -> [UInt8]
  public var parts: ArgusParts
  /// Starts the app; by default ``ArgusApp/launch(_:_:)`` with ``parts``.
  public var launch: @Sendable (ArgusPlatform, ArgusParts) async throws -> ArgusApp

  /// What the layers of the sources are checked with: `touchstone scan --layers`.
  public var checkLayers: @Sendable (_ rules: String, _ files: [SourceText]) throws -> [LayerFinding] = { rules, files in
    try LayerCheck(LayerRules(rules)).report(on: files).findings
  }

  /// The reference core, over the store at `location`.
  public static func reference(location: any StoreLocation) -> ArgusSystem {
    ArgusSystem(
      openStore: { try await location.open() }, rawBytes: { try await location.rawBytes() }, parts: .reference,
      launch: { try await ArgusApp.launch($0, $1) })
  }

  public func launch(_ platform: ArgusPlatform) async throws -> ArgusApp { try await launch(platform, parts) }
}

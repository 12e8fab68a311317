import PlatformStandIns
import StorageContract

/// QuickVault as the properties see it: a place for its data, and how each part of the app is made.
///
/// Start from ``reference(location:)`` and replace what is to be tested: an adopter's own part, or a fault that a property
/// must catch.
public struct QuickVaultSystem: Sendable {
  /// Opens the case's store, with what earlier opens left in it; one at a time.
  public var openStore: @Sendable () async throws -> any Store
  /// What lies on the disk, while no store is open: see `StoreLocation.rawBytes()`.
  public var rawBytes: @Sendable () async throws -> [UInt8]
  public var parts: VaultParts
  /// The time of the device that the app runs on; properties about delays have a virtual one.
  public var deviceTime: @Sendable () -> VaultTime
  /// Starts the app; by default ``VaultApp/launch(_:_:)`` with ``parts``.
  public var launch: @Sendable (VaultPlatform, VaultParts) async throws -> VaultApp

  /// The reference core, over the store at `location`.
  public static func reference(location: any StoreLocation) -> QuickVaultSystem {
    QuickVaultSystem(
      openStore: { try await location.open() }, rawBytes: { try await location.rawBytes() }, parts: .reference,
      deviceTime: { .device }, launch: { try await VaultApp.launch($0, $1) })
  }

  public func launch(_ platform: VaultPlatform) async throws -> VaultApp { try await launch(platform, parts) }
}

import PlatformStandIns
import StorageContract

/// QuickVault as the properties see it: a place for its data, and the parts of the app.
///
/// Start from ``reference(location:)`` and replace what you want to test: a part of your own, or a fault that a
/// property must catch.
public struct QuickVaultSystem: Sendable {
  /// Opens the case's store, which has the data that earlier opens left in it. At most one store is open at a time.
  public var openStore: @Sendable () async throws -> any Store
  /// The bytes on the disk, read while no store is open: see `StoreLocation.rawBytes()`.
  public var rawBytes: @Sendable () async throws -> [UInt8]
  /// The parts that ``launch(_:)`` passes to the `launch` closure.
  public var parts: VaultParts
  /// The clocks of the device that runs the app. Properties about delays use a virtual clock in place of them.
  public var deviceTime: @Sendable () -> VaultTime
  /// Starts the app. The default is ``VaultApp/launch(_:_:)``.
  public var launch: @Sendable (VaultPlatform, VaultParts) async throws -> VaultApp

  /// The reference core over the store at `location`.
  public static func reference(location: any StoreLocation) -> QuickVaultSystem {
    QuickVaultSystem(
      openStore: { try await location.open() }, rawBytes: { try await location.rawBytes() }, parts: .reference,
      deviceTime: { .device }, launch: { try await VaultApp.launch($0, $1) })
  }

  /// Starts the app on this platform with ``parts``.
  /// - Throws: the error of the `launch` closure: by default ``AppError/database(_:)`` if the keychain cannot be read.
  public func launch(_ platform: VaultPlatform) async throws -> VaultApp { try await launch(platform, parts) }
}

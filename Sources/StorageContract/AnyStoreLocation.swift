/// A location made of closures: how a place that somebody else opens gets something put under it or over it.
public struct AnyStoreLocation: StoreLocation {
  private let openStore: @Sendable () async throws -> any Store
  private let readRawBytes: @Sendable () async throws -> [UInt8]

  /// - Parameter rawBytes: unless given, the location cannot tell: ``StoreError/unsupported(_:)``.
  public init(
    open: @escaping @Sendable () async throws -> any Store,
    rawBytes: @escaping @Sendable () async throws -> [UInt8] = { throw StoreError.unsupported("rawBytes") }
  ) {
    openStore = open
    readRawBytes = rawBytes
  }

  public func open() async throws -> any Store { try await openStore() }

  public func rawBytes() async throws -> [UInt8] { try await readRawBytes() }
}

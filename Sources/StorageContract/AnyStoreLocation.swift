/// A location made of closures. Use it to wrap a place that somebody else opens.
public struct AnyStoreLocation: StoreLocation {
  private let openStore: @Sendable () async throws -> any Store
  private let readRawBytes: @Sendable () async throws -> [UInt8]
  private let listFiles: @Sendable () async throws -> [String]

  /// - Parameters:
  ///   - rawBytes: nil: the location throws ``StoreError/unsupported(_:)``.
  ///   - files: likewise.
  public init(
    open: @escaping @Sendable () async throws -> any Store,
    rawBytes: @escaping @Sendable () async throws -> [UInt8] = { throw StoreError.unsupported("rawBytes") },
    files: @escaping @Sendable () async throws -> [String] = { throw StoreError.unsupported("files") }
  ) {
    openStore = open
    readRawBytes = rawBytes
    listFiles = files
  }

  public func open() async throws -> any Store { try await openStore() }

  public func rawBytes() async throws -> [UInt8] { try await readRawBytes() }

  public func files() async throws -> [String] { try await listFiles() }
}

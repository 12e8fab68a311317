import Foundation

/// A folder for one store that keeps files in it.
package struct FolderLocation: StoreLocation {
  /// The folder, which is made at the first opening.
  package let directory: String
  private let openStore: @Sendable (_ directory: String) async throws -> any Store

  package init(directory: String, open: @escaping @Sendable (_ directory: String) async throws -> any Store) {
    self.directory = directory
    openStore = open
  }

  package func open() async throws -> any Store {
    let files = SystemFileLayer()
    do {
      if try !files.exists(directory) {
        try files.makeDirectory(directory)
        // Loss of power must not take the folder with the store in it: the store did not make this name, and need not flush it.
        try files.syncDirectory((directory as NSString).deletingLastPathComponent)
      }
    } catch let error as FileLayerError {
      throw error.storeError("create a directory for a store", directory)
    }
    return try await openStore(directory)
  }

  package func rawBytes() async throws -> [UInt8] {
    try await files().flatMap { path in
      guard let data = FileManager.default.contents(atPath: path) else {
        throw StoreError.io(operation: "read the store's file", path: path, reason: "it cannot be read")
      }
      return [UInt8](data)
    }
  }

  /// Every plain file in the folder.
  package func files() async throws -> [String] {
    let names = FileManager.default.subpaths(atPath: directory) ?? []
    let paths = names.sorted().map { "\(directory)/\($0)" }.filter { path in
      let attributes = try? FileManager.default.attributesOfItem(atPath: path)
      return attributes?[.type] as? FileAttributeType == .typeRegular
    }
    guard !paths.isEmpty else { throw StoreError.unsupported("files") }
    return paths
  }
}

import Foundation
import PropertyTesting
import StorageContract
import StorageFaults

extension Fault<LawSubject> {
  static let sumsTheFirst4Kilobytes = overLocation(
    "sumsTheFirst4Kilobytes", "has a checksum of only the first 4 kB of its files") { FirstPageLocation($0) }
}

/// A place of a good store that lets damage behind a file's first page pass, and then reads another text than the one
/// that was written.
private final class FirstPageLocation: StoreLocation {
  private let base: any StoreLocation
  private let closed = Remembered<[String: [UInt8]]>([:])

  init(_ base: any StoreLocation) {
    self.base = base
  }

  func rawBytes() async throws -> [UInt8] { try await base.rawBytes() }
  func files() async throws -> [String] { try await base.files() }

  func open() async throws -> any Store {
    let isDamaged = try await mendBehindTheFirstPage()
    let store = try await base.open()
    if isDamaged { try await misread(store) }
    var hooks = StoreHooks()
    hooks.close = { [self] store in
      try await store.close()
      closed.set(try await LeftoverWatch.contents(of: base))
    }
    return InterposedStore(store, hooks)
  }

  /// Whether there was anything to mend.
  private func mendBehindTheFirstPage() async throws -> Bool {
    var isDamaged = false
    for (path, bytes) in closed.now {
      let found = try SystemFileLayer().read(path)
      guard found.count == bytes.count, found.prefix(4_096) == bytes.prefix(4_096), found != bytes else { continue }
      try Data(bytes).write(to: URL(fileURLWithPath: path))
      isDamaged = true
    }
    return isDamaged
  }

  private func misread(_ store: any Store) async throws {
    try await store.write { transaction in
      guard let name = try transaction.collections().last, let record = try transaction.scan(name).last else { return }
      try transaction.put(["t": .text("damaged")], at: record.key, in: name)
    }
  }
}

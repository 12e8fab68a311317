import Foundation
import ProcessStorage
import StorageContract

#if canImport(Darwin)
  import Darwin
#endif

/// Sees which files lie, and which descriptors are open, where one store and its backups are: and of those only,
/// since other tests of the process open and close files at the same time.
struct LeftoverWatch {
  /// The store's own, resolved.
  private let files: [String]
  /// Whether other places lie in the same folder as this one's files.
  private let isFolderShared: Bool
  private let backups: String
  /// The process that serves the store; nil: this one.
  private let process: (any KillableLocation)?

  /// Only while no store is open at the subject's location.
  init(_ subject: LawSubject, backups: String) async throws {
    self.backups = Self.resolved(backups)
    process = subject.process
    files = try await Self.files(of: subject.location).map(Self.resolved)
    guard !files.isEmpty else {
      isFolderShared = false
      return
    }
    let neighbour = try await subject.makeLocation()
    let store = try await neighbour.open()
    try await store.close()
    let others = try await Self.files(of: neighbour).map { Self.folder(of: Self.resolved($0)) }
    isFolderShared = !Set(others).isDisjoint(with: files.map(Self.folder))
  }

  /// The files of a location; none where it does not tell.
  static func files(of location: any StoreLocation) async throws -> [String] {
    do {
      return try await location.files()
    } catch StoreError.unsupported {
      return []
    }
  }

  /// The files that the location names as its own now, as ``found()`` has them.
  func own(of location: any StoreLocation) async throws -> Set<String> { Set(try await Self.files(of: location).map(Self.resolved)) }

  /// The same with their bytes.
  static func contents(of location: any StoreLocation) async throws -> [String: [UInt8]] {
    var contents: [String: [UInt8]] = [:]
    for path in try await files(of: location) { contents[path] = try SystemFileLayer().read(path) }
    return contents
  }

  struct Found: Sendable {
    var files: [String]
    var descriptors: [String]
  }

  func found() async throws -> Found {
    var names: Set<String> = []
    for folder in Set(files.map(Self.folder) + [backups]) {
      names.formUnion(try FileManager.default.contentsOfDirectory(atPath: folder).map { "\(folder)/\($0)" })
    }
    let served = await process?.processIdentifier.map(ProcessGroup.members) ?? []
    let open = Self.openPaths() + served.flatMap(Self.openPaths)
    return Found(files: names.filter(isOurs).sorted(), descriptors: open.filter(isOurs).sorted())
  }

  private func isOurs(_ path: String) -> Bool {
    if path.hasPrefix(backups) { return true }
    return files.contains { file in
      guard isFolderShared else { return path.hasPrefix(Self.folder(of: file) + "/") || path == Self.folder(of: file) }
      // `store.sqlite-wal` belongs to `store.sqlite`; `store.sqlite-2` is its neighbour.
      guard path.hasPrefix(file) else { return false }
      let rest = path.dropFirst(file.count)
      return !(rest.first == "-" && rest.dropFirst().first?.isNumber == true)
    }
  }

  private static func folder(of path: String) -> String { (path as NSString).deletingLastPathComponent }

  private static func resolved(_ path: String) -> String {
    URL(fileURLWithPath: path).resolvingSymlinksInPath().path
  }

  /// What every open descriptor of the process leads to; a file that was removed is "PATH (deleted)" on Linux.
  private static func openPaths() -> [String] {
    #if canImport(Darwin)
      return (0..<Int32(1_024)).compactMap { descriptor in
        var buffer = [CChar](repeating: 0, count: Int(MAXPATHLEN))
        guard fcntl(descriptor, F_GETPATH, &buffer) == 0 else { return nil }
        return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      }
    #else
      return openPaths(getpid())
    #endif
  }

  /// The same of another process; nothing on a system that does not tell.
  private static func openPaths(_ process: Int32) -> [String] {
    #if os(Linux)
      let folder = "/proc/\(process)/fd"
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      // One that was closed meanwhile was another test's.
      return names.compactMap { try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)") }
    #else
      return []
    #endif
  }
}

import Foundation
import StorageContract
import StorageFaults

/// A folder of real files, which can be made what a loss of power leaves of it.
struct RecordedFolder {
  let path: String
  private let directories: [String]
  private let files: [String: [UInt8]]

  /// Reads what lies there.
  init(_ path: String) {
    self.path = path
    var directories: [String] = []
    var files: [String: [UInt8]] = [:]
    for name in (FileManager.default.subpaths(atPath: path) ?? []).sorted() {
      let whole = "\(path)/\(name)"
      let type = (try? FileManager.default.attributesOfItem(atPath: whole))?[.type] as? FileAttributeType
      if type == .typeDirectory { directories.append(whole) }
      if type == .typeRegular { files[whole] = FileManager.default.contents(atPath: whole).map([UInt8].init) }
    }
    self.directories = directories
    self.files = files
  }

  /// What a loss of power after the first `count` calls leaves of all paths that any of them names.
  func afterPowerLoss(_ calls: [DiskCall], count: Int, _ choose: CrashChoice) throws -> [String: RecordedDisk.Remains?] {
    var disk = RecordedDisk(folder: path, directories: directories, files: files)
    for call in calls.prefix(count) { disk.apply(call) }
    let paths = calls.flatMap(\.paths).filter { $0 != path }
    return try disk.afterPowerLoss(at: Set(paths), choose)
  }

  /// - Throws: ``StoreError/io(operation:path:reason:)``.
  static func write(_ remains: [String: RecordedDisk.Remains?]) throws {
    let manager = FileManager.default
    for (path, remains) in remains.sorted(by: { $0.key < $1.key }) {
      do {
        switch remains {
        case .directory?: try manager.createDirectory(atPath: path, withIntermediateDirectories: true)
        case .file(let bytes)?: try Data(bytes).write(to: URL(fileURLWithPath: path))
        case nil: if manager.fileExists(atPath: path) { try manager.removeItem(atPath: path) }
        }
      } catch {
        throw StoreError.io(operation: "write what the loss of power has left", path: path, reason: "\(error)")
      }
    }
  }
}

import Foundation

/// An adapter in Python that runs as it is, for its author to put a store into.
struct AdapterSkeleton {
  /// What calls the store has.
  enum Profile: String, CaseIterable {
    case keyValue = "kv"
    case orderedKeyValue = "ordered-kv"
    case sql

    fileprivate var source: [UInt8] {
      switch self {
      case .keyValue: PackageResources.kv_py
      case .orderedKeyValue: PackageResources.ordered_kv_py
      case .sql: PackageResources.sql_py
      }
    }
  }

  /// As in "notes": of the file, and of the class `NotesStore`.
  let name: String
  let profile: Profile

  static let base = (file: "touchstone_adapter.py", source: Data(PackageResources.touchstone_adapter_py))

  /// - Returns: nil if a class and a file cannot be called that.
  init?(name: String, profile: Profile) {
    guard name.wholeMatch(of: #/[A-Za-z][A-Za-z0-9_]*/#) != nil else { return nil }
    self.name = name
    self.profile = profile
  }

  var file: String { "\(name)_store.py" }

  var source: Data {
    let type = name.split(separator: "_").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined() + "Store"
    return Data(String(decoding: profile.source, as: UTF8.self).replacingOccurrences(of: "MyStore", with: type).utf8)
  }

  /// Writes the adapter and its base.
  /// - Throws: ``EnvironmentError`` if a file is in the way or cannot be written. Nothing is overwritten.
  func write(into folder: String) throws {
    let base = URL(fileURLWithPath: folder).appendingPathComponent(Self.base.file)
    let adapter = URL(fileURLWithPath: folder).appendingPathComponent(file)
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder), isFolder.boolValue else {
      throw EnvironmentError(message: "there is no folder \(folder)")
    }
    guard !FileManager.default.fileExists(atPath: adapter.path) else {
      throw EnvironmentError(message: "\(file) is there already; choose another name, or move it away")
    }
    let present = FileManager.default.contents(atPath: base.path)
    guard present == nil || present == Self.base.source else {
      throw EnvironmentError(message: "\(Self.base.file) is there already, and is not that of this version; move it away")
    }
    do {
      if present == nil { try Self.base.source.write(to: base) }
      try source.write(to: adapter)
    } catch {
      throw EnvironmentError(message: "the adapter cannot be written into \(folder): \(error.localizedDescription)")
    }
  }
}

import Foundation
import StorageContract

/// A cloud in a directory, for the processes of one machine. Each push is a file, whose name is its number in the
/// order.
///
/// A device writes the file under another name, then links it to the next number. If another device has taken that
/// number meanwhile, it tries the one after it. So a device that dies during a push leaves its whole batch or nothing,
/// and there are no gaps.
public struct DirectoryCloud: CloudDatabase {
  private struct Batch: Codable {
    struct Entry: Codable {
      let articleID: String
      let fields: [String: FieldValue]
    }

    let entries: [Entry]
  }

  private let directory: String

  /// Creates a cloud over a directory.
  /// - Parameter directory: the path of the directory. If there is none, the cloud is not available.
  public init(directory: String) {
    self.directory = directory
  }

  public func isAvailable() async throws -> Bool {
    var isDirectory: ObjCBool = false
    return FileManager.default.fileExists(atPath: directory, isDirectory: &isDirectory) && isDirectory.boolValue
  }

  public func push(_ records: [SyncRecord]) async throws {
    if records.isEmpty { return _ = try lastNumber() }
    let batch = Batch(entries: records.map { Batch.Entry(articleID: $0.articleID, fields: $0.storedFields) })
    let draft = "\(directory)/draft-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: draft) }
    do {
      try JSONEncoder().encode(batch).write(to: URL(fileURLWithPath: draft))
    } catch {
      throw ArgusError.cloudUnavailable
    }
    var number = try lastNumber() + 1
    while true {
      do {
        return try FileManager.default.linkItem(atPath: draft, toPath: path(of: number))
      } catch {
        guard FileManager.default.fileExists(atPath: path(of: number)) else { throw ArgusError.cloudUnavailable }
        number += 1
      }
    }
  }

  public func pull(after token: Int64) async throws -> CloudPage {
    var page = CloudPage(records: [], token: token)
    let last = try lastNumber()
    while page.token < last {
      guard let data = FileManager.default.contents(atPath: path(of: page.token + 1)),
        let batch = try? JSONDecoder().decode(Batch.self, from: data)
      else { throw ArgusError.cloudUnavailable }
      // A record that cannot be read is from a later version of the app. This version cannot show it.
      page.records += batch.entries.compactMap { SyncRecord(articleID: $0.articleID, stored: $0.fields) }
      page.token += 1
    }
    return page
  }

  private func path(of number: Int64) -> String { "\(directory)/\(number).json" }

  /// Returns the highest number of a file, or 0 if there is none.
  /// - Throws: ``ArgusError/cloudUnavailable`` if the directory cannot be read.
  private func lastNumber() throws -> Int64 {
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: directory) else { throw ArgusError.cloudUnavailable }
    return names.compactMap { $0.hasSuffix(".json") ? Int64($0.dropLast(5)) : nil }.max() ?? 0
  }
}

import Foundation
import StorageContract

/// A cloud in a directory, for the processes of one machine: what a device sends is a file, whose name is its place in the order.
///
/// A file is written under another name and linked to the next number when it is whole; a number that somebody else took
/// meanwhile is passed over. So a device that dies while it sends leaves all of its batch or nothing, and there are no gaps.
public struct DirectoryCloud: CloudDatabase {
  private struct Batch: Codable {
    struct Entry: Codable {
      let articleID: String
      let fields: [String: FieldValue]
    }

    let entries: [Entry]
  }

  private let directory: String

  /// - Parameter directory: exists, or the cloud is not available.
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
      // A record that does not read is one of a later version of the app, which this one cannot show.
      page.records += batch.entries.compactMap { SyncRecord(articleID: $0.articleID, stored: $0.fields) }
      page.token += 1
    }
    return page
  }

  private func path(of number: Int64) -> String { "\(directory)/\(number).json" }

  /// 0 at first.
  private func lastNumber() throws -> Int64 {
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: directory) else { throw ArgusError.cloudUnavailable }
    return names.compactMap { $0.hasSuffix(".json") ? Int64($0.dropLast(5)) : nil }.max() ?? 0
  }
}

import Foundation
import StorageContract

/// The projects that are here, by what a repository matches them with: GitHub's number; or, where they have
/// none yet, the full name without regard to ASCII case, as GitHub compares names. Of several alike the first
/// in the order of keys counts.
struct Candidates {
  private var numbered: [Int64: (id: UUID, record: Record)] = [:]
  private var named: [[UInt8]: (id: UUID, record: Record)] = [:]

  /// - Throws: ``UnreadableRecord`` for the first that is no project.
  init(_ records: [Record]) throws(UnreadableRecord) {
    for record in records {
      let project = try ProjectItem(
        stored: StoredRecord(
          collection: ProjectItem.collection, key: record.key, fields: record.fields))
      if let number = project.remoteID {
        numbered[number] = numbered[number] ?? (project.id, record)
      } else {
        let name = Self.folded(project.fullName)
        named[name] = named[name] ?? (project.id, record)
      }
    }
  }

  /// The match of `remote`, which from now on is nobody else's.
  mutating func takeMatch(of remote: GitHubRepo) -> (id: UUID, record: Record)? {
    numbered.removeValue(forKey: remote.id) ?? named.removeValue(forKey: Self.folded(remote.fullName))
  }

  private static func folded(_ name: String) -> [UInt8] {
    name.utf8.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 }
  }
}

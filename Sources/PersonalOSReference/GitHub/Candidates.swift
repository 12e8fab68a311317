import Foundation
import StorageContract

/// The stored projects that may match a repository of GitHub. A project matches by GitHub's number. If it has no number
/// yet, it matches by its full name without regard to ASCII case, because GitHub compares names that way. Of several
/// projects with the same number or name, the first in the order of keys matches.
struct Candidates {
  private var numbered: [Int64: (id: UUID, record: Record)] = [:]
  private var named: [[UInt8]: (id: UUID, record: Record)] = [:]

  /// Reads the projects from their records.
  /// - Throws: ``UnreadableRecord`` for the first record that is no project.
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

  /// Removes and returns the project that matches `remote`, so that it matches no other repository.
  mutating func takeMatch(of remote: GitHubRepo) -> (id: UUID, record: Record)? {
    numbered.removeValue(forKey: remote.id) ?? named.removeValue(forKey: Self.folded(remote.fullName))
  }

  private static func folded(_ name: String) -> [UInt8] {
    name.utf8.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 }
  }
}

import Foundation

extension RegressionStore {
  /// The outcome of merging for one property.
  public struct Merged: Sendable, Equatable {
    /// The id of the property.
    public let propertyID: String
    /// How many cases were new.
    public let added: Int
    /// How many cases the file holds now.
    public let count: Int
  }

  /// Adds the cases of other folders, of counterexamples or of a corpus. Each case, told by its token, is there once. Merging removes
  /// nothing.
  ///
  /// The order of the folders makes no difference: the result has the same cases in the same order, with the simplest last, which is
  /// tried first. So two people who merge the same cases have the same file.
  /// - Throws: ``RegressionFileError`` if a file cannot be used or written. The engine reads all files before it writes the first one.
  public func merge(_ others: [RegressionStore]) throws(RegressionFileError) -> [Merged] {
    if isReadOnly { throw RegressionFileError(path: directory, reason: "it is read-only") }
    let ids = Set(others.flatMap(\.propertyIDs)).sorted()
    var changes: [(merged: Merged, entries: [Entry], title: String)] = []
    for id in ids {
      var title = ""
      var known: [ReplayToken: Entry] = [:]
      let own = try entries(of: id)
      for store in others + [self] {
        for entry in try store.entries(of: id) {
          // Of two that tell of one case, always the same one, whichever comes first.
          if let other = known[entry.token], (other.claim, other.fixture) <= (entry.claim, entry.fixture) { continue }
          known[entry.token] = entry
        }
        if let found = try store.title(of: id) { title = max(title, found) }
      }
      let entries = known.values.sorted { one, other in
        let (left, right) = ("\(one.token)", "\(other.token)")
        return (left.utf8.count, left) > (right.utf8.count, right)
      }
      let added = entries.count - Set(own.map(\.token)).count
      changes.append((Merged(propertyID: id, added: added, count: entries.count), entries, title))
    }
    for change in changes {
      let path = path(of: change.merged.propertyID)
      do {
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        try RegressionFile.encode(change.entries, propertyID: change.merged.propertyID, title: change.title)
          .write(to: URL(fileURLWithPath: path), options: .atomic)
      } catch {
        throw RegressionFileError(path: path, reason: "it cannot be written: \(error)")
      }
    }
    return changes.map(\.merged)
  }

  /// The properties that have a file.
  private var propertyIDs: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []).filter { $0.hasSuffix(".json") }.map { String($0.dropLast(5)) }
  }

  private func title(of id: String) throws(RegressionFileError) -> String? {
    guard let data = FileManager.default.contents(atPath: path(of: id)) else { return nil }
    return RegressionFile.title(data)
  }
}

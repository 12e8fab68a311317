import Foundation

/// A folder of interesting cases: those that reached most, and those that failed.
///
/// It has a file `<ID>.json` for each property, in the format of regression files. The engine tries the cases before the first random
/// case of every later run, and makes guided cases from them. If it cannot read a file, it says so, goes on without the file, and never
/// overwrites it.
public struct Corpus: Sendable {
  /// The folder of the corpus. The first case that is kept creates it.
  public let directory: String
  /// How many cases one file holds at most.
  public var capacity: Int
  /// Whether the engine only reads the corpus and keeps no new case.
  public var isReadOnly: Bool

  /// A corpus in a folder. A capacity below 1 counts as 1.
  public init(directory: String, capacity: Int = 100, isReadOnly: Bool = false) {
    self.isReadOnly = isReadOnly
    self.directory = directory
    self.capacity = max(1, capacity)
  }

  /// The folder that the environment variable `TOUCHSTONE_CORPUS` names; nil if it names none.
  public static var fromEnvironment: Corpus? {
    ProcessInfo.processInfo.environment["TOUCHSTONE_CORPUS"].flatMap { $0.isEmpty ? nil : Corpus(directory: $0) }
  }

  private var store: RegressionStore { RegressionStore(directory: directory) }

  /// The cases that the corpus holds for a property.
  /// - Throws: ``RegressionFileError`` if the file exists and cannot be used.
  public func entries(of propertyID: String) throws(RegressionFileError) -> [RegressionStore.Entry] {
    try store.entries(of: propertyID)
  }

  /// Keeps the first ``capacity`` of `entries` in place of what was there, atomically.
  func save(_ entries: [RegressionStore.Entry], of id: String, _ title: String) throws(RegressionFileError) {
    if isReadOnly { return }
    let path = store.path(of: id)
    var seen: Set<ReplayToken> = []
    let kept = entries.filter { seen.insert($0.token).inserted }.prefix(capacity)
    do {
      try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
      try RegressionFile.encode(Array(kept), propertyID: id, title: title)
        .write(to: URL(fileURLWithPath: path), options: .atomic)
    } catch {
      throw RegressionFileError(path: path, reason: "it cannot be written: \(error)")
    }
  }
}

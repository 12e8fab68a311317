import Foundation

/// A folder of interesting cases, a file `<ID>.json` for each property, in the form of regression files: cases
/// that reached most, and what failed. They are tried before the first random case of every later run, and are
/// what guided cases start from.
///
/// A file that cannot be read is told of, passed over, and never overwritten.
public struct Corpus: Sendable {
  public let directory: String
  /// How many cases one file holds at most.
  public var capacity: Int
  /// Whether cases are taken from it and none is kept.
  public var isReadOnly: Bool

  public init(directory: String, capacity: Int = 100, isReadOnly: Bool = false) {
    self.isReadOnly = isReadOnly
    self.directory = directory
    self.capacity = max(1, capacity)
  }

  /// The folder that the environment variable `TOUCHSTONE_CORPUS` names; nil where it names none.
  public static var fromEnvironment: Corpus? {
    ProcessInfo.processInfo.environment["TOUCHSTONE_CORPUS"].flatMap { $0.isEmpty ? nil : Corpus(directory: $0) }
  }

  private var store: RegressionStore { RegressionStore(directory: directory) }

  /// The cases of a property.
  /// - Throws: ``RegressionFileError`` where there is a file that cannot be used.
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

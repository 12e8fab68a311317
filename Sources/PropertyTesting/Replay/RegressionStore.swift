import Foundation
import Synchronization

/// A folder of saved counterexamples, with a file `<ID>.json` for each property that was ever broken.
///
/// Commit the files: every later run tries each counterexample before its first generated case. If the engine cannot read a file, it
/// never overwrites it.
public struct RegressionStore: Sendable {
  /// The folder of the files. The first counterexample that is saved creates it.
  public let directory: String
  /// Whether the engine only tries counterexamples and saves none: for a folder that belongs to others.
  public let isReadOnly: Bool
  /// The name of the only file, without its extension; nil: each property has one of its id.
  private let name: String?

  /// A store in a folder, which need not exist yet.
  public init(directory: String, isReadOnly: Bool = false) {
    self.directory = directory
    self.isReadOnly = isReadOnly
    name = nil
  }

  /// A store of one property, whose file has this name.
  init(directory: String, isReadOnly: Bool = false, naming name: String?) {
    self.directory = directory
    self.isReadOnly = isReadOnly
    self.name = name
  }

  /// The same, of which counterexamples are only tried.
  var readOnly: RegressionStore { RegressionStore(directory: directory, isReadOnly: true, naming: name) }

  /// One saved counterexample.
  public struct Entry: Sendable, Equatable {
    /// The token that replays the case.
    public let token: ReplayToken
    /// The value as it printed when the engine saved it.
    public let value: String
    /// What did not hold.
    public let claim: String
    /// The name of the fixture on which the case failed.
    public let fixture: String
    /// Whether the case crashed or never ended. The engine then tries it only in a worker process.
    public var endsProcess = false
  }

  private static func entry(of found: Counterexample, fixture: String, endsProcess: Bool) -> Entry {
    Entry(token: found.token, value: found.value, claim: found.message, fixture: fixture, endsProcess: endsProcess)
  }

  /// How many counterexamples one file keeps: the newest.
  static let capacity = 20

  /// The path of the file for a property, whether it exists or not.
  public func path(of propertyID: String) -> String {
    directory + "/" + (name ?? propertyID) + ".json"
  }

  /// The saved counterexamples of a property, the newest last; empty if there is no file.
  /// - Throws: ``RegressionFileError`` if the file exists and cannot be used.
  public func entries(of propertyID: String) throws(RegressionFileError) -> [Entry] {
    let path = path(of: propertyID)
    guard FileManager.default.fileExists(atPath: path) else { return [] }
    guard let data = FileManager.default.contents(atPath: path) else {
      throw RegressionFileError(path: path, reason: "it cannot be read")
    }
    return try RegressionFile.decode(data, path: path, propertyID: propertyID)
  }

  /// Saves a counterexample, atomically. A counterexample that the file has already is not saved twice.
  /// - Returns: the path of the file.
  /// - Throws: ``RegressionFileError`` if the file cannot be used or written; the folder is then as it was before.
  @discardableResult
  public func save(
    _ counterexample: Counterexample, title: String, fixture: String, endsProcess: Bool = false
  ) throws(RegressionFileError) -> String {
    let id = counterexample.token.propertyID
    let path = path(of: id)
    let entry = Self.entry(of: counterexample, fixture: fixture, endsProcess: endsProcess)
    let result = Self.oneAtATime.withLock { _ in
      Result { () throws(RegressionFileError) in try write(entry, to: path, id, title) }
    }
    try result.get()
    return path
  }

  /// What the file of a property holds with the counterexample of a result, whether it can be written or not; nil if there is none.
  /// - Throws: ``RegressionFileError`` if the file exists and cannot be used.
  func withNew(_ result: PropertyResult, isIsolated: Bool) throws(RegressionFileError) -> Data? {
    guard let found = result.verdict.counterexample else { return nil }
    let entry = Self.entry(of: found, fixture: result.fixture, endsProcess: isIsolated && result.verdict.isDeath)
    return try contents(with: entry, found.token.propertyID, result.title)
  }

  private func contents(with entry: Entry, _ id: String, _ title: String) throws(RegressionFileError) -> Data {
    var entries = try entries(of: id)
    entries.removeAll { $0.token == entry.token }
    entries.append(entry)
    return RegressionFile.encode(Array(entries.suffix(Self.capacity)), propertyID: id, title: title)
  }

  /// One property may fail over several backends at once, and each adds to the same file.
  private static let oneAtATime = Mutex(())

  private func write(
    _ entry: Entry, to path: String, _ id: String, _ title: String
  ) throws(RegressionFileError) {
    let data = try contents(with: entry, id, title)
    do {
      try FileManager.default.createDirectory(
        atPath: directory, withIntermediateDirectories: true)
      try data.write(to: URL(fileURLWithPath: path), options: .atomic)
    } catch {
      let cause = (error as NSError).userInfo[NSUnderlyingErrorKey] as? any Error ?? error
      throw RegressionFileError(
        path: path,
        reason: "it cannot be written; \(directory) must be a folder, or a place where one can be made, with write permission (\(cause))")
    }
  }
}

/// Why a file of saved counterexamples cannot be used. The file is left as it is.
public struct RegressionFileError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The path of the file.
  public let path: String
  /// What is wrong with the file.
  public let reason: String

  public var description: String { "regression file \(path): \(reason)" }
}

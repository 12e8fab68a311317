import Foundation
import Synchronization

/// A folder of saved counterexamples, a file `<ID>.json` for each property that was ever broken. They are
/// meant to be committed: each is tried before the first generated case of every later run.
///
/// A file that cannot be read is never overwritten.
public struct RegressionStore: Sendable {
  public let directory: String
  /// Whether counterexamples are tried and none is saved: for a folder that belongs to somebody else, or to many.
  public let isReadOnly: Bool

  public init(directory: String, isReadOnly: Bool = false) {
    self.directory = directory
    self.isReadOnly = isReadOnly
  }

  /// One saved counterexample.
  public struct Entry: Sendable, Equatable {
    public let token: ReplayToken
    /// As it printed when it was saved.
    public let value: String
    /// What did not hold.
    public let claim: String
    /// The fixture that it was found on.
    public let fixture: String
    /// It crashed or never ended: it is tried in a worker process only.
    public var endsProcess = false
  }

  /// How many counterexamples one file keeps: the newest.
  static let capacity = 20

  public func path(of propertyID: String) -> String {
    directory + "/" + propertyID + ".json"
  }

  /// The saved counterexamples of a property, newest last; none where there is no file.
  /// - Throws: ``RegressionFileError`` where there is one that cannot be used.
  public func entries(of propertyID: String) throws(RegressionFileError) -> [Entry] {
    let path = path(of: propertyID)
    guard FileManager.default.fileExists(atPath: path) else { return [] }
    guard let data = FileManager.default.contents(atPath: path) else {
      throw RegressionFileError(path: path, reason: "it cannot be read")
    }
    return try RegressionFile.decode(data, path: path, propertyID: propertyID)
  }

  /// Saves a counterexample, atomically; one that is already there is not saved twice.
  /// - Returns: the path of the file.
  /// - Throws: ``RegressionFileError``; the folder is then as it was.
  @discardableResult
  public func save(
    _ counterexample: Counterexample, title: String, fixture: String, endsProcess: Bool = false
  ) throws(RegressionFileError) -> String {
    let id = counterexample.token.propertyID
    let path = path(of: id)
    let entry = Entry(
      token: counterexample.token, value: counterexample.value, claim: counterexample.message,
      fixture: fixture, endsProcess: endsProcess)
    let result = Self.oneAtATime.withLock { _ in
      Result { () throws(RegressionFileError) in try write(entry, to: path, id, title) }
    }
    try result.get()
    return path
  }

  /// One property may fail over several backends at once, and each adds to the same file.
  private static let oneAtATime = Mutex(())

  private func write(
    _ entry: Entry, to path: String, _ id: String, _ title: String
  ) throws(RegressionFileError) {
    var entries = try entries(of: id)
    entries.removeAll { $0.token == entry.token }
    entries.append(entry)
    let data = RegressionFile.encode(
      Array(entries.suffix(Self.capacity)), propertyID: id, title: title)
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
  public let path: String
  public let reason: String

  public var description: String { "regression file \(path): \(reason)" }
}

import Foundation

/// A history that is still in its file, or in bytes.
public struct HistorySource: Sendable {
  /// The path, or what stands for it in errors.
  public let name: String
  private let data: Data

  /// The history in these bytes.
  public init(_ bytes: some Sequence<UInt8>, name: String = "history") {
    self.name = name
    data = Data(bytes)
  }

  /// The history in this file, which is mapped, not copied, into memory.
  /// - Throws: ``HistoryError`` if there is no such file, or it cannot be read.
  public init(path: String) throws {
    name = path
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw HistoryError(file: path, line: 0, what: "there is no such file", hint: "")
    }
    guard !isFolder.boolValue else { throw HistoryError(file: path, line: 0, what: "this is a folder", hint: "name the files in it") }
    do {
      data = try Data(contentsOf: URL(fileURLWithPath: path), options: .mappedIfSafe)
    } catch {
      throw HistoryError(file: path, line: 0, what: "the file cannot be read: \(error.localizedDescription)", hint: "")
    }
  }

  /// All of the history.
  /// - Throws: ``HistoryError`` with the line of what is malformed.
  public func history() throws -> History {
    var pairing = OperationPairing(file: name)
    var completed: [HistoryOperation] = []
    try forEachEvent { event in
      if let operation = try pairing.take(event) { completed.append(operation) }
    }
    return History(pairing: &pairing, completed: completed, name: name)
  }

  /// Gives each call to `take` when it completes, and those without a completion at the end. Only the open calls are kept.
  /// - Returns: how many entries the history has, and how many of them are the nemesis'.
  @discardableResult
  public func forEachOperation(_ take: (HistoryOperation) throws -> Void) throws -> (events: Int, nemesis: Int) {
    var pairing = OperationPairing(file: name)
    try forEachEvent { event in
      if let operation = try pairing.take(event) { try take(operation) }
    }
    for operation in pairing.finish() { try take(operation) }
    return (pairing.count, pairing.nemesisCount)
  }

  /// Gives each entry to `take`, in the order of the file.
  public func forEachEvent(_ take: (HistoryEvent) throws -> Void) throws {
    try data.withUnsafeBytes { bytes in
      try expectUTF8(bytes)
      guard let format = HistoryFormat.detect(bytes) else { throw unknownFormat(bytes) }
      var cursor = ByteCursor(bytes, file: name)
      cursor.skipByteOrderMark()
      switch format {
      case .log:
        while let event = try cursor.logEvent() { try take(event) }
      case .edn: try EntryReader(format: .edn).read(&cursor, take)
      case .json: try EntryReader(format: .json).read(&cursor, take)
      }
    }
  }

  /// UTF-16 and UTF-32 say at once what they are.
  private func expectUTF8(_ bytes: UnsafeRawBufferPointer) throws {
    let isWide = bytes.count >= 2 && (bytes[0] == 0xFF && bytes[1] == 0xFE || bytes[0] == 0xFE && bytes[1] == 0xFF)
    guard isWide || bytes.prefix(4).contains(0) else { return }
    let what = bytes.starts(with: [0x1F, 0x8B]) ? "compressed bytes" : "UTF-16, or bytes that are no text"
    throw HistoryError(file: name, line: 1, what: what, hint: "a history is a text in UTF-8")
  }

  private func unknownFormat(_ bytes: UnsafeRawBufferPointer) -> HistoryError {
    let isBlank = bytes.allSatisfy { $0 == 0x20 || (0x09...0x0D).contains($0) }
    let start = String(decoding: bytes.prefix(40), as: UTF8.self).split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
    return HistoryError(
      file: name, line: 1, what: isBlank ? "the file is empty" : "“\(start)” begins no history",
      hint: "a history is EDN maps ({:process 0, :type :invoke, …}), JSON objects ({\"process\": 0, …}) or Jepsen's log")
  }
}

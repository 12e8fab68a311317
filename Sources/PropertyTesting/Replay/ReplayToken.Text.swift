import Foundation

/// Why a text is not a replay token.
public struct ReplayTokenError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The text that was given.
  public let token: String
  /// What is wrong with the text.
  public let reason: String

  public var description: String {
    if ReplayToken.isPlace(token) { return "the file “\(token)” does not replay: \(reason)" }
    let shown = token.count > 60 ? "\(token.prefix(60))…" : token
    return "“\(shown)” is not a replay token: \(reason)"
  }
}

extension ReplayToken: CustomStringConvertible {
  /// The token as text, `ID:WORD`.
  ///
  /// The word is base64url of the format version, the size index, two fingerprints (8 bytes each, big-endian), each choice (kind and side
  /// in one byte, then its magnitude as a variable-length number), and the low 32 bits of a hash of all that and the id.
  public var description: String {
    var bytes: [UInt8] = [Self.formatVersion, UInt8(truncatingIfNeeded: sizeIndex)]
    bytes += bigEndian(drawsFingerprint) + bigEndian(valueFingerprint)
    for choice in choices {
      bytes.append(choice.kind.rawValue | (choice.isBelow ? 0x80 : 0))
      if choice.kind == .double {
        bytes += bigEndian(choice.magnitude)
      } else {
        bytes += variableLength(choice.magnitude)
      }
    }
    bytes += Self.checksum(of: bytes, propertyID)
    let word = Data(bytes).base64EncodedString()
      .replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
      .replacingOccurrences(of: "=", with: "")
    return "\(propertyID):\(word)"
  }

  /// The token that a report printed, or the one in a file that a report named: the newest in a file of saved counterexamples.
  /// - Throws: ``ReplayTokenError``, which says what is wrong with the text, or with the file.
  public init(_ text: String) throws(ReplayTokenError) {
    func wrong(_ reason: String) -> ReplayTokenError { ReplayTokenError(token: text, reason: reason) }
    let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
    if Self.isPlace(text) {
      self = try Self.saved(at: text)
      return
    }
    guard let colon = text.lastIndex(of: ":"), colon > text.startIndex else {
      throw wrong("it has the form ID:WORD, such as CM-13:AQ… (copy the token from the report's replay line)")
    }
    let id = String(text[..<colon])
    var word = String(text[text.index(after: colon)...])
      .replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/")
    word += String(repeating: "=", count: (4 - word.utf8.count % 4) % 4)
    guard let data = Data(base64Encoded: word) else {
      throw wrong("the part after the colon is not base64url; it may have been cut off or wrapped")
    }
    var bytes = Array(data)
    guard let version = bytes.first, bytes.count >= 22 else {
      throw wrong("the part after the colon is too short; it may have been cut off")
    }
    guard version == Self.formatVersion else {
      throw wrong(
        "it has format version \(version), and this build reads version \(Self.formatVersion)")
    }
    let checksum = Array(bytes.suffix(4))
    bytes.removeLast(4)
    guard checksum == Self.checksum(of: bytes, id) else {
      // The id of a `check` is its claim, which has spaces.
      let more = id.contains(" ") ? ", or more of the report's line was copied than the token" : ""
      throw wrong("its checksum does not match; a character was changed or lost" + more)
    }
    guard let choices = Self.decodeChoices(bytes[18...]) else {
      throw wrong("its choices cannot be read")
    }
    self.init(
      propertyID: id, choices: choices, sizeIndex: Int(bytes[1]),
      drawsFingerprint: number(bytes[2..<10]), valueFingerprint: number(bytes[10..<18]))
    // Base64 has other spellings of the same bytes.
    guard description == text else { throw wrong("a character of it was changed") }
  }

  /// Whether a text names a file in place of a token, which has no full stop after its colon: `name.json` or `name.json#2`.
  static func isPlace(_ text: String) -> Bool { text.contains(/\.json(#\d+)?$/) }

  /// - Parameter place: the path, and after a `#` which of its counterexamples, counted from 1; without, the newest.
  private static func saved(at place: String) throws(ReplayTokenError) -> ReplayToken {
    func wrong(_ reason: String) -> ReplayTokenError { ReplayTokenError(token: place, reason: reason) }
    let parts = place.split(separator: "#", omittingEmptySubsequences: false).map(String.init)
    guard let data = FileManager.default.contents(atPath: parts[0]) else {
      throw wrong("there is no such file that can be read, seen from \(FileManager.default.currentDirectoryPath)")
    }
    let entries: [RegressionStore.Entry]
    do {
      entries = try RegressionFile.decode(data, path: parts[0])
    } catch {
      throw wrong(error.reason)
    }
    guard let number = parts.count > 1 ? Int(parts[1]) : entries.count, entries.indices.contains(number - 1) else {
      throw wrong("the file has \(entries.count == 1 ? "1 counterexample" : "\(entries.count) counterexamples")")
    }
    return entries[number - 1].token
  }

  private static func decodeChoices(_ bytes: ArraySlice<UInt8>) -> [ScriptedChoice]? {
    var rest = bytes
    var choices: [ScriptedChoice] = []
    while let head = rest.popFirst() {
      guard let kind = ChoiceKind(rawValue: head & 0x7F) else { return nil }
      var magnitude: UInt64 = 0
      if kind == .double {
        guard rest.count >= 8 else { return nil }
        magnitude = number(rest.prefix(8))
        rest = rest.dropFirst(8)
      } else {
        var shift: UInt64 = 0
        while true {
          guard shift < 70, let byte = rest.popFirst() else { return nil }
          magnitude |= UInt64(byte & 0x7F) << shift
          shift += 7
          if byte & 0x80 == 0 { break }
        }
      }
      choices.append(ScriptedChoice(kind: kind, magnitude: magnitude, isBelow: head & 0x80 != 0))
    }
    return choices
  }

  private static func checksum(of bytes: [UInt8], _ id: String) -> [UInt8] {
    var fingerprint = Fingerprint()
    fingerprint.add(id)
    for byte in bytes { fingerprint.add(byte: byte) }
    return Array(bigEndian(fingerprint.value).suffix(4))
  }
}

private func bigEndian(_ word: UInt64) -> [UInt8] {
  (0..<8).map { UInt8(truncatingIfNeeded: word >> (56 - 8 * UInt64($0))) }
}

private func number(_ bytes: ArraySlice<UInt8>) -> UInt64 {
  bytes.reduce(0) { $0 << 8 | UInt64($1) }
}

/// Seven bits a byte, low ones first, the high bit set on all but the last (LEB128).
private func variableLength(_ word: UInt64) -> [UInt8] {
  var rest = word
  var bytes: [UInt8] = []
  repeat {
    let low = UInt8(rest & 0x7F)
    rest >>= 7
    bytes.append(rest == 0 ? low : low | 0x80)
  } while rest != 0
  return bytes
}

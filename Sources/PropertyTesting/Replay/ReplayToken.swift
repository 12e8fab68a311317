/// One case in a line of text: `CM-13:` and a base64url word. It replays exactly this case, on any machine.
///
/// A token holds choices, not a seed, so it stays valid if the random source changes. It also holds a hash of the ranges that the case
/// drew from and of the printed value. So if the generator has changed, the token is stale, and never silently another case.
public struct ReplayToken: Sendable, Hashable {
  /// The id of the property whose case this is.
  public let propertyID: String
  let choices: [ScriptedChoice]
  /// An index of the same size as the case that was found: see ``Source/sizeIndex``.
  let sizeIndex: Int
  /// Over the kind and range of each draw.
  let drawsFingerprint: UInt64
  /// Over the printed value, and what the property drew for itself.
  let valueFingerprint: UInt64

  /// The fingerprint in a token that was made in a hurry: see ``RunNote``.
  private static let unknownValue: UInt64 = 0

  /// Raised when the meaning of recorded choices changes.
  static let formatVersion: UInt8 = 1

  init(
    propertyID: String, choices: [ScriptedChoice], sizeIndex: Int = 0, drawsFingerprint: UInt64,
    valueFingerprint: UInt64
  ) {
    self.propertyID = propertyID
    self.choices = choices
    self.sizeIndex = sizeIndex
    self.drawsFingerprint = drawsFingerprint
    self.valueFingerprint = valueFingerprint
  }

  /// - Parameter knowsValue: whether all that the case drew was printed. If not, the token does not say which value it stands for.
  init(propertyID: String, examination: Examination, knowsValue: Bool = true) {
    self.propertyID = propertyID
    choices = examination.tape.tokens.compactMap {
      if case .choice(let choice) = $0 { ScriptedChoice(choice) } else { nil }
    }
    sizeIndex = Source.sizeIndex(of: examination.index)
    drawsFingerprint = examination.tape.fingerprint.value
    valueFingerprint = knowsValue ? examination.valueFingerprint : Self.unknownValue
  }

  /// Why `replayed` is not the case that this token was made from; nil where it is.
  func staleness(of replayed: Examination) -> String? {
    if replayed.tape.isExact, [replayed.valueFingerprint, Self.unknownValue].contains(valueFingerprint) { return nil }
    let change =
      replayed.tape.fingerprint.value == drawsFingerprint
      ? "the same choices now make another value"
      : "the generator draws differently"
    return "\(change) than when the counterexample was saved"
      + (replayed.value.map { "; its choices now make \($0)" } ?? "")
  }
}

extension Examination {
  /// Over the printed value and the values drawn by the property before it failed.
  var valueFingerprint: UInt64 {
    var fingerprint = Fingerprint()
    fingerprint.add(value ?? "")
    for place in scriptedDraws {
      fingerprint.add(drawn[place].name)
      fingerprint.add(drawn[place].value)
    }
    return fingerprint.value
  }
}

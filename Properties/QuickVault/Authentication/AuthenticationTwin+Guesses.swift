import Foundation
import PlatformStandIns
import QuickVaultReference

/// What the twin keeps in the keychain.
enum TwinItem {
  static let key = "twin/key"
  static let oldKey = "twin/old key"
  static let biometrics = "twin/biometrics"
  static let guesses = "twin/guesses"
}

/// How often somebody guessed wrong.
struct GuessRecord: Codable, Sendable {
  var failures = 0
  var instant = Duration.zero
  var biometricFailures = 0

  static func load(from keychain: any KeychainService) async throws -> GuessRecord {
    guard try await keychain.exists(forKey: TwinItem.guesses) else { return GuessRecord() }
    return try JSONDecoder().decode(GuessRecord.self, from: Data(try await keychain.load(forKey: TwinItem.guesses)))
  }

  func save(to keychain: any KeychainService) async throws {
    try await keychain.save(Array(try JSONEncoder().encode(self)), forKey: TwinItem.guesses)
  }
}

// Passwords, and how often they may be wrong.
extension AuthenticationTwin {
  func demandLength(of password: String) throws {
    let text = defect == .trimsPasswords ? password.trimmingCharacters(in: .whitespacesAndNewlines) : password
    let length =
      switch defect {
      case .countsBytes: text.utf8.count
      case .countsUTF16: text.utf16.count
      case .countsScalars: text.unicodeScalars.count
      default: text.count
      }
    let least = defect == .demandsNine ? 9 : defect == .demandsSeven ? 7 : 8
    if length < least { throw error(.passwordTooShort(min: 8)) }
  }

  var now: Duration {
    defect == .measuresByTheWallClock
      ? .milliseconds(Int64((setup.time.date().timeIntervalSinceReferenceDate * 1_000).rounded())) : setup.time.uptime()
  }

  /// How long no password is looked at.
  var delay: Duration? {
    guard record.failures >= (defect == .limitsAfterFour ? 4 : 3) else { return nil }
    let left = record.instant + .seconds(defect == .refusesForASecondLess ? 29 : 30) - now
    if left == .zero && defect == .refusesAtTheInstant { return .milliseconds(1) }
    return left > .zero ? left : nil
  }

  /// The data key.
  /// - Throws: for a wrong password, or for any where too many were.
  func judged(
    _ password: String, counting: Bool = true, against stored: [UInt8]? = nil
  ) async throws -> [UInt8] {
    if let delay {
      if defect == .looksBeforeRefusing { _ = try await opened(with: password, stored) }
      if defect == .countsRefusals {
        record.instant = now
        try await record.save(to: setup.keychain)
      }
      guard defect == .letsTheRightPasswordPass, let key = try await opened(with: password, stored) else {
        throw error(.rateLimited(retryAfter: delay))
      }
      return key
    }
    if defect == .forgetsAfterTheDelay && record.failures >= 3 { record.failures = 0 }
    let before = record
    if counting {
      record.failures += 1
      if defect != .measuresFromTheFirst || record.failures == 1 { record.instant = now }
    }
    if defect == .judgesAtOnce { record = before }
    if counting && defect != .countsAfterLooking { try await record.save(to: setup.keychain) }
    guard let key = try await opened(with: password, stored) else {
      if defect == .judgesAtOnce { (record.failures, record.instant) = (before.failures + 1, now) }
      if defect == .countsAfterLooking || defect == .judgesAtOnce { try await record.save(to: setup.keychain) }
      throw error(.invalidPassword)
    }
    record = defect == .successDoesNotReset ? before : GuessRecord()
    if defect == .keepsBiometricsDisabled { record.biometricFailures = before.biometricFailures }
    if defect == .successDoesNotReset { record.biometricFailures = 0 }
    try? await record.save(to: setup.keychain)
    return key
  }

  func sealed(_ key: [UInt8], with password: String) throws -> [UInt8] {
    let salt = try setup.crypto.generateSalt()
    return salt
      + (try AES256GCM.seal(
        key, key: try setup.crypto.deriveKey(from: password, salt: salt), nonce: try setup.randomBytes(12)))
  }

  /// Nil for another password.
  private func opened(with password: String, _ stored: [UInt8]?) async throws -> [UInt8]? {
    var wraps: [[UInt8]] = []
    if let stored { wraps.append(stored) } else { wraps.append(try await setup.keychain.load(forKey: TwinItem.key)) }
    if defect == .keepsTheOldWrap, try await setup.keychain.exists(forKey: TwinItem.oldKey) {
      wraps.append(try await setup.keychain.load(forKey: TwinItem.oldKey))
    }
    for wrap in wraps {
      let derived = try setup.crypto.deriveKey(from: password, salt: Array(wrap.prefix(16)))
      if let key = try? AES256GCM.open(Array(wrap.dropFirst(16)), key: derived) { return key }
    }
    return nil
  }
}

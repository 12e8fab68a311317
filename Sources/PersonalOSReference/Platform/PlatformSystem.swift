import Foundation
import PlatformStandIns

/// The platform under the app, as the properties see it: clock, notifications, preferences and files, ciphers, and
/// certificates. The reference uses the stand-ins that all other properties rely on.
public struct PlatformSystem: Sendable {
  /// Makes a clock.
  /// - Parameter base: the initial time of the wall clock.
  public var makeClock: @Sendable (_ base: Date) -> any DeviceClock
  /// Makes a notification centre without any notifications.
  public var makeNotices: @Sendable () -> any NoticeCentre
  /// Makes a device without any preferences or files.
  public var makePlaces: @Sendable () -> any DevicePlaces
  /// Digests, codes, keys and authenticated encryption.
  public var ciphers: CipherSystem
  /// The functions that make, read and verify certificates.
  public var certificates: CertificateSystem

  /// The reference implementation: the stand-ins.
  public static let reference = PlatformSystem(
    makeClock: { VirtualClock(base: $0) }, makeNotices: { NotificationScheduler() }, makePlaces: { AppSandbox() },
    ciphers: .reference, certificates: .reference)
}

/// A monotonic clock and a wall clock, of which the wall clock can be set. See `VirtualClock`.
public protocol DeviceClock: Clock<Duration> {
  /// The time of the wall clock.
  var date: Date { get }
  /// The requested length of each sleep, in the order in which the sleeps began.
  var sleeps: [Duration] { get }
  /// Moves both clocks forward. A negative duration counts as zero.
  func advance(by duration: Duration)
  /// Sets the wall clock forward, or back if `step` is negative. The monotonic clock does not change.
  func stepWallClock(by step: Duration)
}

/// The device's notification centre. See `NotificationScheduler`.
public protocol NoticeCentre: Sendable {
  /// The waiting notifications, in the order of fire dates.
  var pending: [NotificationScheduler.Request] { get }
  /// The notifications that were shown, oldest first.
  var delivered: [NotificationScheduler.Request] { get }
  /// Adds a notification. It replaces a pending one with the same id.
  func add(_ request: NotificationScheduler.Request)
  /// Removes the pending notification and returns it; nil if there is none.
  func removePending(id: String) -> NotificationScheduler.Request?
  /// Removes every pending notification. Delivered ones stay.
  func removeAllPending()
  /// Delivers each notification that is due at `date` or earlier, once.
  func timePasses(to date: Date)
}

/// The device's preferences and files. See `AppSandbox`.
public protocol DevicePlaces: Sendable {
  /// The values by key.
  var preferences: [String: String] { get }
  /// The contents by path.
  var files: [String: [UInt8]] { get }
  /// Sets a preference, or removes it if `value` is nil.
  func setPreference(_ value: String?, for key: String)
  /// Writes the file, in place of an earlier one at the same path.
  func writeFile(_ contents: [UInt8], at path: String)
  /// Removes the file, if there is one.
  func removeFile(at path: String)
}

extension VirtualClock: DeviceClock {}
extension NotificationScheduler: NoticeCentre {}
extension AppSandbox: DevicePlaces {}

/// The cryptographic functions that the properties test, one closure for each.
public struct CipherSystem: Sendable {
  /// The SHA-256 digest of the bytes: 32 bytes.
  public var digest: @Sendable ([UInt8]) -> [UInt8]
  /// The HMAC-SHA-256 of the message: 32 bytes. The key may have any length.
  public var code: @Sendable (_ message: [UInt8], _ key: [UInt8]) throws -> [UInt8]
  /// Derives a key of `keySize` bytes from a password, by PBKDF2 with HMAC-SHA-256. Iterations and key size must be at
  /// least 1.
  public var deriveKey:
    @Sendable (_ password: [UInt8], _ salt: [UInt8], _ iterations: Int, _ keySize: Int) throws -> [UInt8]
  /// Encrypts with AES-256-GCM and returns nonce ‖ ciphertext ‖ tag. The key has 32 bytes and the nonce 12; the tag
  /// covers the associated data too.
  public var seal:
    @Sendable (_ plaintext: [UInt8], _ key: [UInt8], _ nonce: [UInt8], _ associatedData: [UInt8]) throws -> [UInt8]
  /// Decrypts the output of ``seal``. Throws if the bytes or the associated data changed, or if the key is another one.
  public var open: @Sendable (_ sealed: [UInt8], _ key: [UInt8], _ associatedData: [UInt8]) throws -> [UInt8]
  /// Random bytes from the platform's secure generator, as many as the argument says.
  public var randomBytes: @Sendable (Int) throws -> [UInt8]
  /// Two lower-case hexadecimal digits for each byte.
  public var hexadecimalText: @Sendable ([UInt8]) -> String

  /// The reference implementation: the platform's own library.
  public static let reference = CipherSystem(
    digest: { SHA256Digest.of($0) }, code: { try HMACSHA256.code(of: $0, key: $1) },
    deriveKey: { try PBKDF2SHA256.key(password: $0, salt: $1, iterations: $2, keySize: $3) },
    seal: { try AES256GCM.seal($0, key: $1, nonce: $2, associatedData: $3) },
    open: { try AES256GCM.open($0, key: $1, associatedData: $2) }, randomBytes: { try SecureRandom.bytes($0) },
    hexadecimalText: { $0.hexadecimalText })
}

/// The certificate functions that the properties test, one closure for each.
public struct CertificateSystem: Sendable {
  /// Makes the certificate that the request describes, signed by the issuer's key. Returns DER.
  public var make:
    @Sendable (CertificateRequest, _ key: SigningKey, _ issuer: String, _ issuerKey: SigningKey) throws -> [UInt8]
  /// Reads one certificate. Throws if the bytes are anything else.
  public var read: @Sendable (_ der: [UInt8]) throws -> Certificate
  /// Reads the first certificate in a PEM text. Throws if there is none.
  public var readText: @Sendable (_ pem: String) throws -> Certificate
  /// Whether the issuer's key signed the certificate, whether or not the issuer may sign.
  public var isSigned: @Sendable (Certificate, _ issuer: Certificate) -> Bool
  /// Whether the issuer may sign certificates, is the issuer that the certificate names, and signed it.
  public var isIssued: @Sendable (Certificate, _ issuer: Certificate) -> Bool
  /// The text that printing, debug printing and dumping a key produces. It must not contain the private half.
  public var printed: @Sendable (SigningKey) -> String

  /// The reference implementation: the platform's own library.
  public static let reference = CertificateSystem(
    make: { try $0.certificate(for: $1, issuer: $2, issuerKey: $3) }, read: { try Certificate(der: $0) },
    readText: { try Certificate(pem: $0) }, isSigned: { $0.isSigned(by: $1) }, isIssued: { $0.isIssued(by: $1) },
    printed: { key in
      var text = "\(key) \(String(reflecting: key)) "
      dump(key, to: &text)
      return text
    })
}

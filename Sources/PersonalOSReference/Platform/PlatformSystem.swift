import Foundation
import PlatformStandIns

/// What the app stands on, as the properties see it: the device's clock, notices and places, ciphers, certificates. The
/// reference's are stand-ins, which every other property trusts.
public struct PlatformSystem: Sendable {
  /// - Parameter base: what the wall clock shows at first.
  public var makeClock: @Sendable (_ base: Date) -> any DeviceClock
  public var makeNotices: @Sendable () -> any NoticeCentre
  public var makePlaces: @Sendable () -> any DevicePlaces
  public var ciphers: CipherSystem
  public var certificates: CertificateSystem

  /// The reference.
  public static let reference = PlatformSystem(
    makeClock: { VirtualClock(base: $0) }, makeNotices: { NotificationScheduler() }, makePlaces: { AppSandbox() },
    ciphers: .reference, certificates: .reference)
}

/// Two times: a monotonic one, and a wall clock that may be set. See ``VirtualClock``.
public protocol DeviceClock: Clock<Duration> {
  var date: Date { get }
  /// How long each sleep was to last.
  var sleeps: [Duration] { get }
  func advance(by duration: Duration)
  func stepWallClock(by step: Duration)
}

/// See ``NotificationScheduler``.
public protocol NoticeCentre: Sendable {
  var pending: [NotificationScheduler.Request] { get }
  var delivered: [NotificationScheduler.Request] { get }
  func add(_ request: NotificationScheduler.Request)
  func removePending(id: String) -> NotificationScheduler.Request?
  func removeAllPending()
  func timePasses(to date: Date)
}

/// See ``AppSandbox``.
public protocol DevicePlaces: Sendable {
  var preferences: [String: String] { get }
  var files: [String: [UInt8]] { get }
  func setPreference(_ value: String?, for key: String)
  func writeFile(_ contents: [UInt8], at path: String)
  func removeFile(at path: String)
}

extension VirtualClock: DeviceClock {}
extension NotificationScheduler: NoticeCentre {}
extension AppSandbox: DevicePlaces {}

/// Digests, codes, keys and seals.
public struct CipherSystem: Sendable {
  public var digest: @Sendable ([UInt8]) -> [UInt8]
  public var code: @Sendable (_ message: [UInt8], _ key: [UInt8]) throws -> [UInt8]
  public var deriveKey:
    @Sendable (_ password: [UInt8], _ salt: [UInt8], _ iterations: Int, _ keySize: Int) throws -> [UInt8]
  public var seal:
    @Sendable (_ plaintext: [UInt8], _ key: [UInt8], _ nonce: [UInt8], _ associatedData: [UInt8]) throws -> [UInt8]
  public var open: @Sendable (_ sealed: [UInt8], _ key: [UInt8], _ associatedData: [UInt8]) throws -> [UInt8]
  public var randomBytes: @Sendable (Int) throws -> [UInt8]
  public var hexadecimalText: @Sendable ([UInt8]) -> String

  public static let reference = CipherSystem(
    digest: { SHA256Digest.of($0) }, code: { try HMACSHA256.code(of: $0, key: $1) },
    deriveKey: { try PBKDF2SHA256.key(password: $0, salt: $1, iterations: $2, keySize: $3) },
    seal: { try AES256GCM.seal($0, key: $1, nonce: $2, associatedData: $3) },
    open: { try AES256GCM.open($0, key: $1, associatedData: $2) }, randomBytes: { try SecureRandom.bytes($0) },
    hexadecimalText: { $0.hexadecimalText })
}

/// Certificates made and read.
public struct CertificateSystem: Sendable {
  public var make:
    @Sendable (CertificateRequest, _ key: SigningKey, _ issuer: String, _ issuerKey: SigningKey) throws -> [UInt8]
  public var read: @Sendable (_ der: [UInt8]) throws -> Certificate
  public var readText: @Sendable (_ pem: String) throws -> Certificate
  public var isSigned: @Sendable (Certificate, _ issuer: Certificate) -> Bool
  public var isIssued: @Sendable (Certificate, _ issuer: Certificate) -> Bool
  /// The text that a key prints as.
  public var printed: @Sendable (SigningKey) -> String

  public static let reference = CertificateSystem(
    make: { try $0.certificate(for: $1, issuer: $2, issuerKey: $3) }, read: { try Certificate(der: $0) },
    readText: { try Certificate(pem: $0) }, isSigned: { $0.isSigned(by: $1) }, isIssued: { $0.isIssued(by: $1) },
    printed: { key in
      var text = "\(key) \(String(reflecting: key)) "
      dump(key, to: &text)
      return text
    })
}

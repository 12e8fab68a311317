import Foundation
import PlatformStandIns

/// The openssl command, where it is installed: a second opinion on what libcrypto is asked for.
enum OpenSSL {
  private static let path = "/usr/bin/openssl"
  static var isPresent: Bool { FileManager.default.isExecutableFile(atPath: path) }

  static func pbkdf2(password: String, salt: [UInt8], rounds: Int) throws -> [UInt8] {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = [
      "kdf", "-keylen", "32", "-kdfopt", "digest:SHA256", "-kdfopt", "pass:\(password)", "-kdfopt",
      "hexsalt:\(salt.hexadecimalText)", "-kdfopt", "iter:\(rounds)", "-binary", "PBKDF2",
    ]
    process.standardOutput = output
    try process.run()
    let bytes = Array(output.fileHandleForReading.readDataToEndOfFile())
    process.waitUntilExit()
    return bytes
  }
}

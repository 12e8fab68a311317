import Foundation
import PlatformStandIns
import Testing

@testable import PersonalOSProperties

/// A search that finds nothing would make every secret safe.
@Suite("Search for secrets")
struct SecretSearchTests {
  private static let secret = Array("k9?secret>~zz-marker".utf8)

  @Test("Finds a secret in each form, wherever it begins")
  func forms() {
    let hexadecimal = Self.secret.hexadecimalText
    let base64url = base64(Self.secret).replacing("+", with: "-").replacing("/", with: "_")
    let forms = [
      Self.secret, Self.secret.reversed(), Array(hexadecimal.utf8), Array(hexadecimal.uppercased().utf8),
      Self.secret.flatMap { [$0, 0] }, Self.secret.flatMap { [0, $0] },
      Array(Self.secret.map { "%" + [$0].hexadecimalText }.joined().utf8), Array(base64url.utf8),
      Array(base64(Array(hexadecimal.utf8)).utf8), Array(base64(Array(base64(Self.secret).utf8)).utf8),
    ]
    for form in forms { #expect(find(in: Array("before ".utf8) + form + [0xFF]) != nil) }
    for length in 0...5 {
      let surrounded = [UInt8](repeating: 0x41, count: length) + Self.secret + [1, 2, 3]
      #expect(find(in: Array(base64(surrounded).utf8)) == "plain in base64, on the disk")
    }
  }

  @Test("Finds nothing where all but one byte is there")
  func nearMisses() {
    #expect(find(in: []) == nil)
    #expect(find(in: Array(Self.secret.dropLast())) == nil)
    var changed = Self.secret
    changed[10] ^= 1
    #expect(find(in: changed + Array(base64(changed).utf8) + Array(changed.hexadecimalText.utf8)) == nil)
  }

  private func base64(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }

  private func find(in bytes: [UInt8]) -> String? {
    var search = SecretSearch()
    search.add("on the disk", bytes)
    return search.find(Self.secret)
  }
}

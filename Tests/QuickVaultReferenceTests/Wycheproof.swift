import Foundation

/// Vectors of Project Wycheproof (https://github.com/C2SP/wycheproof, Apache 2.0), read from a copy of its `testvectors_v1`
/// that the environment names: `WYCHEPROOF=…/testvectors_v1 swift test --filter Wycheproof`. None lies in this repository.
enum Wycheproof {
  static let folder = ProcessInfo.processInfo.environment["WYCHEPROOF"]
  static var isPresent: Bool { folder != nil }

  struct File<Test: Decodable>: Decodable {
    var testGroups: [Group]

    struct Group: Decodable {
      var ivSize: Int?
      var keySize: Int?
      var tests: [Test]
    }
  }

  struct Seal: Decodable {
    var tcId: Int
    var key: String
    var iv: String
    var aad: String
    var msg: String
    var ct: String
    var tag: String
    /// "valid" or "invalid".
    var result: String
  }

  struct Derivation: Decodable {
    var tcId: Int
    var password: String
    var salt: String
    var iterationCount: Int
    var dkLen: Int
    var dk: String
  }

  static func groups<Test: Decodable>(of file: String, _ type: Test.Type) throws -> [File<Test>.Group] {
    let path = URL(fileURLWithPath: folder ?? "").appendingPathComponent(file)
    return try JSONDecoder().decode(File<Test>.self, from: Data(contentsOf: path)).testGroups
  }
}

/// The bytes of hexadecimal digits.
func bytes(_ hexadecimal: String) -> [UInt8] {
  let digits = Array(hexadecimal)
  return stride(from: 0, to: digits.count, by: 2).compactMap { UInt8(String(digits[$0...$0 + 1]), radix: 16) }
}

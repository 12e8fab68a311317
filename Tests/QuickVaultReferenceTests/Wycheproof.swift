import Foundation

/// Vectors of Project Wycheproof (https://github.com/C2SP/wycheproof, Apache License 2.0): the files in `Vectors` say which.
enum Wycheproof {
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
    let folder = Bundle.module.resourceURL ?? URL(fileURLWithPath: "")
    let data = try Data(contentsOf: folder.appendingPathComponent("Vectors").appendingPathComponent(file))
    return try JSONDecoder().decode(File<Test>.self, from: data).testGroups
  }
}

/// The bytes of hexadecimal digits.
func bytes(_ hexadecimal: String) -> [UInt8] {
  let digits = Array(hexadecimal)
  return stride(from: 0, to: digits.count, by: 2).compactMap { UInt8(String(digits[$0...$0 + 1]), radix: 16) }
}

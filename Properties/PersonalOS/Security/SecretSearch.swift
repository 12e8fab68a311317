import Foundation

/// Looks for secrets in what an app has left in several places, in whatever form they may have been written
/// there.
struct SecretSearch {
  private var places: [(name: String, bytes: Data)] = []

  /// Adds what lies in a place: "on the disk".
  mutating func add(_ name: String, _ bytes: [UInt8]) {
    places.append((name, Data(bytes)))
  }

  mutating func add(_ name: String, _ texts: [String]) {
    places.append((name, Data(texts.joined(separator: "\n").utf8)))
  }

  /// In which form and where the secret is found first: "base64, on the disk"; nil where it is nowhere. A
  /// secret of less than 8 bytes is not looked for: it would turn up by chance.
  func find(_ secret: [UInt8]) -> String? {
    guard secret.count >= 8 else { return nil }
    for form in Self.forms(of: secret) {
      for place in places where place.bytes.range(of: form.bytes) != nil {
        return "\(form.name), \(place.name)"
      }
    }
    return nil
  }

  func find(_ secret: String) -> String? { find(Array(secret.utf8)) }

  private typealias Form = (name: String, bytes: Data)

  private static func forms(of secret: [UInt8]) -> [Form] {
    var (hex, utf16, percent): ([UInt8], [UInt8], [UInt8]) = ([], [], [])
    for byte in secret {
      let digits = [hexadecimal[Int(byte >> 4)], hexadecimal[Int(byte & 15)]]
      hex += digits
      utf16 += [byte, 0]
      percent += [0x25] + digits
    }
    let capitals = hex.map { 0x61...0x7A ~= $0 ? $0 - 0x20 : $0 }
    // Without the last zero: it is the first half of a character, or the second.
    utf16.removeLast()
    let plain: [(String, [UInt8])] = [
      ("plain", secret), ("reversed", secret.reversed()), ("hexadecimal", hex),
      ("hexadecimal in capitals", capitals), ("UTF-16", utf16),
    ]
    var forms: [Form] = [("percent-encoded", Data(percent))]
    for (name, bytes) in plain { forms.append((name, Data(bytes))) }
    // Stores write bytes as base64: what is encoded already is looked for in base64 as well.
    for (name, bytes) in plain {
      for alignment in 0...2 {
        let base64 = inner(base64Of: bytes, after: alignment)
        let name = "\(name) in base64"
        forms.append((name, Data(base64)))
        if base64.contains(where: { $0 == 0x2B || $0 == 0x2F }) {
          forms.append(("\(name)url", Data(base64.map { $0 == 0x2B ? 0x2D : $0 == 0x2F ? 0x5F : $0 })))
        }
        if bytes == secret {
          forms.append(("\(name), twice", Data(inner(base64Of: base64, after: 0))))
        }
      }
    }
    return forms
  }

  private static let hexadecimal = Array("0123456789abcdef".utf8)

  /// The digits of base64 that depend on the secret alone, where so many other bytes stand before it.
  private static func inner(base64Of secret: [UInt8], after alignment: Int) -> [UInt8] {
    let whole = Array(Data(Array(repeating: 0, count: alignment) + secret).base64EncodedString().utf8)
    let first = (alignment * 8 + 5) / 6
    let last = (alignment + secret.count) * 8 / 6
    return Array(whole[first..<last])
  }
}

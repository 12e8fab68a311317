import Foundation
import PlatformStandIns

/// Looks for secrets in what an app has left in several places, in whatever form they may have been written there.
struct SecretSearch {
  private typealias Form = (name: String, bytes: [UInt8])

  private var places: [(name: String, bytes: Data)] = []

  /// Adds what lies in a place: "on the disk".
  mutating func add(_ name: String, _ bytes: [UInt8]) { places.append((name, Data(bytes))) }

  mutating func add(_ name: String, _ texts: [String]) { add(name, Array(texts.joined(separator: "\n").utf8)) }

  /// In which form and where the secret is found first: "plain in base64, on the disk"; nil if it is nowhere. A secret
  /// of less than 8 bytes is not looked for: it would turn up by chance.
  func find(_ secret: [UInt8]) -> String? {
    guard secret.count >= 8 else { return nil }
    for form in Self.forms(of: secret) {
      for place in places where place.bytes.range(of: Data(form.bytes)) != nil { return "\(form.name), \(place.name)" }
    }
    return nil
  }

  func find(_ secret: String) -> String? { find(Array(secret.utf8)) }

  private static func forms(of secret: [UInt8]) -> [Form] {
    let hexadecimal = secret.hexadecimalText
    let plain: [Form] = [
      ("plain", secret), ("reversed", secret.reversed()), ("hexadecimal", Array(hexadecimal.utf8)),
      ("hexadecimal in capitals", Array(hexadecimal.uppercased().utf8)),
      // Without the last zero: it is the first half of a character, or the second.
      ("UTF-16", secret.flatMap { [$0, 0] }.dropLast()),
    ]
    // Stores write bytes as base64: what is encoded already is looked for in base64 as well.
    let base64 = plain.flatMap { form in
      (0...2).map { Form("\(form.name) in base64", digits(of: form.bytes, after: $0)) }
    }
    let urls = base64.filter { $0.bytes.contains { $0 == 0x2B || $0 == 0x2F } }
      .map { Form("\($0.name)url", $0.bytes.map { $0 == 0x2B ? 0x2D : $0 == 0x2F ? 0x5F : $0 }) }
    let twice = base64.prefix(3).map { Form("\($0.name), twice", digits(of: $0.bytes, after: 0)) }
    let percent = Form("percent-encoded", secret.flatMap { Array("%\([$0].hexadecimalText)".utf8) })
    return plain + base64 + urls + twice + [percent]
  }

  /// The digits of base64 that depend on the secret alone, where so many other bytes stand before it.
  private static func digits(of secret: [UInt8], after alignment: Int) -> [UInt8] {
    let whole = Array(Data(Array(repeating: 0, count: alignment) + secret).base64EncodedString().utf8)
    return Array(whole[(alignment * 8 + 5) / 6..<(alignment + secret.count) * 8 / 6])
  }
}

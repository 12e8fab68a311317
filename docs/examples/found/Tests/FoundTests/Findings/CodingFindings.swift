import Foundation
import PropertyTesting

/// Base64, JSON and property lists.
enum CodingFindings {
  static let all = [base64Padding, jsonZeroExponent, json5Exponent, json5Key, propertyListText]

  static let base64Padding = Finding(
    "base64-padding", "padding stands at the end of Base64 and nowhere else",
    forAll: .array(of: .text(.of("AB=/+z"), count: 4...4), count: 0...3),
    reproduction: { print in print(Data(base64Encoded: "AA=A")) }
  ) { quanta in
    let text = quanta.joined()
    let padding = text.drop { $0 != "=" }
    let isBase64 = padding.count <= 2 && padding.allSatisfy { $0 == "=" }
    try expect("is accepted", Data(base64Encoded: text) != nil, equals: isBase64)
  }

  static let jsonZeroExponent = Finding(
    "json-zero-exponent", "JSON is accepted as RFC 8259 has its numbers", forAll: .text(.of("0123456789.eE+-"), count: 1...5),
    reproduction: { print in print(try? JSONDecoder().decode([Double].self, from: Data("[0e1]".utf8))) }
  ) { text in
    let isNumber = text.wholeMatch(of: #/-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?/#) != nil
    // The standard lets a reader limit the range of numbers.
    if let number = Double(text), !number.isFinite { return }
    let decoded = try? JSONDecoder().decode([Double].self, from: Data("[\(text)]".utf8))
    try expect("is accepted", decoded != nil, equals: isNumber)
  }

  static let json5Exponent = Finding(
    "json5-exponent", "a malformed number in JSON5 is an error", forAll: .text(.of("0123456789.eE+-xaN"), count: 1...6),
    needsProcess: true,
    reproduction: { print in
      let json5 = JSONDecoder()
      json5.allowsJSON5 = true
      print(try? json5.decode([Double].self, from: Data("[0e+]".utf8)))
    }
  ) { text in
    let decoder = JSONDecoder()
    decoder.allowsJSON5 = true
    _ = try? decoder.decode([Double].self, from: Data("[\(text)]".utf8))
  }

  static let json5Key = Finding(
    "json5-key", "what is JSON is JSON5 with the same value", forAll: .dictionary(of: .text(count: 0...4), .int(in: 0...9), count: 0...3),
    reproduction: { print in
      let json5 = JSONDecoder()
      json5.allowsJSON5 = true
      print(try? json5.decode([String: Int].self, from: Data(#"{"\u0000":1}"#.utf8)))
    }
  ) { dictionary in
    let decoder = JSONDecoder()
    decoder.allowsJSON5 = true
    let decoded = try? decoder.decode([String: Int].self, from: JSONEncoder().encode(dictionary))
    try expect("the dictionary read", decoded, equals: dictionary)
  }

  static let propertyListText = Finding(
    "property-list-text", "text in a property list is read as it was written", forAll: .text(count: 0...6),
    reproduction: { print in
      let xml = try? PropertyListSerialization.data(fromPropertyList: "\u{FEFF}", format: .xml, options: 0)
      print((try? PropertyListSerialization.propertyList(from: xml!, format: nil)) as? String == "\u{FEFF}")
    }
  ) { text in
    // What no document of XML 1.0 can have.
    if text.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0xFFFE || $0.value == 0xFFFF }) { return }
    let written = try PropertyListSerialization.data(fromPropertyList: text, format: .xml, options: 0)
    let read = try PropertyListSerialization.propertyList(from: written, format: nil) as? String
    try expect("the text read", read, equals: text)
  }
}

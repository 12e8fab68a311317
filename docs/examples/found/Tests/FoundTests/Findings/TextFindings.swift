import Foundation
import PropertyTesting

/// Text, and the text of addresses, of Foundation and the standard library.
enum TextFindings {
  static let all = [stringOrder, percentEncoding, numericOrder, dotSegments]

  private static let accented = Generator<String>.text(.of("e\u{E9}z\u{301}"), count: 0...4)

  static let stringOrder = Finding(
    "string-order", "of two texts, exactly one of <, == and > holds", forAll: .zip(accented, accented),
    reproduction: { print in
      let (a, b) = ("e\u{301}", "\u{E9}z")
      print([a < b, a == b, a > b])
    }
  ) { a, b in
    try expect("of a < b, a == b and a > b exactly one holds", [a < b, a == b, a > b].count { $0 } == 1)
  }

  static let percentEncoding = Finding(
    "percent-encoding", "what was percent-encoded is the same when that is undone", forAll: .text(count: 0...8),
    reproduction: { print in print("%EF%BB%BFa".removingPercentEncoding!.unicodeScalars.count) }
  ) { text in
    let encoded = text.addingPercentEncoding(withAllowedCharacters: .alphanumerics)
    let decoded = encoded?.removingPercentEncoding
    try expect("its scalars", decoded.map { Array($0.unicodeScalars) }, equals: Array(text.unicodeScalars))
  }

  static let numericOrder = Finding(
    "numeric-order", "a number with more zeros at its end is greater", forAll: .zip(.int(in: 1...9), .int(in: 1...100)),
    reproduction: { print in print("1".compare("1" + String(repeating: "0", count: 64), options: .numeric) == .orderedAscending) }
  ) { number, zeros in
    let greater = "\(number)" + String(repeating: "0", count: zeros)
    let order = "\(number)".compare(greater, options: .numeric)
    try expect("\(number) comes before \(greater)", order == .orderedAscending)
  }

  static let dotSegments = Finding(
    "url-dot-segments", "a reference with a host has its dot segments removed", forAll: .text(.of("./ab"), count: 0...8),
    reproduction: { print in print(URL(string: "//h/..", relativeTo: URL(string: "http://a/b"))!.absoluteString) }
  ) { path in
    let resolved = URL(string: "//h/" + path, relativeTo: URL(string: "http://a/b/c"))
    try expect("the resolved address", resolved?.absoluteString, equals: "http://h" + removingDotSegments("/" + path))
  }

  /// RFC 3986, section 5.2.4, for a path that begins with a slash.
  private static func removingDotSegments(_ path: String) -> String {
    let segments = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    var output: [Substring] = []
    for (index, segment) in segments.enumerated() {
      let isLast = index == segments.count - 1
      switch segment {
      case "..": output = output.dropLast() + (isLast ? [""] : [])
      case ".": output += isLast ? [""] : []
      default: output.append(segment)
      }
    }
    return "/" + output.joined(separator: "/")
  }
}

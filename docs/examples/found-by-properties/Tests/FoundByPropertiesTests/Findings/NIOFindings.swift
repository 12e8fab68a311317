import NIOCore
import NIOHTTP1
import PropertyTesting

/// apple/swift-nio.
enum NIOFindings {
  static let all =
    timeAmounts + dumps + [emptyElement, nameBits, search, replacedRange]

  private static let package = "apple/swift-nio"

  // MARK: TimeAmount

  static let timeAmounts = [clampedDuration, negativeDescription, defaultUnit]

  static let clampedDuration = Finding(
    "time-amount-duration", in: package, by: .byHand,
    "`TimeAmount.init(_:)` makes the longest amount of a very negative duration.",
    demand: """
      It clamps a duration, so the result should be `Int64.min` nanoseconds. `TimeAmount.seconds(-10_000_000_000)` is that.
      """,
    result: "9223372036854775807",
    reproduction: { print in print(TimeAmount(.seconds(-10_000_000_000)).nanoseconds) },
    forAll: .int(in: -20_000_000_000...20_000_000_000)
  ) { seconds in
    let amount = TimeAmount(.seconds(seconds))
    try expect("nanoseconds", amount.nanoseconds, equals: TimeAmount.seconds(Int64(seconds)).nanoseconds)
  }

  static let negativeDescription = Finding(
    "time-amount-negative", in: package, by: .byHand,
    "`TimeAmount.init(_:)` does not read the description of a negative amount.",
    demand: "It reads a number and a unit, and the description has these: the descriptions of all other amounts are read.",
    result: "-5 s nil",
    reproduction: { print in
      let amount = TimeAmount.seconds(-5)
      print(amount)
      print(try? TimeAmount("\(amount)"))
    },
    forAll: .int(in: -5000...5000)
  ) { milliseconds in
    let amount = TimeAmount.milliseconds(Int64(milliseconds))
    try expect("TimeAmount(\(amount))", try? TimeAmount("\(amount)"), equals: amount)
  }

  static let defaultUnit = Finding(
    "time-amount-unit", in: package, by: .byHand,
    "`TimeAmount.init(_:)` throws for a number without a unit.",
    demand: "Its documentation has `\"42\"` as an example, in an optional default unit that there is no parameter for.",
    result: "nil",
    reproduction: { print in print(try? TimeAmount("42")) },
    forAll: .zip(.int(in: 0...99), .element(of: ["s", " ms", ""]))
  ) { number, unit in
    try expect("“\(number)\(unit)” is read", (try? TimeAmount("\(number)\(unit)")) != nil)
  }

  // MARK: ByteBuffer.hexDump

  static let dumps = [tilde, lineOffset, column]

  static let tilde = Finding(
    "hex-dump-tilde", in: package, by: .byHand,
    "`ByteBuffer.hexDump` shows `~` as a dot.",
    demand: """
      The format `detailed` is documented to be compatible with `hexdump -C`, which shows all printable characters, from the space
      to `~`.
      """,
    result: "|}.|",
    reproduction: { print in print(ByteBuffer(string: "}~").hexDump(format: .detailed).split(separator: "\n")[0].suffix(4)) },
    forAll: .int(in: 0x20...0x7e).map { String(UnicodeScalar(UInt8($0))) }
  ) { character in
    let line = ByteBuffer(string: character).hexDump(format: .detailed).split(separator: "\n")[0]
    try expect("|\(character)| ends the dump of it", line.hasSuffix("|\(character)|"))
  }

  static let lineOffset = Finding(
    "hex-dump-offset", in: package, by: .byHand,
    "`ByteBuffer.hexDump(format: .detailed(maxBytes:))` has wrong offsets in a buffer that was read from.",
    demand: """
      A comment says that a line’s offset is that of the line in a dump of all of it. The dump begins with the first
      readable byte as 0, but the last lines count the bytes that were read already, too: the 32 bytes of this dump have an
      offset of 32 (hexadecimal 20).
      """,
    result: "00000000 ........ 00000020 00000020",
    reproduction: { print in
      var buffer = ByteBuffer(repeating: 65, count: 48)
      buffer.moveReaderIndex(forwardBy: 16)
      for line in buffer.hexDump(format: .detailed(maxBytes: 16)).split(separator: "\n") { print(line.prefix(8)) }
    },
    forAll: .int(in: 0...3)
  ) { lines in
    var buffer = ByteBuffer(repeating: 65, count: 16 * lines + 32)
    buffer.moveReaderIndex(forwardBy: 16 * lines)
    let dump = buffer.hexDump(format: .detailed(maxBytes: 16))
    let offsets = dump.split(separator: "\n").map { String($0.prefix(8)) }
    try expect("offsets", offsets, equals: ["00000000", "........", "00000010", "00000020"])
  }

  static let column = Finding(
    "hex-dump-column", in: package, by: .byHand,
    "`ByteBuffer.hexDump(format: .detailed(maxBytes:))` has the last bytes in the wrong columns.",
    demand: """
      A comment says that the left of the first of these lines is padded to where its bytes are. If it is the last line, too,
      its bytes are moved to the right end instead: the bytes 16 and 17 of this buffer are in the columns of 30 and 31.
      """,
    result: "|              AA|",
    reproduction: { print in
      let dump = ByteBuffer(repeating: 65, count: 18).hexDump(format: .detailed(maxBytes: 4))
      print(dump.split(separator: "\n")[2].suffix(18))
    },
    forAll: .int(in: 17...33)
  ) { count in
    let dump = ByteBuffer(repeating: 65, count: count).hexDump(format: .detailed(maxBytes: 2))
    let line = dump.split(separator: "\n")[2]
    let column = line.drop { $0 != "|" }.dropFirst().prefix { $0 == " " }.count
    try expect("column of byte \(count - 1)", column, equals: (count - 1) % 16)
  }

  // MARK: HTTP

  private static let names = ["a", "A", "^", "~", "1", "-"]

  static let emptyElement = Finding(
    "headers-empty-element", in: package, by: .byHand,
    "`HTTPHeaders[canonicalForm:]` has an empty value for white space between commas.",
    demand: """
      Empty elements of a list are ignored
      ([RFC 9110, section 5.6.1.2](https://www.rfc-editor.org/rfc/rfc9110#section-5.6.1.2)). It does ignore those without
      white space, and `HPACKHeaders` ignores all.
      """,
    known: "like [this](https://github.com/apple/swift-nio-http2/pull/307), merged for `HPACKHeaders`",
    result: #"["a", "b"] ["a", "", "b"]"#,
    reproduction: { print in
      print(HTTPHeaders([("Via", "a,,b")])[canonicalForm: "Via"])
      print(HTTPHeaders([("Via", "a, ,b")])[canonicalForm: "Via"])
    },
    forAll: Generator<[String]>.array(of: .element(of: ["a", ",", " "]), count: 0...5).map { $0.joined() }
  ) { value in
    let values = HTTPHeaders([("Via", value)])[canonicalForm: "Via"]
    try expect("no empty value", !values.contains(""))
  }

  static let nameBits = Finding(
    "headers-name", in: package, by: .byHand,
    "`HTTPHeaders` takes `^` and `~` in names for the same character.",
    demand: """
      Both may be in a name ([RFC 9110, section 5.6.2](https://www.rfc-editor.org/rfc/rfc9110#section-5.6.2)), and only the case of
      letters does not matter. The comparison clears a bit of every byte. `==` does tell them apart.
      """,
    known: "[known](https://github.com/apple/swift-nio/pull/3713), open",
    result: "true false",
    reproduction: { print in
      print(HTTPHeaders([("a~", "b")]).contains(name: "a^"))
      print(HTTPHeaders([("a~", "b")]) == HTTPHeaders([("a^", "b")]))
    },
    forAll: .zip(.element(of: names), .element(of: names))
  ) { name, other in
    let isThere = HTTPHeaders([(name, "b")]).contains(name: other)
    try expect("\(other) is \(name)", isThere, equals: name.lowercased() == other.lowercased())
  }

  static let search = Finding(
    "method-search", in: package, by: .byHand,
    "`HTTPMethod.MSEARCH` has the raw value `MSEARCH`, which is no method.",
    demand: """
      The parser inside has this method as `M-SEARCH` (c_nio_llhttp.h), and the decoder makes this case of it. The encoder writes the case
      without the hyphen, so a request that is passed on has another method.
      """,
    result: #"RAW(value: "M-SEARCH") MSEARCH"#,
    reproduction: { print in
      print(HTTPMethod(rawValue: "M-SEARCH"))
      print(HTTPMethod.MSEARCH.rawValue)
    },
    forAll: .element(of: ["GET", "PROPFIND", "M-SEARCH", "SEARCH"])
  ) { name in
    if case .RAW = HTTPMethod(rawValue: name) { try expect("\(name) is a case", false) }
  }

  // MARK: MarkedCircularBuffer

  static let replacedRange = Finding(
    "marked-circular-buffer-range", in: package, by: .byHand,
    "`MarkedCircularBuffer` drops an element when a range is set to one more than it has.",
    demand: """
      A range of a [MutableCollection](https://developer.apple.com/documentation/swift/mutablecollection) is set to as many elements
      as it has. For all other counts, this is a precondition of the setter.
      """,
    result: "1",
    reproduction: { print in
      var buffer = MarkedCircularBuffer<Int>(initialCapacity: 4)
      buffer.append(0)
      buffer[buffer.startIndex..<buffer.endIndex] = [1, 2]
      print(buffer.map(String.init).joined())
    },
    forAll: Generator<[Int]>.array(of: .int(in: 1...9), count: 1...2)
  ) { elements in
    var buffer = MarkedCircularBuffer<Int>(initialCapacity: 4)
    buffer.append(0)
    var replacement = CircularBuffer<Int>()
    replacement.append(contentsOf: elements)
    buffer[buffer.startIndex..<buffer.endIndex] = replacement
    try expect("elements", Array(buffer), equals: elements)
  }
}

import Foundation
import PersonalOSReference
import PropertyTesting

/// A call with at most one mistake, and the mistake as the generator knows it, without the code under test.
public struct DrawnCall: Sendable {
  /// What the call reads, such as "a field of a record" or "a price".
  public let subject: String
  /// The call, whose `CheckedCall.refusal` is to be checked.
  public let call: CheckedCall
  /// The words that the refusal must contain, in this order: the place, the requirement, the value found. Nil if the
  /// call has no mistake.
  public let mistake: [String]?

  init(_ subject: String, _ call: CheckedCall, _ mistake: [String]?) {
    (self.subject, self.call, self.mistake) = (subject, call, mistake)
  }
}

extension Generator where Value == DrawnCall {
  /// Calls of every kind, with and without a mistake.
  public static var checkedCall: Generator {
    .frequency(
      (13, .readField), (1, .readKey), (2, .readStoredAmount), (8, .readPrices), (6, .readJSON), (6, .readTrades),
      (4, .element(of: amounts.map { DrawnCall("an amount", .amount($0), $1) })), (8, .useCipher), (2, .readSite),
      (4, .readConfiguration), (4, .readBackup))
  }

  private static var readPrices: Generator {
    let good = #"{"symbol": "AAPL", "price": 189.25, "timestamp": 1767225600, "source": "realtime"}"#
    // Each is the good entry after one change.
    let mistakes: [(field: String, expected: [String], changes: [(String, String)])] = [
      ("symbol", ["text"], [(#""AAPL""#, "7"), (#""symbol": "AAPL", "#, "")]),
      ("price", ["number", "0", "38"], ["\"189.25\"", "-0.01", String(repeating: "3", count: 39)].map { ("189.25", $0) }),
      (
        "timestamp", ["whole seconds", "1970"],
        [("1767225600", "1767225600.5"), ("1767225600", #""now""#), (#", "timestamp": 1767225600"#, "")]
      ),
      ("source", ["realtime, delayed, mock"], [(#""realtime""#, #""Realtime""#), (#""realtime""#, "3")]),
      ("\"\"", ["object"], [(good, "[]"), (good, "12")]),
    ]
    let wrong = mistakes.flatMap { field, expected, changes in
      changes.map { (good.replacing($0, with: $1), [field] + expected) }
    }
    return Generator { source in
      let before = try source(.int(in: 0...3)), after = try source(.int(in: 0...2))
      func message(_ entry: String) -> Data {
        let entries = Array(repeating: good, count: before) + [entry] + Array(repeating: good, count: after)
        return Data("[\(entries.joined(separator: ","))]".utf8)
      }
      let (entry, words) = try source(.element(of: wrong))
      let cut = message(good).dropLast()
      return try source(.frequency(
        (1, .constant(DrawnCall("a message of prices", .prices(Data(good.utf8)), ["notAnArray"]))),
        (1, .constant(DrawnCall("a message of prices", .prices(Data(cut)), ["notJSON", "at byte \(cut.count)"]))),
        (2, .constant(DrawnCall("a price", .prices(message(good)), nil))),
        (6, .constant(DrawnCall("a price", .prices(message(entry)), ["entry", "index: \(before)"] + words)))))
    }
  }

  /// Text that is not JSON, with the requirement and its place; and text nested to the limit and one level deeper.
  private static var readJSON: Generator {
    func nested(_ opening: String, _ closing: String, _ count: Int, _ inner: String = "1") -> String {
      String(repeating: opening, count: count) + inner + String(repeating: closing, count: count)
    }
    let wrong: [(String, byte: Int, words: [String])] = [
      (#"[{"symbol" "AAPL"}]"#, 11, ["a colon"]), ("[1 2]", 3, ["comma", "bracket"]),
      (#"[{"a": 1 "b": 2}]"#, 9, ["comma", "brace"]), ("[nul]", 1, ["null"]), ("[tru]", 1, ["true"]),
      ("[fals]", 1, ["false"]), ("[{a: 1}]", 2, ["text in quotes"]), (#"["a]"#, 1, ["text in quotes"]),
      (#"["\x"]"#, 1, ["text in quotes"]), ("[] x", 3, ["the end"]), ("[1,]", 3, ["digit"]), ("[1.]", 3, ["digit"]),
      ("[1e+]", 4, ["digit"]), ("[-]", 2, ["digit"]), (nested("[", "]", 65), 64, ["64 levels"]),
      (nested("[", "]", 65, ""), 64, ["64 levels"]), ("", 0, []),
      ("[" + nested(#"{"a":"#, "}", 64) + "]", 1 + 63 * 5, ["64 levels"]),
    ]
    let read: [(String, [String]?)] = [
      (nested("[", "]", 64), ["object"]), ("[" + nested(#"{"a":"#, "}", 63) + "]", ["symbol", "text"]),
      // White space in all places that allow it.
      (" [ { \"symbol\" : 7 } ]\n", ["symbol"]), ("[ { } , 1 ]", ["symbol"]), ("[ ] ", nil), ("\t[\r\n] ", nil),
    ]
    let texts =
      wrong.map { ($0, ["notJSON", "at byte \($1)"] + $2) }
      + read.map { text, words in (text, words.map { ["entry", "index: 0"] + $0 }) }
    return .element(of: texts.map { DrawnCall("JSON", .prices(Data($0.utf8)), $1) })
  }

  private static var readConfiguration: Generator {
    let endpoints = [
      "https://a.example/x", "HTTPS://a.example", "http://a.example", "https://", "a.example", "",
    ]
    return Generator { source in
      let points = try source(.element(of: [0, 1, 9_999, 10_000, -1, 10_001])), url = try source(.element(of: endpoints))
      let name = try source(.element(of: ["dark", "beta 2"]))
      let members = [
        ("apiKeys", "{}"), ("endpoints", #"{"news 7":"\#(url)"}"#),
        ("featureFlags", #"{"\#(name)":{"enabled":true,"killed":false,"rolloutBasisPoints":\#(points)}}"#),
      ]
      let missing = try source(.frequency((5, .constant(nil)), (1, .element(of: members.map(\.0)).map { $0 })))
      let json = "{\(members.filter { $0.0 != missing }.map { "\"\($0)\":\($1)" }.joined(separator: ","))}"
      let words =
        missing.map { [$0] } ?? wrong(points, 0...10_000, "flag", name, "\(points)", "0 to 10000")
        ?? (endpoints.prefix(2).contains(url) ? nil : ["endpoint", "news 7", url, "https", "host"])
      return DrawnCall("a configuration", .configuration(Array(json.utf8)), words.map { ["invalidDocument"] + $0 })
    }
  }

  private static var readBackup: Generator {
    let record = RawRecord(collection: "posts", key: "k 1", fields: ["text": .text("a")])
    let next = RawRecord(collection: "posts", key: "k 2", fields: ["text": .text("b")])
    func file(_ tables: (String, [RawRecord])...) -> [UInt8] {
      BackupEnvelope(schemaVersion: 4, tables: tables.map { .init(name: $0, records: $1) }).bytes
    }
    let good = file(("posts", [record, next]), ("trades", []))
    let text = String(decoding: good, as: UTF8.self), order = ["not a backup", "tables", "order", "names"]
    let files: [([UInt8], [String]?)] = [
      (good, nil), (file(), nil), (file(("posts", [])), nil),
      (Array(good.dropLast()), ["not a backup", "byte \(good.count - 1)"]),
      (good + [0x20], ["not a backup", "byte \(good.count)"]),
      (Array(text.replacing("backup.1", with: "backup.2").utf8), ["format", "personalos.backup.2", "personalos.backup.1"]),
      (Array(text.replacing("k 1", with: "k 0").utf8), ["altered", "checksum", "another copy"]),
      (file(("posts", [record, record])), ["two records", "k 1", "posts", "once"]),
      (file(("posts", [next, record])), ["not a backup", "k 1", "posts", "greater key"]),
      (file(("trades", []), ("posts", [])), order), (file(("posts", []), ("posts", [])), order),
    ]
    return .element(of: files.map { DrawnCall("a backup", .backup($0), $1) })
  }

  /// Amounts as text, each with the words about its mistake.
  private static let amounts: [(String, [String]?)] = [
    ("12.5", nil), ("1,234", nil), ("12x", ["not an amount", "byte 2", "the end"]), ("", ["byte 0", "a digit"]),
    ("-", ["byte 1", "a digit"]), ("7.", ["byte 2", "a digit"]),
    ("1,,234", ["byte 2", "a digit"]), ("1,234,567", nil), ("1234,567", ["byte 8", "three digits after each comma"]),
    ("1,23", ["byte 4", "three digits after each comma"]),
    (String(repeating: "7", count: 39), ["39 significant digits", "38"]),
    ("0." + String(repeating: "0", count: 128) + "1", ["10^-129", "10^-128 to 10^127"]),
  ]

  private static var readTrades: Generator {
    let types = [("sell", nil), ("Buy", ["neither buy nor sell"]), ("", ["neither buy nor sell"])]
    return Generator { source in
      let ids = try source(.array(of: .uuid, count: 1...3)).map(\.uuidString)
      let place = try source(.int(in: 0...ids.count - 1))
      let field = try source(.element(of: ["type", "quantity", "price"]))
      let (value, words) = try source(.element(of: field == "type" ? types : amounts))
      let rows = ids.enumerated().map { index, id in
        let good = ["id": id, "symbol": "AAPL", "type": "buy", "quantity": "3", "price": "1.5", "notes": ""]
        let row = index == place ? good.merging([field: value]) { $1 } : good
        return "{\"date\":0,\(row.sorted { $0.key < $1.key }.map { "\"\($0)\":\"\($1)\"" }.joined(separator: ","))}"
      }
      let file = Data("[\(rows.joined(separator: ","))]".utf8)
      return DrawnCall("a trade of an archive", .trades(file), words.map { [ids[place], field] + $0 })
    }
  }

  /// The words about a number that is outside of its limits.
  private static func wrong(_ number: Int, _ limits: ClosedRange<Int>, _ words: String...) -> [String]? {
    limits.contains(number) ? nil : words
  }

  private static var useCipher: Generator {
    let tooMuch = 2_147_483_648, limits = "1 to 2147483647"
    let size = Generator<Int>.element(of: [32, 32, 32, 31, 33, 0]), nonce = Generator<Int>.element(of: [12, 11, 13, 0])
    let iterations = Generator<Int>.element(of: [1, 1, 1, 2, 0, -1, tooMuch])
    let derived = Generator<Int>.element(of: [1, 32, 1, 32, 40, 0, -1, tooMuch])
    return .frequency(
      (1, .build({ key, nonce in
        DrawnCall(
          "a size", .seal(keySize: key, nonceSize: nonce),
          wrong(key, 32...32, "key", "32 bytes", "\(key)") ?? wrong(nonce, 12...12, "nonce", "12 bytes", "\(nonce)"))
      }, from: size, nonce)),
      (1, size.map { DrawnCall("a size", .open(keySize: $0), wrong($0, 32...32, "key", "32 bytes", "\($0)")) }),
      (2, .build({ rounds, key in
        DrawnCall(
          "a size", .deriveKey(iterations: rounds, keySize: key),
          wrong(rounds, 1...tooMuch - 1, "iterations", limits, "\(rounds)")
            ?? wrong(key, 1...tooMuch - 1, "derived key", limits, "bytes", "\(key)"))
      }, from: iterations, derived)),
      (1, Generator<Int>.element(of: [0, 1, 16, -1, tooMuch]).map {
        DrawnCall("a size", .randomBytes($0), wrong($0, 0...tooMuch - 1, "random bytes", "0 to 2147483647", "\($0)"))
      }))
  }

  private static var readSite: Generator {
    let right = ["https://personalos.example", "HTTPS://personalos.example/legal", "https://personalos.example:8443"]
    let wrong = [
      "http://personalos.example", "https://", "personalos.example", "https://me@personalos.example",
      "https://personalos.example?x=1", "https://personalos.example#terms", "",
    ]
    let words = ["https", "host", "user", "query", "fragment"]
    return .element(
      of: right.map { DrawnCall("an address", .legalSite($0), nil) }
        + wrong.map { DrawnCall("an address", .legalSite($0), [$0] + words) })
  }
}

import Foundation
import PersonalOSReference
import PropertyTesting
import StorageContract

/// A call with at most one mistake, and the mistake as the generator knows it, without the code under test.
public struct DrawnCall: Sendable {
  /// The call, whose `CheckedCall.refusal` is to be checked.
  public let call: CheckedCall
  /// The words that the refusal must contain, in this order: the place, the requirement, the value found. Nil if the
  /// call has no mistake.
  public let mistake: [String]?
  /// What the call reads, such as "a field of a record" or "a price".
  public let subject: String
}

extension Generator where Value == DrawnCall {
  /// Calls of every kind, with and without a mistake.
  public static var checkedCall: Generator {
    .frequency((8, .readField), (4, .readPrices), (3, .readTrades), (2, .readAmount), (4, .useCipher), (1, .readSite), (3, .readJSON),
      (2, .readConfiguration), (2, .readBackup))
  }

  // MARK: Records

  private static var readField: Generator {
    let name = Generator<String>.element(of: ["price", "row-17", "a \"b\" 3", "密 9"])
    return Generator { source in
      let (collection, key, field) = (try source(name), try source(name), try source(name))
      let isStoredAmount = try source(.int(in: 0...7)) == 0
      let type = try source(.element(of: CheckedCall.FieldType.allCases))
      let value = try source(.frequency((2, .optional(.anyFieldValue)), (3, .fieldValue(near: type))))
      if isStoredAmount {
        let json = try source(.element(of: ["12.5", "0", "x", "\"1\"", String(repeating: "7", count: 39)]))
        let record = StoredRecord(
          collection: collection, key: key, fields: ["amount": .bytes(Array(json.utf8))])
        let isRight = json == "12.5" || json == "0"
        return DrawnCall(
          call: .storedAmount(record),
          mistake: isRight
            ? nil : [key, collection, "amount", "number", "38 digits", "bytes", Data(json.utf8).base64EncodedString()],
          subject: "a stored amount")
      }
      if type == .key {
        let id = try source(.uuid).uuidString
        let text = try source(.element(of: [id, key, String(id.dropLast())]))
        return DrawnCall(
          call: .field(field, .key, of: StoredRecord(collection: collection, key: text, fields: [:])),
          mistake: text == id ? nil : [text, collection, "key", "UUID", text], subject: "a key")
      }
      let record = StoredRecord(collection: collection, key: key, fields: value.map { [field: $0] } ?? [:])
      return DrawnCall(
        call: .field(field, type, of: record),
        mistake: isRight(value, type) ? nil : [key, collection, field, word(for: type)] + found(value),
        subject: "a field of a record")
    }
  }

  private static func isRight(_ value: FieldValue?, _ type: CheckedCall.FieldType) -> Bool {
    switch (type, value) {
    case (.text, .text), (.optionalText, .text), (.optionalText, .null): true
    case (.decimal, .decimal), (.double, .double), (.bool, .bool), (.bytes, .bytes), (.uuid, .uuid): true
    case (.date, .date), (.optionalDate, .date), (.optionalDate, .null): true
    case (.int64, .int64), (.optionalInt64, .int64), (.optionalInt64, .null): true
    case (.source, .text(let name)): ["realtime", "delayed", "mock"].contains(name)
    default: false
    }
  }

  private static func word(for type: CheckedCall.FieldType) -> String {
    switch type {
    case .text, .optionalText: "text"
    case .decimal: "decimal"
    case .date, .optionalDate: "date"
    case .double: "double"
    case .bool: "truth value"
    case .int64, .optionalInt64: "integer"
    case .bytes: "bytes"
    case .uuid, .key: "UUID"
    case .source: "realtime, delayed, mock"
    }
  }

  private static func found(_ value: FieldValue?) -> [String] {
    switch value {
    case nil: ["nothing"]
    case .null: ["null"]
    case .bool(let value): ["bool", "\(value)"]
    case .int64(let value): ["int64", "\(value)"]
    case .double(let value): ["double", "\(value)"]
    case .decimal: ["decimal"]
    case .text(let value): ["text", value]
    case .bytes: ["bytes"]
    case .date: ["date"]
    case .uuid(let value): ["uuid", value.uuidString]
    }
  }

  // MARK: Messages and files

  private static var readPrices: Generator {
    let good = #"{"symbol": "AAPL", "price": 189.25, "timestamp": 1767225600, "source": "realtime"}"#
    let symbol = ["symbol", "text"], price = ["price", "number", "0", "38"]
    let time = ["timestamp", "whole seconds", "1970"], origin = ["source", "realtime, delayed, mock"]
    // Each is the good entry after one change.
    let mistakes: [(String, [String])] = [
      (good.replacing(#""AAPL""#, with: "7"), symbol), (good.replacing(#""symbol": "AAPL", "#, with: ""), symbol),
      (good.replacing("189.25", with: #""189.25""#), price), (good.replacing("189.25", with: "-0.01"), price),
      (good.replacing("189.25", with: String(repeating: "3", count: 39)), price),
      (good.replacing("1767225600", with: "1767225600.5"), time), (good.replacing("1767225600", with: #""now""#), time),
      (good.replacing(#", "timestamp": 1767225600"#, with: ""), time),
      (good.replacing(#""realtime""#, with: #""Realtime""#), origin), (good.replacing(#""realtime""#, with: "3"), origin),
      ("[]", ["\"\"", "object"]), ("12", ["\"\"", "object"]),
    ]
    return Generator { source in
      let before = try source(.int(in: 0...3)), after = try source(.int(in: 0...2))
      func message(_ entry: String) -> Data {
        let entries = Array(repeating: good, count: before) + [entry] + Array(repeating: good, count: after)
        return Data("[\(entries.joined(separator: ","))]".utf8)
      }
      switch try source(.int(in: 0...9)) {
      case 0: return DrawnCall(call: .prices(Data(good.utf8)), mistake: ["notAnArray"], subject: "a message of prices")
      case 1:
        let cut = message(good).dropLast()
        return DrawnCall(
          call: .prices(Data(cut)), mistake: ["notJSON", "at byte \(cut.count)"], subject: "a message of prices")
      case 2, 3: return DrawnCall(call: .prices(message(good)), mistake: nil, subject: "a price")
      default:
        let (entry, words) = try source(.element(of: mistakes))
        return DrawnCall(
          call: .prices(message(entry)), mistake: ["entry", "index: \(before)"] + words, subject: "a price")
      }
    }
  }

  /// Text that is not JSON, with the requirement and its place; and text nested to the limit and one level deeper.
  private static var readJSON: Generator {
    func nested(_ opening: String, _ closing: String, _ count: Int) -> String {
      String(repeating: opening, count: count) + "1" + String(repeating: closing, count: count)
    }
    let texts: [(String, [String])] = [
      (#"[{"symbol" "AAPL"}]"#, ["notJSON", "at byte 11", "a colon"]), ("[1 2]", ["notJSON", "at byte 3", "comma", "bracket"]),
      (#"[{"a": 1 "b": 2}]"#, ["notJSON", "at byte 9", "comma", "brace"]), ("[nul]", ["notJSON", "at byte 1", "null"]),
      ("[tru]", ["notJSON", "at byte 1", "true"]), ("[fals]", ["notJSON", "at byte 1", "false"]),
      ("[{a: 1}]", ["notJSON", "at byte 2", "text in quotes"]), (#"["a]"#, ["notJSON", "at byte 1", "text in quotes"]),
      (#"["\x"]"#, ["notJSON", "at byte 1", "text in quotes"]), ("[] x", ["notJSON", "at byte 3", "the end"]),
      ("[1,]", ["notJSON", "at byte 3", "digit"]), ("[1.]", ["notJSON", "at byte 3", "digit"]),
      ("[1e+]", ["notJSON", "at byte 4", "digit"]), ("[-]", ["notJSON", "at byte 2", "digit"]),
      (nested("[", "]", 64), ["entry", "index: 0", "object"]),
      ("[" + nested(#"{"a":"#, "}", 63) + "]", ["entry", "index: 0", "symbol", "text"]),
      (nested("[", "]", 65), ["notJSON", "at byte 64", "64 levels"]),
      (String(repeating: "[", count: 65) + String(repeating: "]", count: 65), ["notJSON", "at byte 64", "64 levels"]),
      ("[" + nested(#"{"a":"#, "}", 64) + "]", ["notJSON", "64 levels"]), ("", ["notJSON", "at byte 0"]),
      // White space in all places that allow it.
      (" [ { \"symbol\" : 7 } ]\n", ["entry", "index: 0", "symbol"]), ("[ ] ", []), ("\t[\r\n] ", []),
      ("[ { } , 1 ]", ["entry", "index: 0", "symbol"]),
    ]
    return Generator<(String, [String])>.element(of: texts).map { text, words in
      DrawnCall(call: .prices(Data(text.utf8)), mistake: words.isEmpty ? nil : words, subject: "JSON")
    }
  }

  private static var readConfiguration: Generator {
    let flag = Generator<Int>.element(of: [0, 1, 9_999, 10_000, -1, 10_001])
    let endpoint = Generator<String>.element(of: [
      "https://a.example/x", "HTTPS://a.example", "http://a.example", "https://", "a.example", "",
    ])
    return Generator { source in
      let (points, url) = (try source(flag), try source(endpoint))
      let name = try source(.element(of: ["dark", "beta 2"]))
      let members = [
        ("apiKeys", "{}"), ("endpoints", #"{"news 7":"\#(url)"}"#),
        ("featureFlags", #"{"\#(name)":{"enabled":true,"killed":false,"rolloutBasisPoints":\#(points)}}"#),
      ]
      let missing = try source(.frequency((5, .constant(nil)), (1, .element(of: members.map(\.0)).map { $0 })))
      let json = "{\(members.filter { $0.0 != missing }.map { "\"\($0)\":\($1)" }.joined(separator: ","))}"
      let isReachable = url.lowercased().hasPrefix("https://a")
      let words: [String]? =
        if let missing {
          [missing]
        } else if !(0...10_000).contains(points) {
          ["flag", name, "\(points)", "0 to 10000"]
        } else {
          isReachable ? nil : ["endpoint", "news 7", url, "https", "host"]
        }
      return DrawnCall(
        call: .configuration(Array(json.utf8)), mistake: words.map { ["invalidDocument"] + $0 }, subject: "a configuration")
    }
  }

  private static var readBackup: Generator {
    let record = RawRecord(collection: "posts", key: "k 1", fields: ["text": .text("a")])
    let next = RawRecord(collection: "posts", key: "k 2", fields: ["text": .text("b")])
    func file(_ tables: [BackupEnvelope.Table]) -> [UInt8] { BackupEnvelope(schemaVersion: 4, tables: tables).bytes }
    let good = file([.init(name: "posts", records: [record, next]), .init(name: "trades", records: [])])
    let text = String(decoding: good, as: UTF8.self)
    let files: [([UInt8], [String])] = [
      (good, []), (file([]), []), (file([.init(name: "posts", records: [])]), []),
      (Array(good.dropLast()), ["not a backup", "byte \(good.count - 1)"]), (good + [0x20], ["not a backup", "byte \(good.count)"]),
      (Array(text.replacing("backup.1", with: "backup.2").utf8), ["format", "personalos.backup.2", "personalos.backup.1"]),
      (Array(text.replacing("k 1", with: "k 0").utf8), ["altered", "checksum", "another copy"]),
      (file([.init(name: "posts", records: [record, record])]), ["two records", "k 1", "posts", "once"]),
      (file([.init(name: "posts", records: [next, record])]), ["not a backup", "k 1", "posts", "greater key"]),
      (file([.init(name: "trades", records: []), .init(name: "posts", records: [])]), ["not a backup", "tables", "order", "names"]),
      (file([.init(name: "posts", records: []), .init(name: "posts", records: [])]), ["not a backup", "tables", "order", "names"]),
    ]
    return Generator<([UInt8], [String])>.element(of: files).map { bytes, words in
      DrawnCall(call: .backup(bytes), mistake: words.isEmpty ? nil : words, subject: "a backup")
    }
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

  private static var readAmount: Generator {
    Generator<(String, [String]?)>.element(of: amounts).map { text, mistake in
      DrawnCall(call: .amount(text), mistake: mistake, subject: "an amount")
    }
  }

  private static var readTrades: Generator {
    Generator { source in
      let count = try source(.int(in: 1...3))
      let place = try source(.int(in: 0...count - 1))
      let ids = try source(.array(of: .uuid, count: count)).map(\.uuidString)
      let amount = try source(.element(of: amounts))
      let field = try source(.element(of: ["type", "quantity", "price"]))
      let type = try source(.element(of: ["sell", "Buy", ""]))
      let rows = ids.enumerated().map { index, id in
        var row = ["type": "buy", "quantity": "3", "price": "1.5"]
        if index == place { row[field] = field == "type" ? type : amount.0 }
        return """
          {"id": "\(id)", "symbol": "AAPL", "type": "\(row["type"] ?? "")", "quantity": "\(row["quantity"] ?? "")", \
          "price": "\(row["price"] ?? "")", "date": 0, "notes": ""}
          """
      }
      let words = field == "type" ? (type == "sell" ? nil : ["neither buy nor sell"]) : amount.1
      return DrawnCall(
        call: .trades(Data("[\(rows.joined(separator: ","))]".utf8)), mistake: words.map { [ids[place], field] + $0 },
        subject: "a trade of an archive")
    }
  }

  // MARK: Sizes and addresses

  private static var useCipher: Generator {
    let size = Generator<Int>.element(of: [32, 32, 32, 31, 33, 0])
    return Generator { source in
      let subject = "a size"
      switch try source(.element(of: [0, 1, 2, 2, 3])) {
      case 0:
        let key = try source(size), nonce = try source(.element(of: [12, 11, 13, 0]))
        let words =
          key != 32 ? ["key", "32 bytes", "\(key)"] : nonce != 12 ? ["nonce", "12 bytes", "\(nonce)"] : nil
        return DrawnCall(call: .seal(keySize: key, nonceSize: nonce), mistake: words, subject: subject)
      case 1:
        let key = try source(size)
        return DrawnCall(
          call: .open(keySize: key), mistake: key == 32 ? nil : ["key", "32 bytes", "\(key)"], subject: subject)
      case 2:
        let iterations = try source(.element(of: [1, 1, 1, 2, 0, -1, 2_147_483_648]))
        let key = try source(.element(of: [1, 32, 1, 32, 40, 0, -1, 2_147_483_648]))
        let limits = "1 to 2147483647"
        let words =
          !(1...2_147_483_647).contains(iterations)
          ? ["iterations", limits, "\(iterations)"]
          : !(1...2_147_483_647).contains(key) ? ["derived key", limits, "bytes", "\(key)"] : nil
        return DrawnCall(call: .deriveKey(iterations: iterations, keySize: key), mistake: words, subject: subject)
      default:
        let count = try source(.element(of: [0, 1, 16, -1, 2_147_483_648]))
        let isRight = (0...2_147_483_647).contains(count)
        return DrawnCall(
          call: .randomBytes(count), mistake: isRight ? nil : ["random bytes", "0 to 2147483647", "\(count)"],
          subject: subject)
      }
    }
  }

  private static var readSite: Generator {
    let right = ["https://personalos.example", "HTTPS://personalos.example/legal", "https://personalos.example:8443"]
    let wrong = [
      "http://personalos.example", "https://", "personalos.example", "https://me@personalos.example",
      "https://personalos.example?x=1", "https://personalos.example#terms", "",
    ]
    return Generator<String>.element(of: right + wrong).map { site in
      DrawnCall(
        call: .legalSite(site),
        mistake: right.contains(site) ? nil : [site, "https", "host", "user", "query", "fragment"],
        subject: "an address")
    }
  }
}

extension Generator where Value == FieldValue? {
  /// A value of this type, or of a type close to it.
  fileprivate static func fieldValue(near type: CheckedCall.FieldType) -> Generator {
    Generator { source in
      switch type {
      case .text, .key: .text("12")
      case .optionalText: try source(.element(of: [.null, .text("")]))
      case .source: .text(try source(.element(of: ["realtime", "Realtime", "delayed", "mock ", ""])))
      case .decimal: try source(.element(of: [.decimal(1), .int64(1)]))
      case .double: try source(.element(of: [.double(1.5), .decimal(1)]))
      case .date: .date(Date(timeIntervalSinceReferenceDate: 0))
      case .optionalDate: try source(.element(of: [.null, .date(Date(timeIntervalSinceReferenceDate: 0))]))
      case .bool: try source(.element(of: [.bool(true), .int64(1)]))
      case .int64: try source(.element(of: [.int64(7), .null]))
      case .optionalInt64: try source(.element(of: [.null, .int64(7), nil]))
      case .bytes: try source(.element(of: [.bytes([]), .text("AQID")]))
      case .uuid: try source(.element(of: [.uuid(UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))), .text("1")]))
      }
    }
  }
}

extension Generator where Value == FieldValue {
  fileprivate static var anyFieldValue: Generator {
    Generator { source in
      switch try source(.int(in: 0...8)) {
      case 0: .null
      case 1: .bool(try source(.bool))
      case 2: .int64(Int64(try source(.int(in: -9...9_999))))
      case 3: .double(Double(try source(.int(in: -9...999))) + 0.5)
      case 4: .decimal(try source(.decimal(digits: 1...9, exponent: -4...0, signed: true)))
      case 5: .bytes([1, 2, 3])
      case 6: .date(Date(timeIntervalSinceReferenceDate: 86_400))
      case 7: .uuid(try source(.uuid))
      default: .text(try source(.element(of: ["realtime", "Realtime", "mock", "", "12", "a \"b\" 3"])))
      }
    }
  }
}

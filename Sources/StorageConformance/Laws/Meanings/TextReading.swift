import PropertyTesting

/// What some implementation or other takes a text for: a notation, of which two texts that differ may be the same.
enum TextReading: String, CaseIterable, Sendable {
  case percentEscape = "percent escape"
  case form = "form encoding"
  case jsonEscape = "JSON escape"
  case entity
  case doubledQuote = "doubled quote"
  case quoted
  case number
  case truth = "truth value"
  case nothing
  case date
  case uuid = "UUID"
  case base64
  case path
  case ending
  case pattern
  case part = "beginning of another"
  case list
  case variable
  case comment

  /// A text in this notation, and another one that a reader of the notation may take for the same or, if it is a
  /// pattern, may find by it. Both mean themselves to a store.
  var pair: Generator<TextPair> {
    Generator { source in
      let (left, right) = try source(Self.pieces[self] ?? .constant(("a", "A")))
      let before = try source(Self.around)
      let after = try source(Self.around)
      return TextPair(reading: self, first: before + left + after, second: before + right + after)
    }
  }

  /// Half of the pairs stand alone: many readers look at whole texts.
  private static let around: Generator<String> = .frequency(
    (6, .constant("")), (1, .element(of: ["a", "x/", "é", "0", "K", "e\u{301}", "ﬁ", "\n", "..", "a/b/c/d/e"])),
    (1, Generator<[String]>.array(of: .element(of: ["é", "e\u{301}", "long ", "ﬁ", "\u{212B}"]), count: 20...70).map { $0.joined() }))

  private typealias Pieces = Generator<(String, String)>

  private static let letter: Generator<String> = .element(of: ["a", "b", "Z", "1", "é"])

  /// Both sides of a pair, from a template: `#` stands for a drawn letter, the same one in both.
  private static func templates(_ pairs: [(String, String)]) -> Pieces {
    Pieces { source in
      let (left, right) = try source(.element(of: pairs))
      let letter = try source(letter)
      func fill(_ text: String) -> String {
        text.split(separator: "#", omittingEmptySubsequences: false).joined(separator: letter)
      }
      return (fill(left), fill(right))
    }
  }

  private static let numbers = Pieces { source in
    let number = try source(.frequency((3, .int(in: 0...120)), (1, .int(in: 0...Int.max))))
    let other: String = try source(
      .element(of: [
        "0\(number)", "00\(number)", "+\(number)", "-\(number)", "\(number).0", "\(number).", "\(number)e0",
        "000\(number)", " \(number)", "\(number) ", "0x" + String(number, radix: 16), "\(number)L", ".\(number)",
        "\(number)0", "\(number % 10)e5", "-0.\(number)", "\(number)%",
      ]))
    return ("\(number)", other)
  }

  private static let pieces: [TextReading: Pieces] = [
    .percentEscape: templates([
      ("%41", "A"), ("#%2Fb", "#/b"), ("%25", "%"), ("%C3%A9", "é"), ("%00", "\u{0}"), ("%2f", "%2F"),
      ("#%", "#%25"), ("%20", " "),
    ]),
    .form: templates([
      ("#+b", "# b"), ("#&b", "#&amp;b"), ("#=b", "#%3Db"), ("?#", "#"),
    ]),
    .jsonEscape: templates([
      ("\\u0041", "A"), ("#\\n", "#\n"), ("\\\"#", "\"#"), ("\\\\", "\\"), ("\\u00e9", "é"), ("\\/", "/"),
      ("\\t", "\t"), ("\\ud83d\\ude00", "😀"), ("\\0", "\u{0}"), ("\\x41", "A"),
    ]),
    .entity: templates([
      ("&amp;", "&"), ("&#65;", "A"), ("&lt;#&gt;", "<#>"), ("&#x41;", "A"), ("&nbsp;", "\u{A0}"),
      ("&quot;#", "\"#"),
    ]),
    .doubledQuote: templates([
      ("#''b", "#'b"), ("#\"\"b", "#\"b"), ("``", "`"), ("]]", "]"), ("''", "'"),
    ]),
    .quoted: templates([
      ("'#'", "#"), ("\"#\"", "#"), ("[#]", "#"), ("`#`", "#"), ("(#)", "#"), ("<#>", "#"), ("{#}", "#"),
      ("x'41'", "A"), ("N'#'", "#"), ("b'#'", "#"),
    ]),
    .number: numbers,
    .truth: templates([
      ("true", "TRUE"), ("true", "1"), ("false", "0"), ("yes", "true"), ("t", "true"), ("no", "false"),
      ("on", "true"), ("False", "false"),
    ]),
    .nothing: templates([
      ("null", "NULL"), ("nil", "null"), ("None", "null"), ("undefined", "null"), ("\\N", "null"), ("NaN", "nan"),
      ("Infinity", "inf"), ("-", ""), ("(null)", "null"), ("''", ""), ("\"\"", ""), ("{}", "[]"),
    ]),
    .date: templates([
      ("2020-01-01T00:00:00Z", "2020-01-01T00:00:00.000Z"), ("2020-01-01", "2020-01-01T00:00:00Z"),
      ("2020-01-01T01:00:00+01:00", "2020-01-01T00:00:00Z"), ("2020-01-01 00:00:00", "2020-01-01T00:00:00"),
      ("2020-1-1", "2020-01-01"), ("12:00", "12:00:00"), ("20200101", "2020-01-01"),
      ("1577836800", "2020-01-01T00:00:00Z"),
    ]),
    .uuid: templates([
      ("123E4567-E89B-12D3-A456-426614174000", "123e4567-e89b-12d3-a456-426614174000"),
      ("{123e4567-e89b-12d3-a456-426614174000}", "123e4567-e89b-12d3-a456-426614174000"),
      ("123e4567e89b12d3a456426614174000", "123e4567-e89b-12d3-a456-426614174000"),
      ("urn:uuid:123e4567-e89b-12d3-a456-426614174000", "123e4567-e89b-12d3-a456-426614174000"),
    ]),
    .base64: templates([
      ("YQ==", "a"), ("YQ", "YQ=="), ("0x61", "a"), ("61", "a"), ("\\x61", "a"), ("ab-_", "ab+/"), ("data:,#", "#"),
    ]),
    .path: templates([
      ("#/./b", "#/b"), ("#//b", "#/b"), ("#/", "#"), ("/#", "#"), ("#/../b", "b"), ("../#", "#"), (".", ".."),
      ("./#", "#"), ("#\\b", "#/b"), ("C:#", "#"), ("~/#", "#"), ("#:b", "#/b"), ("file://#", "#"), ("CON", "con"),
      ("#.json", "#"),
    ]),
    .ending: templates([
      ("#.", "#"), ("#..", "#."), ("# ", "#"), ("#\t", "#"), ("#\n", "#"), ("#\r\n", "#\n"), ("#;", "#"),
      ("#,", "#"), ("#\u{A0}", "#"), ("\n#", "#"), ("#\u{0}", "#"), ("##", "#"), ("#~", "#"), ("#$", "#"),
    ]),
    .pattern: templates([
      ("#%", "#b"), ("#_", "#b"), ("#*", "#b"), ("#?", "#b"), ("%", "#"), ("*", "#"), ("_", "#"), ("[#-z]", "#"),
      ("#.*", "#b"), ("^#", "#"), ("#|b", "b"), (".", "#"), ("%#%", "x#y"), ("#\\%", "#%"),
    ]),
    .part: templates([
      ("#", "#/b"), ("#", "#.b"), ("#", "#:b"), ("#", "#_b"), ("#", "#-b"), ("#", "#b"), ("#", "#\u{1}"),
      ("#", "#|b"), ("#", "#\u{10FFFF}"), ("#", "#\u{FF}b"), ("#!", "#"), ("#", "#~b"), ("#", "# b"),
    ]),
    .list: templates([
      ("#,b", "#;b"), ("#, b", "#,b"), ("#|b", "#,b"), ("#\tb", "# b"), ("[#, b]", "#,b"), ("#\u{1F}b", "#b"),
      ("#\nb", "# b"),
    ]),
    .variable: templates([
      ("$#", "#"), ("${#}", "#"), (":#", "#"), ("@#", "#"), ("?1", "#"), ("%s", "#"), ("{#}", "#"), ("%(#)s", "#"),
      ("{{#}}", "#"), ("\\(#)", "#"), ("$1", "#"), ("%@", "#"),
    ]),
    .comment: templates([
      ("#--b", "#"), ("#/*b*/", "#"), ("#//b", "#"), ("-- #", "#"), ("# x", "#"), ("<!--#-->", "#"),
      ("#; drop table c", "#"), ("rem #", "#"),
    ]),
  ]
}

/// Two texts that differ.
struct TextPair: Sendable {
  let reading: TextReading
  let first: String
  let second: String

  /// "%41" and "A" (percent escape)
  var words: String { "\(describe(first)) and \(describe(second)) (\(reading.rawValue))" }
}

extension Generator where Value == TextPair {
  static let lookalikes: Generator = Generator { source in
    // What readers are most often tempted by comes up more often.
    let reading: TextReading = try source(
      .frequency((2, .element(of: [.number, .number, .date, .nothing, .path])), (3, .anyCase())))
    return try source(reading.pair)
  }
}

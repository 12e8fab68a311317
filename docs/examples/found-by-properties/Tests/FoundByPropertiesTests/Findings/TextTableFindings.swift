import PropertyTesting
import TextTable

/// ordo-one/TextTable.
enum TextTableFindings {
  static let all = [strictWidth, padding]

  private static let package = "ordo-one/TextTable"

  private static func table(
    _ cells: [String], _ style: TextTableStyle.Type, width: Int? = nil, truncate: Truncation = .tail
  ) -> String {
    TextTable<String> { [Column(title: "a", value: $0, width: width, truncate: truncate)] }
      .string(for: cells, style: style) ?? ""
  }

  static let strictWidth = Finding(
    "text-table-error", in: package, by: .byHand,
    "`TextTable.string(for:)` with `.error` traps if a text fits.",
    demand: "With this mode, says the readme, it fails if content overflows.",
    result: "traps", needsProcess: true,
    reproduction: { print in
      let table = TextTable<Int> { [Column(title: "a", value: $0, width: 9, truncate: .error)] }
      print(table.string(for: [1]))
    },
    forAll: .int(in: 1...9)
  ) { width in
    try expect("the table has a row", table(["1"], Style.plain, width: width, truncate: .error).contains("1"))
  }

  static let padding = Finding(
    "text-table-padding", in: package, by: .byHand,
    "`TextTable.string(for:)` cuts a text with combining marks or emoji.",
    demand:
      "The width of the column is that of its longest content, says the documentation, so nothing needs to be cut.",
    result: "false",
    reproduction: { print in
      let table = TextTable<String> { [Column(title: "a", value: $0)] }
      print(table.string(for: ["e\u{301}e\u{301}"])?.contains("e\u{301}e\u{301}"))
    },
    forAll: Generator<[String]>.array(of: .element(of: ["a", "e\u{301}", "👍🏽"]), count: 1...4).map { $0.joined() }
  ) { text in
    try expect("the table has \(text)", table([text], Style.plain).contains(text))
  }
}

import ArgusReference
import PropertyTesting

/// A document of which the structure is known before it is written down: its Markdown, and the rich text that this is.
struct MarkdownDocument: Sendable, CounterexampleDescribable {
  let markdown: String
  let expected: RichText

  var counterexampleDescription: String { describe(markdown) }
}

/// What stands in a line.
private struct MarkedRun: Sendable {
  let text: String
  let style: RichText.Style
  let link: String?

  var markdown: String {
    var text = style.contains(.code) ? "`\(self.text)`" : self.text
    if style.contains(.strikethrough) { text = "~~\(text)~~" }
    if style.contains(.italic) { text = "*\(text)*" }
    if style.contains(.bold) { text = "**\(text)**" }
    return link.map { "[\(text)](\($0))" } ?? text
  }

  var run: RichText.Run { RichText.Run(text, style, link: link) }
}

extension Generator where Value == MarkedRun {
  /// One word: a run begins and ends with a letter, so that its marks are marks.
  fileprivate static var markedRun: Generator {
    let styles: [RichText.Style] = [
      [], .bold, .italic, .code, .strikethrough, [.bold, .italic], [.bold, .strikethrough], [.bold, .italic, .strikethrough],
      [.bold, .code],
    ]
    return Generator { source in
      MarkedRun(
        text: try source(.element(of: ["a", "word", "Ünï", "家", "two words", "1", "a_b", "x&y", "a-b", "a \"b\" it's... x--y (c) 1/2"])),
        style: try source(.element(of: styles)), link: try source(.element(of: [nil, nil, nil, "https://x.example/a"])))
    }
  }
}

extension Generator where Value == MarkdownDocument {
  static var markdownDocument: Generator {
    let lists = ["bullets", "numbers", "nested"] + MarkdownDocument.lists
    let kinds = ["paragraph", "heading", "code", "quote", "table", "rule", "lines"] + MarkdownDocument.others + lists
    return Generator { source in
      var parts: [String] = []
      var blocks: [RichText.Block] = []
      var goesOn = false
      for _ in 0..<(try source(.int(in: 0...6))) {
        let runs = try source(.array(of: .markedRun, count: 1...4))
        let line = runs.map(\.markdown).joined(separator: " ")
        let rich = MarkdownDocument.joined(runs)
        let kind = try source(.element(of: kinds))
        // A list goes on after another of its kind, and with what is indented, and so does indented code.
        if goesOn, lists.contains(kind) || kind == "indented" { continue }
        goesOn = lists.contains(kind) || kind == "indented"
        switch kind {
        case "heading":
          let level = try source(.int(in: 1...6))
          parts.append(String(repeating: "#", count: level) + " " + line)
          blocks.append(RichText.Block(.heading(level: level), runs: rich))
        case "bullets":
          parts.append("- \(line)\n- end")
          blocks.append(RichText.Block(.listItem(depth: 1, number: nil), runs: rich))
          blocks.append(RichText.Block(.listItem(depth: 1, number: nil), runs: [RichText.Run("end")]))
        case "numbers":
          let first = try source(.int(in: 1...30))
          parts.append("\(first). \(line)\n\(first + 1). end")
          blocks.append(RichText.Block(.listItem(depth: 1, number: first), runs: rich))
          blocks.append(RichText.Block(.listItem(depth: 1, number: first + 1), runs: [RichText.Run("end")]))
        case "nested":
          parts.append("- outer\n  - \(line)")
          blocks.append(RichText.Block(.listItem(depth: 1, number: nil), runs: [RichText.Run("outer")]))
          blocks.append(RichText.Block(.listItem(depth: 2, number: nil), runs: rich))
        case "code":
          parts.append("```swift\nlet *a* = 1\n\n# b\n```")
          blocks.append(RichText.Block(.code(language: "swift"), runs: [RichText.Run("let *a* = 1\n\n# b")]))
        case "quote":
          parts.append("> " + line)
          blocks.append(RichText.Block(.paragraph, quoteDepth: 1, runs: rich))
        case "table":
          parts.append("| a | b |\n| - | - |")
          blocks.append(RichText.Block(.paragraph, runs: [RichText.Run("| a | b |\n| - | - |")]))
        case "rule":
          parts.append("***")
          blocks.append(RichText.Block(.rule))
        case "lines":
          parts.append(line + "\nx **unclosed <b>")
          blocks.append(
            RichText.Block(.paragraph, runs: MarkdownDocument.joined(runs, then: "\nx **unclosed <b>")))
        case "paragraph":
          parts.append(line)
          blocks.append(RichText.Block(.paragraph, runs: rich))
        default:
          let (markdown, more) = MarkdownDocument.rarer(kind, line, rich)
          parts.append(markdown)
          blocks += more
        }
      }
      return MarkdownDocument(markdown: parts.joined(separator: "\n\n"), expected: RichText(blocks: blocks))
    }
  }
}

extension MarkdownDocument {
  fileprivate static let lists = ["loose", "code item", "empty item", "list in a list"]
  fileprivate static let others = ["list in a quote", "deep quote", "html", "indented", "empty code", "breaks", "marks in marks"]

  /// - Parameters:
  ///   - line: one line of Markdown.
  ///   - rich: what it is.
  fileprivate static func rarer(_ kind: String, _ line: String, _ rich: [RichText.Run]) -> (String, [RichText.Block]) {
    func item(_ depth: Int, _ number: Int?, _ runs: [RichText.Run], quoteDepth: Int = 0) -> RichText.Block {
      RichText.Block(.listItem(depth: depth, number: number), quoteDepth: quoteDepth, runs: runs)
    }
    let (code, end) = (RichText.Run("a *b*"), RichText.Run("end"))
    return switch kind {
    case "loose":
      ("3. \(line)\n\n   end\n\n4. end", [item(1, 3, rich), item(1, nil, [end]), item(1, 4, [end])])
    case "code item":
      ("- \(line)\n- ```\n  a *b*\n  ```", [item(1, nil, rich), RichText.Block(.code(language: ""), runs: [code])])
    case "empty item": ("7.\n8. \(line)", [item(1, 7, []), item(1, 8, rich)])
    case "list in a list":
      ("2. end\n   - \(line)\n   - end\n3. \(line)", [item(1, 2, [end]), item(2, nil, rich), item(2, nil, [end]), item(1, 3, rich)])
    case "list in a quote":
      ("> - \(line)\n>\n> end", [item(1, nil, rich, quoteDepth: 1), RichText.Block(.paragraph, quoteDepth: 1, runs: [end])])
    case "deep quote":
      ("> > \(line)\n>\n> end", [RichText.Block(.paragraph, quoteDepth: 2, runs: rich), RichText.Block(.paragraph, quoteDepth: 1, runs: [end])])
    case "html": ("<div>\na *b*\n</div>", [RichText.Block(.verbatim, runs: [RichText.Run("<div>\na *b*\n</div>")])])
    case "indented": ("    a *b*", [RichText.Block(.code(language: ""), runs: [code])])
    case "empty code": ("```\n```", [RichText.Block(.code(language: ""))])
    case "breaks": (line + "\\\nend  \nend", [RichText.Block(.paragraph, runs: appending("\nend\nend", to: rich))])
    default:
      (
        "**b *both* b** *i **both** i* *x *y* z* **x **y** z** ~~s **t** s~~ [![alt](https://x.example/i) more](https://x.example/u) \(line)",
        [
          RichText.Block(
            .paragraph,
            runs: [
              RichText.Run("b ", .bold), RichText.Run("both", [.bold, .italic]), RichText.Run(" b", .bold), RichText.Run(" "),
              RichText.Run("i ", .italic), RichText.Run("both", [.bold, .italic]), RichText.Run(" i", .italic), RichText.Run(" "),
              RichText.Run("x y z", .italic), RichText.Run(" "), RichText.Run("x y z", .bold), RichText.Run(" "),
              RichText.Run("s ", .strikethrough), RichText.Run("t", [.bold, .strikethrough]), RichText.Run(" s", .strikethrough),
              RichText.Run(" "), RichText.Run("alt", link: "https://x.example/i"), RichText.Run(" more", link: "https://x.example/u"),
            ] + preceding(" ", rich))
        ]
      )
    }
  }

  private static func appending(_ text: String, to runs: [RichText.Run]) -> [RichText.Run] {
    guard let last = runs.last, last.style.isEmpty, last.link == nil else { return runs + [RichText.Run(text)] }
    return runs.dropLast() + [RichText.Run(last.text + text)]
  }

  private static func preceding(_ text: String, _ runs: [RichText.Run]) -> [RichText.Run] {
    guard let first = runs.first, first.style.isEmpty, first.link == nil else { return [RichText.Run(text)] + runs }
    return [RichText.Run(text + first.text)] + runs.dropFirst()
  }

  /// With a space between each two; neighbours of one style are one.
  fileprivate static func joined(_ runs: [MarkedRun], then end: String = "") -> [RichText.Run] {
    var pieces: [RichText.Run] = []
    for (place, run) in runs.enumerated() { pieces += (place == 0 ? [] : [RichText.Run(" ")]) + [run.run] }
    if !end.isEmpty { pieces.append(RichText.Run(end)) }
    var joined: [RichText.Run] = []
    for piece in pieces {
      if let last = joined.last, last.style == piece.style, last.link == piece.link {
        joined[joined.count - 1].text += piece.text
      } else {
        joined.append(piece)
      }
    }
    return joined
  }
}

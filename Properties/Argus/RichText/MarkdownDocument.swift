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
        text: try source(.element(of: ["a", "word", "Ünï", "家", "two words", "1", "a_b", "x&y", "a-b"])),
        style: try source(.element(of: styles)), link: try source(.element(of: [nil, nil, nil, "https://x.example/a"])))
    }
  }
}

extension Generator where Value == MarkdownDocument {
  static var markdownDocument: Generator {
    let kinds = ["paragraph", "heading", "bullets", "numbers", "code", "quote", "table", "rule", "nested", "lines"]
    return Generator { source in
      var parts: [String] = []
      var blocks: [RichText.Block] = []
      var hasList = false
      for _ in 0..<(try source(.int(in: 0...4))) {
        let runs = try source(.array(of: .markedRun, count: 1...4))
        let line = runs.map(\.markdown).joined(separator: " ")
        let rich = MarkdownDocument.joined(runs)
        let kind = try source(.element(of: kinds))
        // A list goes on after another of its kind.
        if hasList, ["bullets", "numbers", "nested"].contains(kind) { continue }
        hasList = ["bullets", "numbers", "nested"].contains(kind)
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
        default:
          parts.append(line)
          blocks.append(RichText.Block(.paragraph, runs: rich))
        }
      }
      return MarkdownDocument(markdown: parts.joined(separator: "\n\n"), expected: RichText(blocks: blocks))
    }
  }
}

extension MarkdownDocument {
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

import CMarkGFM
import StorageContract

/// Renders Markdown as rich text (002 Data Processing, MarkdownUtilities). It parses with cmark-gfm, GitHub's reference
/// implementation, and maps the tree. It is pure and total: every text is valid Markdown.
///
/// Emphasis, strong emphasis, strikethrough, code, links, headings, lists, quotations and code blocks have forms of
/// their own. HTML and tables keep their source text. U+0000 becomes U+FFFD, as CommonMark demands.
public enum MarkdownUtilities {
  /// Returns the rich text of a Markdown text. Calls take turns, because cmark-gfm shares tables between parsers.
  public static func richText(from markdown: String) -> RichText {
    isRegistered.withLock { isRegistered in
      if !isRegistered {
        cmark_gfm_core_extensions_ensure_registered()
        isRegistered = true
      }
      // Without memory for a parser the text is shown as it is.
      return parsed(markdown) ?? RichText(blocks: [RichText.Block(.verbatim, runs: [RichText.Run(markdown)])])
    }
  }

  /// Whether the extensions are registered in cmark's global list.
  ///
  /// The lock is held for one text at a time. A parser with extensions adds their special characters to tables that all
  /// parsers share, and removes them when it ends. So a second parser at the same time would read a tilde as a mark or
  /// as a letter, by chance.
  private static let isRegistered = ForkSafe(false)

  private static func parsed(_ markdown: String) -> RichText? {
    guard let parser = cmark_parser_new(CMARK_OPT_DEFAULT) else { return nil }
    defer { cmark_parser_free(parser) }
    if let strikethrough = cmark_find_syntax_extension("strikethrough") {
      cmark_parser_attach_syntax_extension(parser, strikethrough)
    }
    var text = markdown
    text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { cmark_parser_feed(parser, $0.baseAddress, $0.count) }
    }
    guard let document = cmark_parser_finish(parser) else { return nil }
    defer { cmark_node_free(document) }
    guard let iterator = cmark_iter_new(document) else { return nil }
    defer { cmark_iter_free(iterator) }
    var mapping = MarkdownMapping()
    while true {
      let event = cmark_iter_next(iterator)
      if event == CMARK_EVENT_DONE { return mapping.result }
      guard let node = cmark_iter_get_node(iterator) else { continue }
      if event == CMARK_EVENT_ENTER { mapping.enter(node) } else { mapping.leave(node) }
    }
  }
}

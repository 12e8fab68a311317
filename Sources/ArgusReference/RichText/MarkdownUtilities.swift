import CMarkGFM
import StorageContract

/// Markdown as rich text (002 Data Processing, MarkdownUtilities): read by cmark-gfm, GitHub's reference implementation, whose
/// tree is mapped here. Pure and total: every text is some Markdown.
///
/// Emphasis, strong emphasis, strikethrough, code, links, headings, lists, quotations and code blocks have a form of their own;
/// HTML and tables stay the text that they are. U+0000 becomes U+FFFD, as CommonMark says.
public enum MarkdownUtilities {
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

  /// Whether the extensions are registered, which cmark keeps in a list of its own. Held for one text at a time: a parser with
  /// extensions adds their special characters to tables that all parsers share, and takes them out when it ends, so that
  /// another one at the same time reads a tilde now as a mark and now as a letter.
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

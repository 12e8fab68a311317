import CMarkGFM

/// Builds rich text from the nodes of a Markdown tree, in the order in which a walk enters and leaves them. There is no
/// recursion, so any depth of nesting works.
struct MarkdownMapping {
  private(set) var result = RichText()
  private var emphasis = 0
  private var strong = 0
  private var strikethrough = 0
  private var links: [String] = []
  private var quoteDepth = 0
  /// For each enclosing list the number of its next item, or nil for bullets.
  private var lists: [Int?] = []
  /// The kind of the next block, if that block is the first one of a list item.
  private var marker: RichText.Block.Kind?

  mutating func enter(_ node: OpaquePointer) {
    switch cmark_node_get_type(node) {
    case CMARK_NODE_BLOCK_QUOTE: quoteDepth += 1
    case CMARK_NODE_LIST:
      lists.append(
        cmark_node_get_list_type(node) == CMARK_ORDERED_LIST ? Int(cmark_node_get_list_start(node)) : Int?.none)
    case CMARK_NODE_ITEM: enterItem(node)
    case CMARK_NODE_PARAGRAPH: begin(blockInItem)
    case CMARK_NODE_HEADING: begin(.heading(level: Int(cmark_node_get_heading_level(node))))
    case CMARK_NODE_CODE_BLOCK:
      begin(.code(language: text(cmark_node_get_fence_info(node))))
      append(literal(node).withoutLastNewline)
    case CMARK_NODE_HTML_BLOCK:
      begin(.verbatim)
      append(literal(node).withoutLastNewline)
    case CMARK_NODE_THEMATIC_BREAK: begin(.rule)
    case CMARK_NODE_TEXT, CMARK_NODE_HTML_INLINE: append(literal(node))
    case CMARK_NODE_CODE: append(literal(node), adding: .code)
    case CMARK_NODE_SOFTBREAK, CMARK_NODE_LINEBREAK: append("\n")
    case CMARK_NODE_EMPH: emphasis += 1
    case CMARK_NODE_STRONG: strong += 1
    case CMARK_NODE_LINK, CMARK_NODE_IMAGE: links.append(text(cmark_node_get_url(node)))
    default: if isStrikethrough(node) { strikethrough += 1 }
    }
  }

  mutating func leave(_ node: OpaquePointer) {
    switch cmark_node_get_type(node) {
    case CMARK_NODE_BLOCK_QUOTE: quoteDepth -= 1
    case CMARK_NODE_LIST: lists.removeLast()
    // An item that begins with another block than a paragraph has not used its marker.
    case CMARK_NODE_ITEM: marker = nil
    case CMARK_NODE_EMPH: emphasis -= 1
    case CMARK_NODE_STRONG: strong -= 1
    case CMARK_NODE_LINK, CMARK_NODE_IMAGE: links.removeLast()
    default: if isStrikethrough(node) { strikethrough -= 1 }
    }
  }

  private mutating func enterItem(_ node: OpaquePointer) {
    let number = lists.last ?? nil
    if let number { lists[lists.count - 1] = number + 1 }
    marker = .listItem(depth: lists.count, number: number)
    // Show an empty item, too.
    if cmark_node_first_child(node) == nil { begin(blockInItem) }
  }

  /// The kind of a paragraph here: a list item within a list.
  private var blockInItem: RichText.Block.Kind {
    mutating get {
      defer { marker = nil }
      return marker ?? (lists.isEmpty ? .paragraph : .listItem(depth: lists.count, number: nil))
    }
  }

  private mutating func begin(_ kind: RichText.Block.Kind) {
    result.blocks.append(RichText.Block(kind, quoteDepth: quoteDepth))
  }

  private mutating func append(_ text: String, adding more: RichText.Style = []) {
    var style = more
    if strong > 0 { style.insert(.bold) }
    if emphasis > 0 { style.insert(.italic) }
    if strikethrough > 0 { style.insert(.strikethrough) }
    result.append(RichText.Run(text, style, link: links.last))
  }

  private func isStrikethrough(_ node: OpaquePointer) -> Bool {
    text(cmark_node_get_type_string(node)) == "strikethrough"
  }

  private func literal(_ node: OpaquePointer) -> String { text(cmark_node_get_literal(node)) }

  private func text(_ pointer: UnsafePointer<CChar>?) -> String { pointer.map { String(cString: $0) } ?? "" }
}

extension String {
  fileprivate var withoutLastNewline: String {
    utf8.last == UInt8(ascii: "\n") ? String(decoding: utf8.dropLast(), as: UTF8.self) : self
  }
}

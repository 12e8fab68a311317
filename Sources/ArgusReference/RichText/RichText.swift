/// Styled text for a view: blocks one below the other, each a sequence of runs (002 Data Processing).
public struct RichText: Sendable, Equatable, Codable {
  /// The blocks, from top to bottom.
  public var blocks: [Block]

  /// Creates rich text, by default without blocks.
  public init(blocks: [Block] = []) {
    self.blocks = blocks
  }

  /// A paragraph, or another unit that stands on lines of its own.
  public struct Block: Sendable, Equatable, Codable {
    /// The kinds of blocks.
    public enum Kind: Sendable, Equatable, Codable {
      case paragraph
      /// A heading of level 1 to 6.
      case heading(level: Int)
      /// A block of a list item. The outermost list has depth 1. The number is nil in a bulleted list, and for all
      /// blocks of an item but the first.
      case listItem(depth: Int, number: Int?)
      /// A code block. The language is the info string behind the fence, which may be empty.
      case code(language: String)
      /// HTML, and other text that is shown as it was written.
      case verbatim
      /// A horizontal line, without runs.
      case rule
    }

    /// Decides how the view sets the runs.
    public var kind: Kind
    /// The number of quotations around the block.
    public var quoteDepth: Int
    /// The text of the block, from left to right.
    public var runs: [Run]

    /// Creates a block, by default outside of quotations and without text.
    public init(_ kind: Kind, quoteDepth: Int = 0, runs: [Run] = []) {
      self.kind = kind
      self.quoteDepth = quoteDepth
      self.runs = runs
    }
  }

  /// Text of one style and one link. No two neighbours in a block have the same style and link, and no run is empty.
  public struct Run: Sendable, Equatable, Codable {
    /// The text, which may contain line breaks.
    public var text: String
    /// The styles that apply to the whole run.
    public var style: Style
    /// The address that the run links to, or nil.
    public var link: String?

    /// Creates a run, by default without styles and link.
    public init(_ text: String, _ style: Style = [], link: String? = nil) {
      self.text = text
      self.style = style
      self.link = link
    }
  }

  /// A set of styles.
  public struct Style: OptionSet, Sendable, Hashable, Codable {
    /// One bit for each style.
    public let rawValue: Int
    /// Creates a set of styles from their bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Strong emphasis, bit 0.
    public static let bold = Style(rawValue: 1)
    /// Emphasis, bit 1.
    public static let italic = Style(rawValue: 2)
    /// Code within a line, bit 2.
    public static let code = Style(rawValue: 4)
    /// Struck through, bit 3.
    public static let strikethrough = Style(rawValue: 8)
  }

  /// The text without styles, one line for each block.
  public var plainText: String {
    blocks.map { $0.runs.map(\.text).joined() }.joined(separator: "\n")
  }

  /// Appends a run to the last block, or to a new paragraph if there is none. Joins it to the last run if that has the
  /// same style and link.
  mutating func append(_ run: Run) {
    guard !run.text.isEmpty else { return }
    if blocks.isEmpty { blocks.append(Block(.paragraph)) }
    let block = blocks.count - 1
    if let last = blocks[block].runs.last, last.style == run.style, last.link == run.link {
      blocks[block].runs[blocks[block].runs.count - 1].text += run.text
    } else {
      blocks[block].runs.append(run)
    }
  }
}

/// Text with styles, as a view shows it: blocks one below the other, each a row of runs (002 Data Processing).
public struct RichText: Sendable, Equatable, Codable {
  public var blocks: [Block]

  public init(blocks: [Block] = []) {
    self.blocks = blocks
  }

  public struct Block: Sendable, Equatable, Codable {
    public enum Kind: Sendable, Equatable, Codable {
      case paragraph
      /// 1 to 6.
      case heading(level: Int)
      /// `number` is nil for a bullet, and for what else belongs to the item.
      case listItem(depth: Int, number: Int?)
      /// `language` is what stands behind the fence.
      case code(language: String)
      /// HTML and whatever else is shown as it was written.
      case verbatim
      case rule
    }

    public var kind: Kind
    /// How many quotations it stands in.
    public var quoteDepth: Int
    public var runs: [Run]

    public init(_ kind: Kind, quoteDepth: Int = 0, runs: [Run] = []) {
      self.kind = kind
      self.quoteDepth = quoteDepth
      self.runs = runs
    }
  }

  /// Text of one style. No two neighbours of a block have the same, and none is empty.
  public struct Run: Sendable, Equatable, Codable {
    public var text: String
    public var style: Style
    /// Where it leads.
    public var link: String?

    public init(_ text: String, _ style: Style = [], link: String? = nil) {
      self.text = text
      self.style = style
      self.link = link
    }
  }

  public struct Style: OptionSet, Sendable, Hashable, Codable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }

    public static let bold = Style(rawValue: 1)
    public static let italic = Style(rawValue: 2)
    public static let code = Style(rawValue: 4)
    public static let strikethrough = Style(rawValue: 8)
  }

  /// The text alone, a line a block.
  public var plainText: String {
    blocks.map { $0.runs.map(\.text).joined() }.joined(separator: "\n")
  }

  /// Joins the text to the last run of the last block if it has the same style and link.
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

import ArgusReference
import Foundation
import PropertyTesting
import StorageFaults

/// Rich text: made of Markdown, and stored with its article.
public enum RichTextProperties: PropertyGroup {
  public static let all: [Property<ArgusSystem>] = [commits, displayed, markdown]

  // Feature: argus-system-patterns, Property 42: Rich text blobs commit with their article
  static let commits = Requirement<ArgusSystem>(
    "ARG-42", "Rich text blobs commit with their article",
    says: """
      The app stores an article and the rich text of its title, summary and body in one commit. At every moment, even after a \
      kill, each article has all three, each made from its current text. If one cannot be rendered, nothing is stored.
      """,
    covers: "002 Synchronous Rich Text Generation", of: "ArticleStore, MarkdownUtilities", needs: [.storage],
    mustCatch: [.over(.losesLastWriteOfABatch), .over(.keepsFirstWriteOnRollback)]
  ).holds(
    of: RichTextCommits.machine, commands: 1...8,
    requiring: ["a text cannot be rendered": 0.15, "the text of an article is another": 0.15, "the app dies": 0.3],
    making: { try await RenderingDevice($0) }, tearDown: { try await $0.device.end() })

  // Feature: argus-system-patterns, Property 44: Displayed articles always have pre-rendered rich text
  static let displayed = Requirement<ArgusSystem>(
    "ARG-44", "Displayed articles always have pre-rendered rich text",
    says: """
      Every article that a view gets, in a list or by itself, has the rich text of each of its fields. This includes an \
      article that an earlier version stored without rich text, or whose rich text is damaged or made from another text. The \
      app stores the newly rendered text, and the article's version stays.
      """,
    covers: "002 Synchronous Rich Text Generation", of: "ArticleService, RichTextLoader", needs: [.storage],
    mustCatch: [
      Fault("listsArticlesAsStored", "lists articles with only the stored rich text") { system in
        system.parts.alterArticles { articles, setup in
          articles.list = { topic in
            let all = (try? await setup.store.read { try $0.articles() }) ?? []
            return TopicArticles(articles: all, layer: .database, isStale: false)
          }
        }
      },
      Fault("givesAPlaceholderFirst", "gives an article as it is stored, and renders for the next time") { system in
        system.parts.alterLoader { loader, _ in
          let base = loader.base
          loader.completing = { article in
            _ = try await base.complete(article)
            return article
          }
        }
      },
      Fault("doesNotStoreWhatItRenders", "renders for the reader and stores nothing") { system in
        system.parts.alterLoader { loader, setup in
          loader.completing = { article in
            var article = article
            for field in RichTextField.allCases {
              let text = article.text(of: field)
              article.blobs[field] = try RichTextBlob.encode(try setup.render(text), of: text)
            }
            return article
          }
        }
      },
      Fault("looksForMissingOnesAlone", "trusts any rich text that is there") { system in
        system.parts.alterLoader { loader, _ in
          let base = loader.base
          loader.completing = { $0.blobs.count == RichTextField.allCases.count ? $0 : try await base.complete($0) }
        }
      },
      Fault("savesToBackfill", "saves an article again to store its rich text") { system in
        system.parts.alterLoader { loader, setup in
          let base = loader.base
          loader.completing = { article in
            let complete = try await base.complete(article)
            return complete == article ? article : try await setup.store.transaction { try $0.save(article) }
          }
        }
      },
    ]
  ).holds(forAll: .olderArticles, requiring: ["something to render": 0.4, "nothing to render": 0.1]) {
    older, system, trial in
    trial.label("something to render", if: older.blobs.contains { $0 != .complete })
    trial.label("nothing to render", if: older.blobs.allSatisfy { $0 == .complete })
    try await older.run(in: system)
  }

  // Feature: argus-system-patterns, Property 66: Markdown conversion is total and deterministic
  static let markdown = Requirement<ArgusSystem>(
    "ARG-66", "Markdown conversion is total and deterministic",
    says: """
      The app converts paragraphs, headings, lists, quotations, code, links and emphasis to exactly these elements, run by run \
      and in order. Other markup, such as a table, HTML or an unclosed asterisk, stays as text. Every text can be converted, \
      with the same result each time, and no letter is lost.
      """,
    covers: "002 Data Processing", of: "MarkdownUtilities",
    mustCatch: [
      .rendering("dropsUnclosedMarks", "drops the text after asterisks that nothing closes") { markdown in
        MarkdownUtilities.richText(from: markdown.components(separatedBy: "**unclosed")[0])
      },
      .altering("losesNestedStyles", "keeps one style of a run") { run in
        run.style = [.bold, .italic, .strikethrough, .code].first { run.style.contains($0) } ?? []
      },
      .altering("losesLinks", "keeps only the text of a link") { $0.link = nil },
      .altering("marksCodeAsText", "shows code in a line as text") { $0.style.remove(.code) },
      .rendering("reversesRuns", "gives the runs of a block in the wrong order") { markdown in
        var text = MarkdownUtilities.richText(from: markdown)
        for place in text.blocks.indices { text.blocks[place].runs.reverse() }
        return text
      },
      .rendering("numbersFromOne", "numbers every list from one") { markdown in
        var text = MarkdownUtilities.richText(from: markdown)
        var next = 1
        for place in text.blocks.indices {
          guard case .listItem(let depth, _?) = text.blocks[place].kind else {
            next = 1
            continue
          }
          text.blocks[place].kind = .listItem(depth: depth, number: next)
          next += 1
        }
        return text
      },
      .rendering("hidesHTML", "drops HTML") { markdown in
        MarkdownUtilities.richText(from: markdown.components(separatedBy: "<b>").joined())
      },
      .rendering("flattensLists", "shows an inner list as if it were the outer one's") { markdown in
        var text = MarkdownUtilities.richText(from: markdown)
        for place in text.blocks.indices {
          if case .listItem(_, let number) = text.blocks[place].kind { text.blocks[place].kind = .listItem(depth: 1, number: number) }
        }
        return text
      },
      .rendering("numbersTheRestOfAnItem", "numbers every block of a list item") { markdown in
        var text = MarkdownUtilities.richText(from: markdown)
        for place in text.blocks.indices.dropFirst() {
          guard case .listItem(let depth, nil) = text.blocks[place].kind,
            case .listItem(depth, let number?) = text.blocks[place - 1].kind
          else { continue }
          text.blocks[place].kind = .listItem(depth: depth, number: number)
        }
        return text
      },
      .rendering("hidesEmptyItems", "does not show empty list items") { markdown in
        var text = MarkdownUtilities.richText(from: markdown)
        text.blocks.removeAll { block in
          if case .listItem = block.kind { block.runs.isEmpty } else { false }
        }
        return text
      },
      .rendering("flattensQuotations", "shows a quotation in a quotation as if it were the outer one") { markdown in
        var text = MarkdownUtilities.richText(from: markdown)
        for place in text.blocks.indices { text.blocks[place].quoteDepth = min(1, text.blocks[place].quoteDepth) }
        return text
      },
      .rendering("losesTheLastCharacter", "drops the last character of a long text") { markdown in
        MarkdownUtilities.richText(from: markdown.count > 12 ? String(markdown.dropLast()) : markdown)
      },
    ]
  ).holds(forAll: .markdownTexts, requiring: ["several styles": 0.2, "a list": 0.2, "marks that mean nothing": 0.08]) {
    texts, system, trial in
    let (document, random) = (texts.document, texts.random)
    let styles: [RichText.Style] = [.bold, .italic, .code, .strikethrough]
    try expect("each style is a bit of its own", Set(styles.map(\.rawValue)).count == 4 && styles.allSatisfy { $0.rawValue.nonzeroBitCount == 1 })
    trial.label("several styles", if: document.expected.blocks.contains { $0.runs.count > 1 })
    trial.label("a list", if: document.markdown.contains("- ") || document.markdown.contains(". "))
    trial.label("marks that mean nothing", if: document.markdown.contains("unclosed"))
    let rich = try system.parts.render(document.markdown)
    try expect("the rich text", rich, equals: document.expected)
    var plain = ""
    for (place, block) in document.expected.blocks.enumerated() {
      if place > 0 { plain += "\n" }
      for run in block.runs { plain += run.text }
    }
    try expect("the text alone", rich.plainText, equals: plain)
    let first = try system.parts.render(random)
    try expect("a second conversion", try system.parts.render(random), equals: first)
    try expect("the letters of \(describe(random))", MarkdownTexts.letters(of: first), equals: MarkdownTexts.letters(of: random))
    _ = try system.parts.render(texts.wild)
  }
}

/// A document, a text of marks and letters, and any text at all.
struct MarkdownTexts: Sendable, CounterexampleDescribable {
  let document: MarkdownDocument
  let random: String
  let wild: String

  var counterexampleDescription: String { "\(describe(document)), \(describe(random)), \(describe(wild))" }

  static func letters(of text: String) -> String { String(text.filter { $0.isLetter && $0.isASCII }) }

  /// The word behind a fence is no text, and is kept.
  static func letters(of text: RichText) -> String {
    letters(of: text.blocks.map { block in
      if case .code(let language) = block.kind { return language + block.runs.map(\.text).joined() }
      return block.runs.map(\.text).joined()
    }.joined())
  }
}

extension Generator where Value == MarkdownTexts {
  static var markdownTexts: Generator {
    Generator { source in
      MarkdownTexts(
        document: try source(.markdownDocument), random: try source(.text(.of("ab \n*_`#>-+~12.|=<!\t"), count: 0...30)),
        wild: try source(.frequency((1, .text(.unicode)), (1, .text(.of("[]()!*_`<>&;:#\\\"\n ab"), count: 0...40)))))
    }
  }
}

extension Fault<ArgusSystem> {
  fileprivate static func rendering(
    _ id: String, _ fact: String, _ render: @escaping @Sendable (String) throws -> RichText
  ) -> Fault {
    Fault(id, fact) { $0.parts.render = render }
  }

  fileprivate static func altering(
    _ id: String, _ fact: String, _ alter: @escaping @Sendable (inout RichText.Run) -> Void
  ) -> Fault {
    rendering(id, fact) { markdown in
      var text = MarkdownUtilities.richText(from: markdown)
      for block in text.blocks.indices {
        for run in text.blocks[block].runs.indices { alter(&text.blocks[block].runs[run]) }
      }
      return text
    }
  }
}

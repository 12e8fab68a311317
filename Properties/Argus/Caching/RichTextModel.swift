import ArgusGenerators
import ArgusReference

/// Calls concern one of two articles, by number.
enum RichTextCall: Sendable, Equatable {
  /// While the store refuses what is put, so many times; nil: as often as the app tries.
  case load(Int, RichTextField, refusals: Int?)
  /// By a loader that remembers nothing, of an article as somebody has it: without the blob of the field, and with the
  /// texts from before an edit if it is old.
  case complete(Int, without: RichTextField, isOld: Bool)
  case save(Int, text: Int)
  case damage(Int, RichTextField, BlobDamage)
  case memoryWarning
  case relaunch
}

enum BlobDamage: Sendable, CaseIterable {
  case missing, ofAnotherText, flipped, cutOff
  /// The blob decodes to another text: all that tells of it is the digest.
  case readsOtherwise
}

struct RichTextAnswer: Sendable, Equatable {
  var loaded: LoadedRichText
  /// The fields without their rich text in an article that was completed.
  var wrong: [RichTextField] = []
  /// Whether a completed article is written once more if it is completed again.
  var isWrittenAgain = false
}

/// Two articles, what the store has of their rich text, and what was loaded last.
struct RichTextModel: Sendable {
  private(set) var texts = [1, 1]
  /// The fields whose blob in the store is good, by article.
  private var stored = [Set(RichTextField.allCases), Set(RichTextField.allCases)]
  /// The text of a field that was loaded last, by article.
  private var memory: [[RichTextField: Int]] = [[:], [:]]

  /// The fields whose blob in the store is not good, by article.
  var missing: [[RichTextField]] { stored.map { good in RichTextField.allCases.filter { !good.contains($0) } } }

  mutating func perform(_ call: RichTextCall) -> RichTextAnswer? {
    switch call {
    case .load(let number, let field, let refusals):
      let phase: LoadedRichText.Phase =
        memory[number][field] == texts[number] ? .memory : stored[number].contains(field) ? .storedBlob : .rendered
      if phase == .rendered && refusals != nil { stored[number].insert(field) }
      memory[number][field] = texts[number]
      return RichTextAnswer(loaded: LoadedRichText(text: text(of: field, number), phase: phase))
    case .complete(_, _, isOld: true):
      // Rendered for the reader, and not stored: the edit has stored its own.
      return RichTextAnswer(loaded: LoadedRichText(text: ArticleNames.rendered("old"), phase: .rendered))
    case .complete(let number, let field, isOld: false):
      stored[number] = Set(RichTextField.allCases)
      return RichTextAnswer(loaded: LoadedRichText(text: text(of: field, number), phase: .rendered))
    case .save(let number, let text): (texts[number], stored[number]) = (text, Set(RichTextField.allCases))
    case .damage(let number, let field, _): stored[number].remove(field)
    case .memoryWarning, .relaunch: memory = [[:], [:]]
    }
    return nil
  }

  private func text(of field: RichTextField, _ number: Int) -> RichText {
    let start = [RichTextField.title: "T ", .summary: "S "][field] ?? ""
    return ArticleNames.rendered(start + ArticleNames.texts[texts[number]])
  }
}

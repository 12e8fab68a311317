import ArgusReference

/// Two articles, what is stored of their rich text, and what was loaded last.
struct LoaderModel: Sendable {
  /// Two articles of one text.
  static let begun = {
    var model = LoaderModel()
    for number in 0...1 { model.save(number, text: 1) }
    return model
  }()

  static let numbers = [0, 1]

  /// By article.
  var texts: [Int: Int] = [:]
  /// Fields whose blob in the store is good.
  var stored: [Int: Set<RichTextField>] = [:]
  /// The text that was remembered last of a field.
  var remembered: [Int: [RichTextField: Int]] = [:]

  /// Of each article, the fields whose blob in the store is not good.
  var missing: [[String]] {
    Self.numbers.map { number in
      RichTextField.allCases.filter { !(stored[number]?.contains($0) ?? false) }.map(\.rawValue)
    }
  }

  mutating func save(_ number: Int, text: Int) {
    texts[number] = text
    stored[number] = Set(RichTextField.allCases)
  }

  mutating func damage(_ number: Int, _ field: RichTextField) { stored[number]?.remove(field) }

  /// - Parameter isStored: whether what is rendered can be stored.
  mutating func load(_ number: Int, _ field: RichTextField, isStored: Bool = true) throws -> String {
    guard let text = texts[number] else { throw ArgusError.notFound }
    let phase: LoadedRichText.Phase
    if remembered[number]?[field] == text {
      phase = .memory
    } else if stored[number]?.contains(field) == true {
      phase = .storedBlob
    } else {
      phase = .rendered
      if isStored { stored[number, default: []].insert(field) }
    }
    remembered[number, default: [:]][field] = text
    return Self.line(ArticleNames.rendered(Self.start(of: field) + ArticleNames.texts[text]), phase)
  }

  static func start(of field: RichTextField) -> String { field == .title ? "T " : field == .summary ? "S " : "" }

  static func line(_ text: RichText, _ phase: LoadedRichText.Phase) -> String { "\(text.plainText), \(phase)" }
}

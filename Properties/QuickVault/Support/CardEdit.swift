import PropertyTesting
import QuickVaultGenerators

/// What an update changes of a card: what is nil stays.
struct CardEdit: Sendable {
  var title: String?
  var group: String?
  var fields: [DraftField]?
  var tags: [String]?

  var isEmpty: Bool { title == nil && group == nil && fields == nil && tags == nil }

  func applied(to card: inout ExactCard) {
    if let title { card.title = title }
    if let group { card.group = group }
    if let fields { card.fields = fields.onScreen }
    if let tags { card.tags = tags }
  }
}

extension CardEdit: CounterexampleDescribable {
  var counterexampleDescription: String {
    let parts = [
      title.map { "title \(describe($0))" }, group.map { "group \($0)" }, fields.map { "fields \(describe($0))" },
      tags.map { "tags \(describe($0))" },
    ].compactMap { $0 }
    return parts.isEmpty ? "nothing" : parts.joined(separator: ", ")
  }
}

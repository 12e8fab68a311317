import Foundation
import PropertyTesting
import QuickVaultReference
import Synchronization

// What QV-21 must catch, and QV-22 the first.
extension Fault<QuickVaultSystem> {
  static let findsNothing = search("findsNothing", "finds no card") { query, _ in query.isEmpty }
  static let searchesWhatIsEncrypted = search("searchesWhatIsEncrypted", "does not look into values") { query, card in
    card.has(query, in: [card.title] + card.tags)
  }
  static let searchesTheFirstField = search("searchesTheFirstField", "looks only into the first field") { query, card in
    card.has(query, in: [card.title] + card.fields.prefix(1).map(\.value) + card.tags)
  }
  static let searchesLabels = search("searchesLabels", "looks into labels too") { query, card in
    card.has(query, in: card.allTexts + card.fields.map(\.label))
  }
  static let searchesOneText = search("searchesOneText", "searches all texts of a card as one") { query, card in
    card.has(query, in: [card.allTexts.joined(separator: " ")])
  }
  static let searchesTitlesAlone = search("searchesTitlesAlone", "looks only into titles") { query, card in
    card.has(query, in: [card.title])
  }
  static let ignoresTags = search("ignoresTags", "does not look into tags") { query, card in
    card.has(query, in: [card.title] + card.fields.map(\.value))
  }
  static let searchesBeginnings = search("searchesBeginnings", "finds only texts that begin with the query") { query, card in
    query.isEmpty || card.allTexts.contains { $0.lowercased().hasPrefix(query.lowercased()) }
  }
  static let searchesTheSecondLetter = search("searchesTheSecondLetter", "finds nothing with a query of one character") {
    query, card in
    query.isEmpty || query.count > 1 && card.has(query, in: card.allTexts)
  }
  static let comparesScalars = search("comparesScalars", "compares scalars instead of characters") { query, card in
    let query = Array(query.lowercased().unicodeScalars)
    return query.isEmpty || card.allTexts.contains { $0.lowercased().unicodeScalars.contains(query) }
  }
  static let lowersASCIIAlone = search("lowersASCIIAlone", "searches case-sensitively beyond ASCII") { query, card in
    card.has(query.loweredASCII, in: card.allTexts.map(\.loweredASCII), lowering: false)
  }
  static let regardsCase = search("regardsCase", "searches case-sensitively") { query, card in
    card.has(query, in: card.allTexts, lowering: false)
  }

  static let doesNotTrimQueries = Fault("doesNotTrimQueries", "looks for blanks around the query too") { system in
    system.parts.search = { query in { $0.has(query, in: $0.allTexts) } }
  }

  /// For the whole app, as a cache would.
  static let remembersASearch = Fault("remembersASearch", "answers a repeated query with the old result") { system in
    system.parts.alterCards { cards, _ in
      let memory = SearchMemory()
      return AlteredCards(cards, search: { query in
        if let ids = memory.ids(for: query) { return try await cards.fetchAllCards().filter { ids.contains($0.id) } }
        let found = try await cards.searchCards(query: query)
        memory.keep(found.map(\.id), for: query)
        return found
      })
    }
  }

  static let findsInAnyOrder = Fault("findsInAnyOrder", "lists results in the order of ids") { system in
    system.parts.alterCards { cards, _ in
      AlteredCards(cards, search: { query in
        try await cards.searchCards(query: query).sorted { $0.id.uuidString < $1.id.uuidString }
      })
    }
  }

  private static func search(
    _ id: String, _ fact: String, _ matches: @escaping @Sendable (String, CardDTO) -> Bool
  ) -> Fault {
    Fault(id, fact) { system in
      system.parts.search = { query in
        let query = BlankText.trimmed(query)
        return { matches(query, $0) }
      }
    }
  }
}

private final class SearchMemory: Sendable {
  private let known = Mutex<[String: [UUID]]>([:])

  func ids(for query: String) -> [UUID]? { known.withLock { $0[query] } }
  func keep(_ ids: [UUID], for query: String) { known.withLock { $0[query] = ids } }
}

extension CardDTO {
  fileprivate var allTexts: [String] { [title] + fields.map(\.value) + tags }

  fileprivate func has(_ query: String, in texts: [String], lowering: Bool = true) -> Bool {
    let query = Array(lowering ? query.lowercased() : query)
    return query.isEmpty || texts.contains { Array(lowering ? $0.lowercased() : $0).contains(query) }
  }
}

extension String {
  fileprivate var loweredASCII: String { String(map { $0.isASCII ? Character($0.lowercased()) : $0 }) }
}

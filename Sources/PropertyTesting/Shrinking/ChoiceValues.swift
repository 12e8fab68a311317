/// Other values for some choices of a case, by their tokens. A list, because there are few of them, mostly in the order
/// of the tokens, and one is made for each attempt: a dictionary would hash them all.
struct ChoiceValues: Sequence, ExpressibleByDictionaryLiteral {
  private var values: [(token: Int, value: UInt64)] = []
  private var isInOrder = true

  init(dictionaryLiteral elements: (Int, UInt64)...) {
    for (token, value) in elements { self[token] = value }
  }

  init(_ tokens: [Int], to value: UInt64) {
    values.reserveCapacity(tokens.count)
    for token in tokens { self[token] = value }
  }

  var count: Int { values.count }
  var isEmpty: Bool { values.isEmpty }

  /// Nil where the choice keeps its value.
  subscript(token: Int) -> UInt64? {
    get { values.first { $0.token == token }?.value }
    set {
      // A token that is larger than the last one is new, as long as they come in order.
      if isInOrder, let newValue, values.last.map({ $0.token < token }) ?? true {
        return values.append((token, newValue))
      }
      let place = values.firstIndex { $0.token == token }
      switch (place, newValue) {
      case (let place?, let newValue?): values[place].value = newValue
      case (let place?, nil): values.remove(at: place)
      case (nil, let newValue?):
        values.append((token, newValue))
        isInOrder = false
      case (nil, nil): break
      }
    }
  }

  func makeIterator() -> IndexingIterator<[(token: Int, value: UInt64)]> { values.makeIterator() }
}

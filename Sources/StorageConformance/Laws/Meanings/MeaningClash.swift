import PropertyTesting
import StorageContract

/// Two things in a store that some implementation or other takes for one, or takes for something of its own.
enum MeaningClash: Sendable {
  /// Two keys of a collection.
  case keys(TextPair)
  /// Two texts, in records of their own and as fields of one.
  case texts(TextPair)
  /// Two collections.
  case collections(String, String)
  /// Two fields of a record.
  case fields(String, String)
  /// Two records whose collection and key read the same when they are joined: a/"b_c" and a_b/"c".
  case joined(left: String, separator: String, right: String)

  var label: String {
    switch self {
    case .keys(let pair): "keys: \(pair.reading.rawValue)"
    case .texts(let pair): "texts: \(pair.reading.rawValue)"
    case .collections: "collections"
    case .fields: "fields"
    case .joined: "joined"
    }
  }

  /// Puts both; each is to be what it is.
  /// - Parameter number: of the clash in its case: records whose keys mean nothing are called by it.
  func puts(_ number: Int) -> [HistoryCall] {
    let places = places(number)
    return switch self {
    case .keys, .collections, .joined:
      places.enumerated().map { .put($1, ["n": .int64(Int64($0 + 1))]) }
    case .texts(let pair):
      [
        .put(places[0], ["a": .text(pair.first), "b": .text(pair.second)]),
        .put(places[1], ["a": .text(pair.second), "b": .bytes(Array(pair.first.utf8))]),
      ]
    case .fields(let first, let second):
      [
        .put(places[0], [first: .int64(1), second: .text("2")]),
        .put(places[1], [second: .int64(3)]),
      ]
    }
  }

  /// Reads both by their bounds, which are texts like any other.
  func reads(_ number: Int) -> [HistoryCall] {
    places(number).flatMap { place -> [HistoryCall] in
      let key = place.key.text
      let own: [HistoryCall] = [.get(place), .scan(place.collection, from: key, to: key + "\u{0}", limit: nil)]
      // The model counts slowly.
      return number % 8 > 0 ? own : own + [.count(place.collection, from: key, to: nil)]
    }
  }

  /// Deletes one: the other stays.
  func delete(_ number: Int) -> HistoryCall { .delete(places(number)[number % 2]) }

  private func places(_ number: Int) -> [RecordPlace] {
    switch self {
    case .keys(let pair): [RecordPlace(pair.first, in: "c"), RecordPlace(pair.second, in: "c")]
    case .texts, .fields: [RecordPlace("record \(number)", in: "r"), RecordPlace("record \(number)'", in: "r")]
    case .collections(let first, let second): [RecordPlace("k", in: first), RecordPlace("k", in: second)]
    case .joined(let left, let separator, let right):
      [
        RecordPlace("b" + separator + right, in: left), RecordPlace(right, in: left + separator + "b"),
        RecordPlace(right, in: left + "_b"), RecordPlace("b_" + right, in: left),
      ].filter { RecordRules.isIdentifier($0.collection) }.firstTwoDistinct
    }
  }
}

extension MeaningClash: CounterexampleDescribable {
  var counterexampleDescription: String {
    switch self {
    case .keys(let pair): "keys \(pair.words)"
    case .texts(let pair): "texts \(pair.words)"
    case .collections(let first, let second): "collections \(first) and \(second)"
    case .fields(let first, let second): "fields \(first) and \(second)"
    case .joined:
      places(0).map { "\($0.collection)/\(describe($0.key.text))" }.joined(separator: " beside ")
    }
  }
}

extension [RecordPlace] {
  /// The first two of those that differ from each other.
  fileprivate var firstTwoDistinct: [RecordPlace] {
    guard let first, let second = dropFirst().first(where: { $0 != first }) else { return self }
    return [first, second]
  }
}

extension Generator where Value == MeaningClash {
  static let clash: Generator = .frequency(
    (4, Generator { .keys(try $0(.nonEmptyLookalikes)) }),
    (4, Generator { .texts(try $0(.lookalikes)) }),
    (3, Generator { source in
      let (first, second) = try source(names)
      return .collections(first, second)
    }),
    (3, Generator { source in
      let (first, second) = try source(names)
      return .fields(first, second)
    }),
    (2, Generator { source in
      .joined(
        left: try source(.element(of: ["a", "c", "key", "a_b"])),
        separator: try source(.element(of: ["_", "", "/", ":", ".", "-", "|", "\u{0}", "\u{1F}", "__", ",", " ", "#"])),
        right: try source(.element(of: ["c", "b", "1", "b_c", "a"])))
    }))

  /// Two names that differ, of which one is often the other in other letters.
  private static let names = Generator<(String, String)> { source in
    let first = try source(MeaningfulName.generator)
    let other = try source(MeaningfulName.generator)
    let near = [other, first.uppercased(), first.lowercased(), "_" + first, first + "_", first + "1"]
    let second = try source(.element(of: near))
    return (first, second == first ? first + "_2" : second)
  }
}

extension Generator where Value == TextPair {
  /// Both may be keys.
  fileprivate static let nonEmptyLookalikes: Generator = Generator { source in
    let pair = try source(.lookalikes)
    if !pair.first.isEmpty && !pair.second.isEmpty { return pair }
    return TextPair(reading: pair.reading, first: pair.first + "a", second: pair.second + "a")
  }
}

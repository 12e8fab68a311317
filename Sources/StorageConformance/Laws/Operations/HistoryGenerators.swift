import PropertyTesting
import StorageContract

extension Generator where Value == RecordPlace {
  /// One of few, so that records meet; their keys are such as are taken for one another.
  static var historyPlace: Generator {
    let key = Generator<String>.frequency(
      (5, .element(of: ["a", "b"])), (1, .constant("B")), (2, .element(of: ["é", "e\u{301}"])),
      (1, .element(of: ["a\u{0}b", "🐚", "z"])))
    let collection = Generator<String>.frequency((6, .constant("c")), (1, .constant("d")), (1, .constant("c_1")))
    return Generator { RecordPlace(try $0(key), in: try $0(collection)) }
  }
}

extension Generator where Value == [String: FieldValue] {
  /// None to three fields, of few names, so that a record's fields differ from those that it had before.
  static var historyFields: Generator {
    .dictionary(of: .element(of: ["n", "t", "x"]), .historyValue, count: 0...3)
  }
}

extension Generator where Value == [FieldValue] {
  /// Two values that languages take for the same, and no store may.
  static var equalInSomeLanguages: Generator {
    let ones: [FieldValue] = [.bool(true), .int64(1), .double(1), .decimal(1), .text("1")]
    let zeros: [FieldValue] = [.bool(false), .int64(0), .double(0), .double(-0.0), .decimal(0), .text("0")]
    return .oneOf(.permutation(of: ones), .permutation(of: zeros)).map { Array($0.prefix(2)) }
  }
}

extension Generator where Value == FieldValue {
  /// Values of every type, those that get lost on the way more often than not. All of them small.
  static var historyValue: Generator {
    .frequency(
      (8, .storable),
      (3, .storableInteger),
      (3, Generator { .text(try $0(.element(of: ["", " a", "e\u{301}", "a\u{0}b", "a\nb"]))) }),
      (3, .storableDecimal),
      (1, Generator { .bytes(try $0(.element(of: [[], [1, 0, 2], [10]]))) }),
      (1, .storableDate))
  }
}

extension Generator where Value == HistoryCall {
  static var historyPut: Generator {
    Generator { .put(try $0(.historyPlace), try $0(.historyFields)) }
  }

  static var historyInsert: Generator {
    Generator { .insert(try $0(.historyPlace), try $0(.historyFields)) }
  }

  static var historyDelete: Generator { Generator { .delete(try $0(.historyPlace)) } }

  /// A put, insert or delete.
  static var historyChange: Generator {
    .frequency((2, .historyDelete), (5, .historyPut), (1, .historyInsert))
  }
}

extension Generator where Value == Bool {
  /// True once in `count` times.
  static func onceIn(_ count: Int) -> Generator {
    .frequency((max(1, count - 1), .constant(false)), (1, .constant(true)))
  }
}

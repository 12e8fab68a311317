import PropertyTesting
import StorageContract

extension KeyLaws {
  static let paging = StorageLaw(
    .keys,
    Requirement(
      "STO-13", "Paging while others write loses and repeats nothing",
      says: """
        A client may read a collection page by page, each page starting at the last key of the \
        previous page followed by U+0000. It then sees every record that existed throughout exactly \
        once and in order, whatever others insert, overwrite and delete between the pages. Each page \
        shows the state at the time when it is read. Find a page by its key, not by an offset, and \
        do not read ahead.
        """,
      mustCatch: [.pagesByOffset, .readsPagesAhead, .excludesTheLowerBound, .beginsPagesWithTheLastRecord]
    ).holds(
      forAll: Generator<PagedHistory>.pagedHistory,
      requiring: [
        "several pages": 0.3, "writes before the page": 0.12, "writes after the page": 0.1,
        "the next key is the last one with U+0000": 0.01,
      ]
    ) { history, subject, trial in
      let store = try await subject.location.open()
      // Where there may be several stores, the others have one of their own.
      let others = subject.capabilities.simultaneousStores ? try await subject.location.open() : store
      let start = try await others.write { transaction in
        var model = KeyModel()
        for (number, key) in history.keys.enumerated() {
          trial.note("put \(number) at \(describe(key))")
          try transaction.put(Int64(number), at: key, &model)
        }
        return model
      }
      var model = start
      /// Those that were there from the beginning on.
      var steady = Set(start.numbers.keys)
      var seen: [String] = []
      var lower: String?
      // No page is empty but the last, and writes come to an end.
      for pageNumber in 0..<200 {
        let from = lower
        let page = try await store.read { transaction in
          try transaction.scan("c", from: from, to: nil, limit: history.pageSize)
        }
        trial.note("page from \(describe(from)): \(describe(page.map(\.key)))")
        let expected = Array(model.keys(from: from, to: nil).prefix(history.pageSize))
        try model.expect("the page from \(describe(from))", page, are: expected)
        seen += page.map(\.key)
        trial.label("several pages", if: pageNumber > 0 && !page.isEmpty)
        guard let last = page.last else { break }
        lower = last.key + "\u{0}"
        trial.label("the next key is the last one with U+0000", if: model[last.key + "\u{0}"] != nil)
        guard pageNumber < history.writes.count else { continue }
        let before = model
        model = try await others.write { transaction in
          var after = before
          for write in history.writes[pageNumber] { try perform(write, transaction, &after, trial) }
          return after
        }
        for write in history.writes[pageNumber] {
          trial.label(
            KeyBytes.precedes(last.key, write.key) ? "writes after the page" : "writes before the page")
          if case .delete(let key) = write { steady.remove(Array(key.utf8)) }
        }
      }
      try expectEachOnce(steady, in: seen)
      if others !== store { try await others.close() }
      try await store.close()
    })

  private static func perform(
    _ write: PagedHistory.Write, _ transaction: any WriteTransaction, _ model: inout KeyModel, _ trial: Trial
  ) throws {
    switch write {
    case .put(let number, let key):
      trial.note("meanwhile put \(number) at \(describe(key))")
      try transaction.put(number, at: key, &model)
    case .delete(let key):
      trial.note("meanwhile delete \(describe(key))")
      try transaction.delete(key, &model)
    }
  }

  private static func expectEachOnce(_ steady: Set<[UInt8]>, in seen: [String]) throws {
    let bytes = seen.map { Array($0.utf8) }
    for (key, next) in zip(bytes, bytes.dropFirst()) {
      try expect(
        "\(describe(String(decoding: next, as: UTF8.self))) is after the key that was seen before it, "
          + describe(String(decoding: key, as: UTF8.self)),
        key.lexicographicallyPrecedes(next))
    }
    for key in steady.subtracting(bytes).sorted(by: { $0.lexicographicallyPrecedes($1) }) {
      try expect("\(describe(String(decoding: key, as: UTF8.self))), which was there all the while, was seen", false)
    }
  }
}

/// Records, and what others do to them between the pages of a reader.
struct PagedHistory: Sendable {
  enum Write: Sendable {
    case put(Int64, at: String)
    case delete(String)

    var key: String {
      switch self {
      case .put(_, let key), .delete(let key): key
      }
    }
  }

  let keys: [String]
  let pageSize: Int
  /// After the first page, the second and so on.
  let writes: [[Write]]
}

extension Generator where Value == PagedHistory {
  static let pagedHistory: Generator = Generator { source in
    PagedHistory(
      keys: try source(.array(of: .pagedKey, count: 0...16)), pageSize: try source(.int(in: 1...4)),
      writes: try source(.array(of: .array(of: .anyWrite, count: 0...3), count: 0...8)))
  }
}

extension Generator where Value == PagedHistory.Write {
  fileprivate static let anyWrite: Generator = .frequency(
    (3, Generator<(Int64, String)>.zip(.integer(in: 100...199), .pagedKey).map { .put($0, at: $1) }),
    (2, Generator<String>.pagedKey.map { .delete($0) }))
}

extension Generator where Value == String {
  /// So few that writes meet the records, and that one is often another with U+0000 after it.
  fileprivate static let pagedKey: Generator = Generator<(String, String)>.zip(
    .element(of: ["a", "b", "c", "d", "e", "é", "\u{10000}"]), .element(of: ["", "\u{0}", "b", "\u{0}\u{0}"])
  ).map { $0 + $1 }
}

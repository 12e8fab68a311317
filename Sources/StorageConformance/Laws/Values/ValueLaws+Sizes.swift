import PropertyTesting
import StorageContract

extension ValueLaws {
  static let sizes = StorageLaw(
    .values, weight: 5,
    Requirement(
      "STO-07", "Values of every size come back, up to the limit",
      says: """
        The store returns text and bytes of any size whole, from empty up to the declared limit. The \
        limit counts bytes of UTF-8, not characters. No page, column or message of the backend cuts a \
        value, and no byte is lost at the end of a page. If the limit is more than 16 MiB, the law \
        tries sizes up to 16 MiB.
        """,
      mustCatch: [
        .cutsValuesAt64KiB, .losesTheEndOfFullPages, .splitsCharactersAtPages, .storesLessThanItDeclares,
      ]
    ).holds(forAll: Generator<[SizedValue]>.array(of: .sized, count: 2)) { values, subject, trial in
      let limit = min(subject.capabilities.maximumFieldSizeBytes, SizedValue.largestTriedBytes)
      for sized in values {
        try await expectBack(sized.of(sizeBytes: min(sized.sizeBytes, limit)), from: subject, trial)
      }
      // A limit is usually of megabytes, which take their time: it is tried where all else is as simple as can be, as
      // in the first case of every run.
      guard let sized = values.first, values.allSatisfy({ $0.sizeBytes == 0 && $0.phase == 0 }) else { return }
      trial.label("at the limit")
      try await expectBack(sized.of(sizeBytes: limit), from: subject, trial)
    })

  private static func expectBack(_ sized: SizedValue, from subject: LawSubject, _ trial: Trial) async throws {
    let what = describe(sized)
    let limit = subject.capabilities.maximumFieldSizeBytes
    let value = sized.value
    trial.note("put \(what)")
    let store = try await subject.location.open()
    try await expectDone("\(what) is stored, where the limit is \(limit)") {
      try await store.write { transaction in
        try transaction.put(["value": value, "other": .int64(1)], at: "k", in: "c")
        try value.expectSameBytes("\(what), inside its transaction", try transaction.get("k", in: "c")?.fields["value"])
      }
    }
    let expectThere = { @Sendable (place: String, store: any Store) in
      try await expectDone("\(what) is read, \(place)") {
        try await store.read { transaction in
          let record = try transaction.scan("c").first
          try value.expectSameBytes("\(what), \(place)", record?.fields["value"])
          try expect("the field beside it, \(place)", record?.fields["other"], equals: .int64(1))
        }
      }
    }
    try await expectThere("after the commit", store)
    try await store.close()
    guard subject.persists else { return }
    trial.note("close and open again")
    try await subject.withStore { try await expectThere("after closing and opening", $0) }
  }
}

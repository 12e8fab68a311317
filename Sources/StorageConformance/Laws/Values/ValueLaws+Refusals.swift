import PropertyTesting
import StorageContract

extension ValueLaws {
  static let refusedValues = StorageLaw(
    .values,
    Requirement(
      "STO-08", "A value over a limit is refused and changes nothing",
      says: """
        put, insert and compare-and-set refuse a value that the store cannot keep exactly, with \
        invalidValue and the field's name. Such values are text or bytes longer than the declared limit, \
        a decimal that is NaN or has more than 38 significant digits, and a date that is infinite or \
        NaN. A refused call changes nothing: it stores no other field of the record, uses up no version, \
        and the transaction goes on. The store keeps values that just meet the rules. RecordRules makes \
        these checks. The law does not try a limit of more than 64 MiB.
        """,
      mustCatch: [
        .over(.swallowsWriteErrors), .countsTheLimitInCharacters, .storesNaNAsNull,
        .roundsDecimalsTo38Digits, .clampsInfiniteDates, .keepsTheGoodFieldsOfARefusedRecord,
        .usesUpAVersionOnARefusal, .refuses38Digits,
      ]
    ).holds(
      forAll: Generator<(RefusedValue, [String: FieldValue])>.zip(.refusedValue, .storeFields),
      requiring: [
        "over the size limit": 0.04, "39 digits": 0.12, "NaN decimal": 0.03, "infinite date": 0.03, "put": 0.1,
        "insert": 0.1, "compare-and-set": 0.1, "escapes": 0.2, "is caught": 0.2,
      ]
    ) { input, subject, trial in
      let (refused, fields) = input
      label(refused, trial)
      let limit = subject.capabilities.maximumFieldSizeBytes
      guard let value = refused.value.value(limit: limit) else { return }
      let good = refused.value.nearMiss(limit: limit)
      let store = try await subject.location.open()
      let model = try await MemoryLocation().open()
      // The model takes the same steps but for the refused call.
      for store in [store, model] {
        try await expectDone("what keeps the rules is stored") {
          try await store.write { transaction in
            try transaction.put(fields, at: "present", in: "c")
            try transaction.put(["good": good], at: "near miss", in: "c")
          }
        }
        try await tryCall(store === model ? nil : value, refused, fields, over: store, trial)
        try await expectDone("a put after the refusal is done") {
          _ = try await store.write { try $0.put(fields, at: "later", in: "c") }
        }
      }
      let expected = try await model.dumped()
      try expect("everything in the store", try await store.dumped(), equals: expected)
      try await store.close()
    })

  /// One transaction: a put, the refused call, a put.
  /// - Parameter value: nil where the call is left out.
  private static func tryCall(
    _ value: FieldValue?, _ refused: RefusedValue, _ fields: [String: FieldValue], over store: any Store,
    _ trial: Trial
  ) async throws {
    let name = refused.isFirstField ? "a" : "z"
    do {
      try await store.write { transaction in
        try transaction.put(fields, at: "before", in: "c")
        if let value {
          trial.note("\(refused.call.rawValue) \(name): \(describe(value))")
          let error = try expectThrows("the refusal of \(describe(value))", StoreError.self) {
            try perform(refused.call, [name: value, "good": .int64(1)], transaction)
          }
          try expect("\(error) is invalidValue of \(name), with a reason", isRefusal(error, of: name))
          if refused.escapes { throw error }
        }
        if refused.escapes { throw Abandoned() }
        try transaction.put(fields, at: "after", in: "c")
      }
      try expect("the error that left the transaction is thrown by its write", !refused.escapes)
    } catch let error as StoreError where value != nil {
      try expect("what the write throws is the refusal: \(error)", refused.escapes && isRefusal(error, of: name))
    } catch is Abandoned {
      // The model's own way out.
    }
  }

  private struct Abandoned: Error {}

  private static func isRefusal(_ error: StoreError, of name: String) -> Bool {
    guard case .invalidValue(let field, let reason) = error else { return false }
    return KeyBytes.equal(field, name) && !reason.isEmpty
  }

  private static func perform(
    _ call: RefusedValue.Call, _ fields: [String: FieldValue], _ transaction: any WriteTransaction
  ) throws -> Int64? {
    switch call {
    case .put: return try transaction.put(fields, at: "present", in: "c")
    case .insert: return try transaction.insert(fields, at: "absent", in: "c")
    case .compareAndSet:
      let version = try transaction.get("present", in: "c")?.version ?? 0
      return try transaction.compareAndSet(fields, at: "present", in: "c", version: version)
    }
  }

  private static func label(_ refused: RefusedValue, _ trial: Trial) {
    switch refused.value {
    case .text, .wideText, .bytes: trial.label("over the size limit")
    case .longDecimal: trial.label("39 digits")
    case .nanDecimal: trial.label("NaN decimal")
    case .date: trial.label("infinite date")
    }
    trial.label(refused.call.rawValue)
    trial.label(refused.escapes ? "escapes" : "is caught")
  }
}

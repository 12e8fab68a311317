import PropertyTesting
import StorageContract

extension SizeLaws {
  static let growing = StorageLaw(
    .scale,
    Requirement(
      "STO-60", "A store stays correct as it grows",
      says: """
        A store is correct at every size up to the run's budget: of records, collections, fields, keys, names \
        and text; of a committed transaction and one that is rolled back; of commits, rollbacks and openings in \
        its life; of inserts and deletes at one key; of clients; of backups, their number and compactions. The \
        law tries the largest of each, then sizes that double, their neighbours and round numbers. After each \
        size, and once more after a reopening, it compares the store with the model. It then searches for the \
        first size at which the store is wrong.
        """,
      mustCatch: [
        .scansAtMost300, .has16Collections, .keeps32Fields, .comparesTheFirst255BytesOfKeys, .cutsFieldNamesAt63,
        .cutsLongTexts, .commitsTheFirst300Writes, .losesTheLastWriteOf200Kilobytes, .undoesTheLast100Writes,
        .commitsEach32ndRollback, .commits1024WritesAtOnce,
        .forgetsCommitsAfterTheHundredth, .givesVersionsOfEightBits, .deletesAtMost300, .opensTenTimes,
        .losesAnUpdateOfTenClients, .backsUpAtMost300Records, .losesARecordInALargeCompaction, .keeps256Fields,
        .ordersByTheFirst255Bytes, .cutsBoundsAt1024Bytes, .cutsLongTextsAtNUL, .endsScansFromABoundAt1000,
        .backsUp200Times, .insertsARecord20Times,
      ]
    ).holds(
      forAll: Generator<(SizeLadder, GrowingSize)>.zip(.anyCase(), .anyCase())
    ) { input, subject, trial in
      let (ladder, size) = input
      guard size.isDeclared(subject.capabilities) else { return trial.label("not declared: \(size.rawValue)") }
      let sizes = ladder.sizes(upTo: size.limit(subject.sizes, subject.capabilities))
      trial.label(size.rawValue)
      trial.note("grow through \(sizes.map(String.init).joined(separator: ", ")) \(size.rawValue)")
      var store = try await SizedStore(at: subject.location)
      var right = 0
      for count in sizes {
        do {
          try await store.growAndExpectSame(size, to: count)
        } catch {
          throw try await failure(error, of: size, at: count, rightAt: right, subject, trial)
        }
        right = count
      }
      // What came later has left alone what was there before.
      store.touchAll()
      try await store.expectSame()
      try await store.store.close()
    })

  /// The failure at the least size at which a new store shows it.
  private static func failure(
    _ error: any Error, of size: GrowingSize, at count: Int, rightAt: Int, _ subject: LawSubject, _ trial: Trial
  ) async throws -> any Error {
    guard error is ExpectationFailure || error is StoreError else { return error }
    var (right, wrong, last) = (rightAt, count, error)
    guard let anew = try await failure(of: size, at: count, subject) else {
      return named("\(count) \(size.rawValue), reached by way of \(rightAt)", error)
    }
    last = anew
    while wrong - right > 1 {
      let middle = right + (wrong - right) / 2
      if let found = try await failure(of: size, at: middle, subject) {
        (wrong, last) = (middle, found)
      } else {
        right = middle
      }
    }
    let before = right == 0 ? "" : ", right at \(right)"
    trial.note("\(size.rawValue): first wrong at \(wrong)\(before)")
    return named("\(size.rawValue), first wrong at \(wrong)\(before)", last)
  }

  /// How a new store fails that is given this size at once; nil where it does not.
  private static func failure(of size: GrowingSize, at count: Int, _ subject: LawSubject) async throws -> (any Error)? {
    do {
      var store = try await SizedStore(at: try await subject.makeLocation())
      try await store.growAndExpectSame(size, to: count)
      try await store.store.close()
      return nil
    } catch let error where error is ExpectationFailure || error is StoreError {
      return error
    }
  }

  private static func named(_ what: String, _ error: any Error) -> any Error {
    guard let failure = error as? ExpectationFailure else {
      return ExpectationFailure(
        claim: "\(what): it is done", expected: "no error", actual: "\(error)",
        location: SourceLocation(fileID: #fileID, filePath: #filePath, line: #line))
    }
    return ExpectationFailure(
      claim: "\(what): \(failure.claim)", expected: failure.expected, actual: failure.actual,
      location: failure.location)
  }
}

extension SizedStore {
  fileprivate mutating func growAndExpectSame(_ size: GrowingSize, to count: Int) async throws {
    try await grow(size, to: count)
    try await expectSame()
    try await reopenAndExpectSame()
  }
}

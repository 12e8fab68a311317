import StorageContract

/// Schemes of which one call breaks the isolation, and those that refuse a transaction without undoing it.
extension OverlapScheme {
  /// Of a scan, only the records that it found count as read, but not the gaps between them.
  static let onlyWhatWasFound: @Sendable (OverlapRead) -> [OverlapFootprint] = { read in
    if case .range = read.footprint { read.found } else { [read.footprint] }
  }

  /// Of a scan with a limit, only what it found counts as read.
  static let limitsUnread = validating.breaking("limitsUnread", "overlooks records that were not there in scans with a limit") {
    $0.remembered = { $0.call == .limitedScan ? $0.found : [$0.footprint] }
  }

  /// A range in which there was nothing does not count as read.
  static let emptyRangesUnread = validating.breaking("emptyRangesUnread", "forgets ranges in which it found nothing") {
    $0.remembered = { read in
      if case .range = read.footprint, read.found.isEmpty { [] } else { [read.footprint] }
    }
  }

  static let countsUnread = forgetting(.count, "countsUnread", "forgets what it counted")
  static let collectionsUnread = forgetting(.collections, "collectionsUnread", "forgets that it listed collections")
  static let schemaVersionUnread = forgetting(.schemaVersion, "schemaVersionUnread", "forgets that it read the schema version")
  static let insertsUnread = forgetting(.insert, "insertsUnread", "forgets what its inserts found")
  static let compareAndSetsUnread = forgetting(.compareAndSet, "compareAndSetsUnread", "forgets what its compare-and-sets found")

  static let absentDeletesUnread = validating.breaking("absentDeletesUnread", "forgets deletes that found nothing") {
    $0.remembered = { $0.call == .delete && $0.found.isEmpty ? [] : [$0.footprint] }
  }

  static let limitsSeeTheLatest = latest(.limitedScan, "limitsSeeTheLatest", "scans the latest state under a limit")
  static let countsSeeTheLatest = latest(.count, "countsSeeTheLatest", "counts the latest state")
  static let collectionsSeeTheLatest = latest(.collections, "collectionsSeeTheLatest", "lists the latest collections")
  static let schemaVersionSeesTheLatest = latest(.schemaVersion, "schemaVersionSeesTheLatest", "reads the latest schema version")

  static let refusedDeletesStay = validating.breaking("refusedDeletesStay", "keeps the deletes of a refused transaction") {
    $0.left = { $0.deletes }
  }

  static let refusedSchemaVersionStays = validating.breaking(
    "refusedSchemaVersionStays", "keeps the schema version of a refused transaction"
  ) {
    $0.left = { writes in
      var left = OverlapWrites()
      left.schemaVersion = writes.schemaVersion
      return left
    }
  }

  /// As ``phantoms``, where two transactions that put are in conflict over the put counter anyway.
  static let phantomsBesideTheCounter = validating.breaking(
    "phantomsBesideTheCounter", "overlooks records that were not there, and joins all puts by a counter"
  ) {
    $0.remembered = onlyWhatWasFound
    $0.conflict = joined(by: $0.conflict)
  }

  /// As ``writeSkew``, where two transactions that put are in conflict over the put counter anyway.
  static let writeSkewBesideTheCounter = validating.breaking(
    "writeSkewBesideTheCounter", "does not check its reads, and joins all puts by a counter"
  ) {
    $0.conflict = joined(by: firstCommitterWins)
  }

  static let brokenCalls = [
    limitsUnread, emptyRangesUnread, countsUnread, collectionsUnread, schemaVersionUnread, insertsUnread, compareAndSetsUnread,
    absentDeletesUnread, limitsSeeTheLatest, countsSeeTheLatest, collectionsSeeTheLatest, schemaVersionSeesTheLatest,
    refusedDeletesStay, refusedSchemaVersionStays, phantomsBesideTheCounter, writeSkewBesideTheCounter,
  ]

  /// A call that does not count as read.
  private static func forgetting(_ call: OverlapCall, _ id: String, _ name: String) -> OverlapScheme {
    validating.breaking(id, name) { $0.remembered = { $0.call == call ? [] : [$0.footprint] } }
  }

  /// A call that sees the latest state. What it saw counts as read from then on only.
  private static func latest(_ call: OverlapCall, _ id: String, _ name: String) -> OverlapScheme {
    validating.breaking(id, name) {
      $0.view = { core, id, asked in asked == call ? core.committed : core.running[id]?.snapshot ?? core.committed }
      $0.remembered = { $0.call == call ? [] : [$0.footprint] }
    }
  }

  private static func joined(
    by other: @escaping @Sendable (OverlapRun, [OverlapCommit]) -> String?
  ) -> @Sendable (OverlapRun, [OverlapCommit]) -> String? {
    { run, since in
      let counter = run.putCount > 0 ? [OverlapFootprint.putCounter] : []
      return other(run, since) ?? run.meeting(counter, since).map { "another transaction has changed \($0)" }
    }
  }
}

#if PostgreSQL
  import Foundation
  import StorageContract

  /// How transactions begin, end, and are carried out again.
  extension PostgresConnection {
    enum Mode {
      case read, write
    }

    /// Carries `body` out in a serialisable transaction, anew for as long as it conflicts with others and `retries`
    /// last.
    ///
    /// A writer that has lost once has right of way: it locks the table `store` before it begins, and others, at the
    /// end of their first attempts, find it locked and are conflicts themselves (``passGate()``). Those that have lost
    /// queue for the lock. Without it, of two busy writers one may lose for ever: it is always the other's commit that
    /// it has waited for. The server ends the wait (`lock_timeout`) and notices circles.
    ///
    /// From the third attempt on, each waits twice as long as the one before, at most half a second. A serialisable transaction that
    /// is open, wherever on the server, has it remember those that commit meanwhile. If they are more than it has room for, it
    /// forgets when they ended (README-SSI, "Summarization"): until the open one ends, whoever reads what they wrote is a conflict.
    func transaction<Result>(_ mode: Mode, retries: Int, _ body: () throws -> Result) throws -> Result {
      var attempt = 0
      while true {
        forgetFailure()
        do {
          return try once(mode, waitsItsTurn: attempt > 0, body)
        } catch {
          let conflict = failure.flatMap { $0.mayRetry ? $0.error : nil }
          try? rollback()
          guard let conflict else { throw error }
          // What the closure threw may come of a state that there never was.
          guard attempt < retries else { throw conflict }
          attempt += 1
          if attempt > 1 { Thread.sleep(forTimeInterval: min(pow(2, Double(attempt - 2)) / 1_000, 0.5)) }
        }
      }
    }

    private func once<Result>(_ mode: Mode, waitsItsTurn: Bool, _ body: () throws -> Result) throws -> Result {
      switch mode {
      case .read:
        hasRightOfWay = false
        try execute("begin a transaction", "BEGIN ISOLATION LEVEL SERIALIZABLE, READ ONLY")
      case .write:
        hasRightOfWay = waitsItsTurn
        // A LOCK takes no snapshot: what the one before has committed is seen when the turn has come.
        let turn = waitsItsTurn ? "; LOCK TABLE \(schema).store IN SHARE ROW EXCLUSIVE MODE" : ""
        try execute("begin a transaction", "BEGIN ISOLATION LEVEL SERIALIZABLE, READ WRITE" + turn)
      }
      let result: Result
      do {
        result = try body()
      } catch {
        // Only a commit says whether what a reader saw was a state that there was; a refusal is found in `failure`.
        if mode == .read, failure == nil { try commit(mode) }
        throw error
      }
      // The closure may have caught the error of a statement that ended the transaction.
      if let failure { throw failure.error }
      try commit(mode)
      return result
    }

    /// Before a writer's last statement: whoever has right of way is let pass. Not waited for, since it may be
    /// waiting for a record that this one has written.
    func passGate() throws {
      guard !hasRightOfWay else { return }
      do {
        try execute("begin to commit a transaction", "LOCK TABLE \(schema).store IN ROW EXCLUSIVE MODE NOWAIT")
      } catch let error as StoreError {
        if case .conflict = error { allowRetry() }
        throw error
      }
    }

    /// Waits for the writers that hold their lock on the table `store` now. The server carries out a commit that was sent before its
    /// client was killed, and may take longer than the next process takes to open the store: what that one reads must not change by
    /// itself afterwards. (A writer sends its commit only after it has the lock, so a client that died without has sent none.)
    /// - Throws: ``/StorageContract/StoreError/conflict(reason:)`` if one of them has not ended after `patience`.
    func awaitCommitsUnderWay(for patience: Duration) throws {
      let end = ContinuousClock.now + patience
      var writers = try writersUnderWay()
      while !writers.isEmpty {
        guard ContinuousClock.now < end else {
          throw StoreError.conflict(reason: "\(path): a transaction that was there before has not ended for \(patience)")
        }
        try runOnce("wait for a commit", "SELECT pg_sleep(0.002)")
        writers.formIntersection(try writersUnderWay())
      }
    }

    private func writersUnderWay() throws -> Set<String> {
      var writers: Set<String> = []
      try runOnce(
        "look for commits under way",
        """
        SELECT virtualtransaction FROM pg_locks
          WHERE relation = $1::regclass AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
            AND mode IN ('RowExclusiveLock', 'ShareRowExclusiveLock') AND granted AND pid <> pg_backend_pid()
        """, texts: ["\(schema).store"]
      ) { row in
        if let writer = row.text(at: 0) { writers.insert(writer) }
      }
      return writers
    }

    private func commit(_ mode: Mode) throws {
      do {
        let done = try execute("commit a transaction", "COMMIT")
        guard done == "COMMIT" else {
          throw StoreError.io(
            operation: "commit a transaction", path: path, reason: "the server has rolled it back instead")
        }
      } catch {
        // The commit may have been done all the same.
        if let loss, mode == .write { throw StoreError.lost(reason: "\(path): \(loss). Open the location again") }
        throw error
      }
    }

    /// A failure ends the connection's use, and thereby the transaction.
    private func rollback() throws {
      guard loss == nil, !isUsable else { return }
      try execute("roll a transaction back", "ROLLBACK")
    }

    /// Runs `body` in a transaction for the tables' own business, which may see what others have committed meanwhile.
    func administer<Result>(_ body: () throws -> Result) throws -> Result {
      forgetFailure()
      do {
        try execute("begin a transaction", "BEGIN ISOLATION LEVEL READ COMMITTED, READ WRITE")
        let result = try body()
        try commit(.write)
        return result
      } catch {
        try? rollback()
        throw error
      }
    }
  }
#endif

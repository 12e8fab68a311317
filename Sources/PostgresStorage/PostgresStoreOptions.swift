#if PostgreSQL
  import StorageContract

  /// How a ``PostgresStore`` connects, writes and waits. All waits end: times are upper bounds.
  public struct PostgresStoreOptions: Sendable {
    /// What an acknowledged write survives. `.powerLoss` is `synchronous_commit=on`: the server's log is flushed at
    /// every commit. `.processCrash` is `synchronous_commit=off`, which may lose the latest writes when the *server*
    /// dies, not when its clients do; for stores that are thrown away.
    public var durability: StoreCapabilities.Durability
    /// The limits on names, keys and values.
    public var rules: RecordRules
    /// How many more times a transaction is carried out that could not go together with another one, before
    /// ``/StorageContract/StoreError/conflict(reason:)`` is thrown; 0: the conflict is reported at once.
    public var retries: Int
    /// How long connecting may take; libpq counts in seconds, and not less than two.
    public var connectTimeout: Duration
    /// How long a statement waits for a transaction of another store, before ``/StorageContract/StoreError/conflict(reason:)`` is
    /// thrown.
    public var lockTimeout: Duration
    /// How long a statement may take. A server that has not answered five seconds after that is given up.
    public var statementTimeout: Duration

    /// `.volatile` is taken as `.processCrash`: a server outlives the process anyway.
    public init(
      durability: StoreCapabilities.Durability = .powerLoss, rules: RecordRules = RecordRules(), retries: Int = 20,
      connectTimeout: Duration = .seconds(10), lockTimeout: Duration = .seconds(10),
      statementTimeout: Duration = .seconds(60)
    ) {
      self.durability = max(durability, .processCrash)
      self.rules = rules
      self.retries = max(retries, 0)
      self.connectTimeout = max(connectTimeout, .seconds(2))
      self.lockTimeout = max(lockTimeout, .milliseconds(1))
      self.statementTimeout = max(statementTimeout, .milliseconds(1))
    }
  }

  extension Duration {
    /// Rounded up, so that no bound becomes 0, which stands for none.
    var wholeMilliseconds: Int32 {
      Int32(clamping: Int64((self / .milliseconds(1)).rounded(.up)))
    }
  }
#endif

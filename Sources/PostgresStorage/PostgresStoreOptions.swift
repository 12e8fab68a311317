#if PostgreSQL
  import StorageContract

  /// How a ``PostgresStore`` connects, writes and waits. All waits end: times are upper bounds.
  public struct PostgresStoreOptions: Sendable {
    /// What an acknowledged write survives. `.powerLoss` is `synchronous_commit=on`: the server flushes its log at
    /// every commit. `.processCrash` is `synchronous_commit=off`, which may lose the latest writes if the *server*
    /// dies, but not if a client does. Use it for stores that are thrown away.
    public var durability: StoreCapabilities.Durability
    /// The limits on names, keys and values.
    public var rules: RecordRules
    /// How often the store repeats a transaction that conflicts with another one, before it throws
    /// ``/StorageContract/StoreError/conflict(reason:)``. 0 reports the conflict at once.
    public var retries: Int
    /// How long connecting may take. libpq counts in seconds, at least two.
    public var connectTimeout: Duration
    /// How long a statement waits for a transaction of another store, before the store throws
    /// ``/StorageContract/StoreError/conflict(reason:)``.
    public var lockTimeout: Duration
    /// How long a statement may take. If the server has not answered five seconds after that, the store gives up.
    public var statementTimeout: Duration

    /// Treats `.volatile` as `.processCrash`, because a server outlives the process anyway.
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

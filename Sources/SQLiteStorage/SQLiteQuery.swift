/// The statements that transactions are made of, prepared once per connection.
///
/// A missing lower bound is the empty text, which is before every key; a missing limit is -1, as in SQLite.
enum SQLiteQuery: Int, CaseIterable {
  case beginRead, beginWrite, commit, rollback
  case get, put, insert, compareAndSet, delete
  case scan, scanBelow, count, countBelow, nextCollection
  case readCounters, writeCounters

  var sql: String {
    switch self {
    case .beginRead: "BEGIN DEFERRED"
    case .beginWrite: "BEGIN IMMEDIATE"
    case .commit: "COMMIT"
    case .rollback: "ROLLBACK"
    case .get:
      "SELECT key, version, fields FROM records WHERE collection = ?1 AND key = ?2"
    case .put:
      """
      INSERT INTO records (collection, key, version, fields) VALUES (?1, ?2, ?3, ?4)
      ON CONFLICT (collection, key) DO UPDATE SET version = ?3, fields = ?4
      """
    case .insert:
      """
      INSERT INTO records (collection, key, version, fields) VALUES (?1, ?2, ?3, ?4)
      ON CONFLICT (collection, key) DO NOTHING
      """
    case .compareAndSet:
      """
      UPDATE records SET version = ?3, fields = ?4
      WHERE collection = ?1 AND key = ?2 AND version = ?5
      """
    case .delete:
      "DELETE FROM records WHERE collection = ?1 AND key = ?2"
    case .scan:
      """
      SELECT key, version, fields FROM records WHERE collection = ?1 AND key >= ?2
      ORDER BY key LIMIT ?3
      """
    case .scanBelow:
      """
      SELECT key, version, fields FROM records WHERE collection = ?1 AND key >= ?2 AND key < ?4
      ORDER BY key LIMIT ?3
      """
    case .count:
      "SELECT count(*) FROM records WHERE collection = ?1 AND key >= ?2"
    case .countBelow:
      "SELECT count(*) FROM records WHERE collection = ?1 AND key >= ?2 AND key < ?3"
    case .nextCollection:
      // One step in the index per collection, where SELECT DISTINCT would read every record.
      "SELECT collection FROM records WHERE collection > ?1 ORDER BY collection LIMIT 1"
    case .readCounters:
      "SELECT put_counter, schema_version FROM store"
    case .writeCounters:
      "UPDATE store SET put_counter = ?1, schema_version = ?2"
    }
  }

  /// For error messages.
  var operation: String {
    switch self {
    case .beginRead, .beginWrite: "begin a transaction"
    case .commit: "commit a transaction"
    case .rollback: "roll a transaction back"
    case .get, .scan, .scanBelow, .count, .countBelow, .nextCollection: "read records"
    case .put, .insert, .compareAndSet: "write a record"
    case .delete: "delete a record"
    case .readCounters, .writeCounters: "keep the store's counters"
    }
  }
}

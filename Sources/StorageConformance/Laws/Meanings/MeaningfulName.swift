import PropertyTesting

/// Names of collections and fields that mean something to a database, a language or a file system.
enum MeaningfulName {
  /// One of them, or one that is a letter off, or in other letters: all are names like any other to a store.
  static let generator: Generator<String> = Generator { source in
    let word = try source(.frequency((1, .element(of: ownWords)), (2, .element(of: words))))
    return switch try source(.int(in: 0...11)) {
    case 0: word.uppercased()
    case 1: "_" + word
    case 2: word + "_"
    case 3: String(word.prefix(1)).uppercased() + word.dropFirst()
    case 4: word + "s"
    case 5: word + "_" + (try source(.element(of: words)))
    default: word
    }
  }

  /// What a record has beside its fields, and what objects have.
  private static let ownWords = ["key", "version", "fields", "collection", "value", "id", "_id", "__proto__"]

  private static let words = [
    "collections", "record", "records", "values", "n", "t", "a", "rowid",
    "oid", "_rowid_", "ctid", "xmin", "tableoid", "sqlite_master", "sqlite_sequence", "information_schema",
    "pg_class", "public", "main", "temp", "select", "from", "where", "order", "group", "limit", "index", "table",
    "user", "default", "null", "true", "check", "values_1", "_", "__", "_0", "_1", "_01", "constructor", "prototype",
    "toString", "hasOwnProperty", "length", "self", "Self", "class", "init", "type", "Type", "description", "hash",
    "schema", "schema_version", "schemaVersion", "user_version", "meta", "metadata", "counter", "puts", "journal",
    "data", "db", "wal", "lock", "backup", "con", "nul", "aux", "prn", "e1", "e", "inf", "nan", "x0", "deleted",
    "createdAt", "date", "text", "int64", "bytes", "decimal",
  ]
}

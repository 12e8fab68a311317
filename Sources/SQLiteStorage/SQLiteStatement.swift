import CSQLite
import StorageContract

/// A prepared statement while it runs. Parameters count from 1, columns from 0, as in SQLite.
struct SQLiteStatement {
  let handle: OpaquePointer

  func bind(_ value: Int64, at index: Int32) {
    sqlite3_bind_int64(handle, index, value)
  }

  /// Binds text with its length, so that U+0000 in it does not end it.
  func bind(_ text: String, at index: Int32) {
    var copy = text
    copy.withUTF8 { bind($0, at: index) }
  }

  /// Binds UTF-8 text.
  func bind(_ utf8: [UInt8], at index: Int32) {
    utf8.withUnsafeBufferPointer { bind($0, at: index) }
  }

  private func bind(_ utf8: UnsafeBufferPointer<UInt8>, at index: Int32) {
    guard let base = utf8.baseAddress, !utf8.isEmpty else {
      // A null pointer would bind NULL.
      sqlite3_bind_text(handle, index, "", 0, touchstone_sqlite_transient())
      return
    }
    base.withMemoryRebound(to: CChar.self, capacity: utf8.count) {
      _ = sqlite3_bind_text64(
        handle, index, $0, UInt64(utf8.count), touchstone_sqlite_transient(), UInt8(SQLITE_UTF8))
    }
  }

  func int64(at column: Int32) -> Int64 {
    sqlite3_column_int64(handle, column)
  }

  /// Nil where it is not UTF-8.
  func text(at column: Int32) -> String? {
    withUTF8(at: column) { String(validating: $0, as: UTF8.self) }
  }

  func utf8(at column: Int32) -> [UInt8] {
    withUTF8(at: column) { [UInt8]($0) }
  }

  private func withUTF8<Result>(
    at column: Int32, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    // The text first: it may convert, and the length is that of the converted value.
    let base = sqlite3_column_text(handle, column)
    let count = Int(sqlite3_column_bytes(handle, column))
    return body(UnsafeBufferPointer(start: base, count: base == nil ? 0 : count))
  }

  func reset() {
    sqlite3_reset(handle)
    sqlite3_clear_bindings(handle)
  }
}

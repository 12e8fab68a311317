#if PostgreSQL
  import CPostgres
  import Foundation
  import StorageContract

  /// What a server or libpq says about a statement that failed.
  struct PostgresFailure {
    let error: StoreError
    /// Whether the same transaction may succeed when it is carried out again.
    var mayRetry = false
    /// Whether the connection is gone with it.
    var endsConnection = false

    /// By the code that the server gives: https://www.postgresql.org/docs/current/errcodes-appendix.html.
    init(_ result: OpaquePointer?, _ operation: String, path: String) {
      let field = { (code: Int32) in PQresultErrorField(result, code).map { String(cString: $0) } }
      let code = field(Int32(UInt8(ascii: "C"))) ?? "no code"
      let message = field(Int32(UInt8(ascii: "M"))) ?? "an unknown answer"
      let severity = field(Int32(UInt8(ascii: "V"))) ?? ""
      let detail = field(Int32(UInt8(ascii: "D"))).map { ". \($0.onOneLine)" } ?? ""
      let said = "PostgreSQL says: \(message) (\(code))\(detail)"
      switch code {
      case "40001", "40P01":
        error = .conflict(reason: said)
        mayRetry = true
      case "55P03":
        error = .conflict(reason: "\(said); another transaction holds what this one needs")
      case "25006", "42501":
        error = .readOnly(path: "\(path): \(said)")
      default:
        error = .io(operation: operation, path: path, reason: said)
      }
      // A FATAL or PANIC is the last that the server says on this connection.
      endsConnection = severity == "FATAL" || severity == "PANIC" || code.hasPrefix("08") || code.hasPrefix("57P")
    }

    /// A connection that is gone.
    init(lost reason: String, _ operation: String, path: String) {
      error = .io(operation: operation, path: path, reason: reason)
      endsConnection = true
    }

    init(_ error: StoreError) {
      self.error = error
    }
  }

  extension String {
    /// libpq's messages have several lines, tabs and a line feed at the end.
    var onOneLine: String {
      split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
  }
#endif

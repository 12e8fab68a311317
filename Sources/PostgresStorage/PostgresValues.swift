#if PostgreSQL
  import CPostgres

  /// A statement's parameters in PostgreSQL's binary formats: values are never part of the SQL.
  struct PostgresValues {
    private var bytes: [UInt8] = []
    /// Where each begins in `bytes`; nil: NULL.
    private var offsets: [Int?] = []
    private var lengths: [Int32] = []

    /// `text` and `bytea` are their bytes alone.
    mutating func append(_ text: String) {
      var copy = text
      copy.withUTF8 { append($0) }
    }

    /// Also the text of a `json`.
    mutating func append(_ value: some Collection<UInt8>) {
      offsets.append(bytes.count)
      lengths.append(Int32(clamping: value.count))
      bytes.append(contentsOf: value)
    }

    mutating func append(_ number: Int64) {
      withUnsafeBytes(of: number.bigEndian) { append($0) }
    }

    mutating func append(_ number: Int64?) {
      guard let number else {
        offsets.append(nil)
        return lengths.append(0)
      }
      append(number)
    }

    /// Gives `body` what libpq asks for: count, pointers, lengths, formats.
    func withPointers<Result>(
      _ body: (Int32, UnsafePointer<UnsafePointer<CChar>?>?, UnsafePointer<Int32>?, UnsafePointer<Int32>?) -> Result
    ) -> Result {
      // A null pointer would be NULL, also for an empty value: so there is always a byte to point at.
      (bytes + [0]).withUnsafeBytes { raw in
        let base = raw.bindMemory(to: CChar.self).baseAddress
        let pointers = offsets.map { offset in offset.flatMap { base?.advanced(by: $0) } }
        let binary = [Int32](repeating: 1, count: offsets.count)
        return body(Int32(clamping: offsets.count), pointers, lengths, binary)
      }
    }
  }

  /// One row of a result in binary formats. Columns count from 0.
  struct PostgresRow {
    let result: OpaquePointer
    let row: Int32

    /// Nil where it is not UTF-8.
    func text(at column: Int32) -> String? {
      String(validating: bytes(at: column), as: UTF8.self)
    }

    func bytes(at column: Int32) -> UnsafeRawBufferPointer {
      UnsafeRawBufferPointer(
        start: PQgetvalue(result, row, column), count: Int(PQgetlength(result, row, column)))
    }

    func int64(at column: Int32) -> Int64 {
      bytes(at: column).reduce(0) { $0 << 8 | Int64($1) }
    }
  }
#endif

/// The text of a journal file, which is also that of a backup: a person reads it with `cat`, and no
/// altered byte goes unnoticed.
///
/// Every line is `CRC LENGTH JSON`: the CRC-32 of the JSON in eight hex digits, its length in bytes, and
/// the JSON, which never holds a raw line feed or NUL. The first line says what the file is:
///
///     a1b2c3d4 94 {"format":"touchstone-journal","version":1,"snapshotLines":2,"putCounter":7,…}
///
/// `snapshotLines` lines follow with the records at that time, then one line per committed transaction:
///
///     05d2f1aa 97 {"line":3,"changes":[{"put":"trades","key":"a","version":8,"fields":{…}}]}
///
/// Lines are numbered, so a lost, repeated or moved one is seen though its checksum is right; versions
/// in a transaction count up from the put counter, which is thereby checked too.
enum JournalText {
  struct Header: Equatable {
    var snapshotLines: Int
    var putCounter: Int64
    var schemaVersion: Int64
  }

  // MARK: Writing

  static func headerLine(_ header: Header) -> [UInt8] {
    frame { json in
      json.appendLiteral("{\"format\":\"touchstone-journal\",\"version\":1,\"snapshotLines\":")
      json.appendInteger(header.snapshotLines)
      json.appendLiteral(",\"putCounter\":")
      json.appendInteger(header.putCounter)
      json.appendLiteral(",\"schemaVersion\":")
      json.appendInteger(header.schemaVersion)
      json.append(UInt8(ascii: "}"))
    }
  }

  static func line(_ number: Int, _ changes: some Sequence<Tables.Change>) -> [UInt8] {
    frame { json in
      json.appendLiteral("{\"line\":")
      json.appendInteger(number)
      json.appendLiteral(",\"changes\":[")
      var isFirst = true
      for change in changes {
        if !isFirst { json.append(UInt8(ascii: ",")) }
        isFirst = false
        append(change, to: &json)
      }
      json.appendLiteral("]}")
    }
  }

  private static func append(_ change: Tables.Change, to json: inout [UInt8]) {
    switch change {
    case .put(let collection, let record):
      json.appendLiteral("{\"put\":")
      json.appendJSONString(collection)
      json.appendLiteral(",\"key\":")
      json.appendJSONString(record.key)
      json.appendLiteral(",\"version\":")
      json.appendInteger(record.version)
      json.appendLiteral(",\"fields\":")
      FieldsText.append(record.fields, to: &json)
    case .delete(let collection, let key):
      json.appendLiteral("{\"delete\":")
      json.appendJSONString(collection)
      json.appendLiteral(",\"key\":")
      json.appendJSONString(key)
    case .setSchemaVersion(let version):
      json.appendLiteral("{\"setSchemaVersion\":")
      json.appendInteger(version)
    }
    json.append(UInt8(ascii: "}"))
  }

  private static func frame(_ write: (inout [UInt8]) -> Void) -> [UInt8] {
    var json: [UInt8] = []
    json.reserveCapacity(256)
    write(&json)
    var line = prefix(of: json[...])
    line.reserveCapacity(line.count + json.count + 1)
    line.append(contentsOf: json)
    line.append(UInt8(ascii: "\n"))
    return line
  }

  private static func prefix(of json: ArraySlice<UInt8>) -> [UInt8] {
    let checksum = CRC32.checksum(json)
    var prefix: [UInt8] = []
    for shift in stride(from: 28, through: 0, by: -4) {
      prefix.append([UInt8].hexDigits[Int(checksum >> UInt32(shift)) & 15])
    }
    prefix.append(UInt8(ascii: " "))
    prefix.appendInteger(json.count)
    prefix.append(UInt8(ascii: " "))
    return prefix
  }

  // MARK: Reading

  /// The JSON of a line (given without its line feed), checked.
  static func json(ofLine line: ArraySlice<UInt8>) throws -> ArraySlice<UInt8> {
    guard let declared = declaredJSON(ofLine: line) else {
      throw TextFormatError(
        offset: 0, reason: "the line does not begin with a checksum and a length")
    }
    let json = line[declared.lowerBound...]
    guard json.count == declared.count else {
      throw TextFormatError(
        offset: 0,
        reason: "the line holds \(json.count) bytes of JSON where its length says \(declared.count)")
    }
    guard line[..<json.startIndex].elementsEqual(prefix(of: json)) else {
      throw TextFormatError(offset: 0, reason: "the line's checksum does not match its contents")
    }
    return json
  }

  /// The range that a line gives for its JSON, even if the line is cut off; nil if the line does not give one.
  static func declaredJSON(ofLine line: ArraySlice<UInt8>) -> Range<Int>? {
    let lengthStart = line.startIndex + 9
    guard line.count > 10, let lengthEnd = line[lengthStart...].firstIndex(of: UInt8(ascii: " ")),
      let length = UInt32(String(decoding: line[lengthStart..<lengthEnd], as: UTF8.self))
    else { return nil }
    return lengthEnd + 1..<lengthEnd + 1 + Int(length)
  }

  static func header(_ json: ArraySlice<UInt8>) throws -> Header {
    var reader = JSONReader(json)
    try reader.expect("{\"format\":\"touchstone-journal\",\"version\":")
    let version = try reader.integer()
    guard version == 1 else {
      throw reader.failure("it has format version \(version); this release reads version 1")
    }
    try reader.expect(",\"snapshotLines\":")
    let snapshotLines = try reader.integer()
    try reader.expect(",\"putCounter\":")
    let putCounter = try reader.integer()
    try reader.expect(",\"schemaVersion\":")
    let schemaVersion = try reader.integer()
    try reader.expect("}")
    try reader.expectEnd()
    // Below this no number of further puts overflows the counter.
    guard (0...Int64.max / 2).contains(putCounter), snapshotLines >= 0 else {
      throw reader.failure("the header's counters are out of range")
    }
    return Header(
      snapshotLines: Int(snapshotLines), putCounter: putCounter, schemaVersion: schemaVersion)
  }

  static func changes(_ json: ArraySlice<UInt8>, line number: Int) throws -> [Tables.Change] {
    var reader = JSONReader(json)
    try reader.expect("{\"line\":")
    let found = try reader.integer()
    guard found == Int64(number) else {
      throw reader.failure("found line \(found) where line \(number) belongs")
    }
    try reader.expect(",\"changes\":[")
    var changes: [Tables.Change] = []
    repeat {
      changes.append(try change(&reader))
    } while reader.skip(",")
    try reader.expect("]}")
    try reader.expectEnd()
    return changes
  }

  private static func change(_ reader: inout JSONReader) throws -> Tables.Change {
    let change: Tables.Change
    if reader.skip("{\"put\":") {
      let collection = try reader.string()
      try reader.expect(",\"key\":")
      let key = try reader.string()
      try reader.expect(",\"version\":")
      let version = try reader.integer()
      try reader.expect(",\"fields\":")
      let fields = try FieldsText.read(from: &reader)
      change = .put(
        collection: collection, record: Record(key: key, version: version, fields: fields))
    } else if reader.skip("{\"delete\":") {
      let collection = try reader.string()
      try reader.expect(",\"key\":")
      change = .delete(collection: collection, key: try reader.string())
    } else {
      try reader.expect("{\"setSchemaVersion\":")
      change = .setSchemaVersion(try reader.integer())
    }
    try reader.expect("}")
    return change
  }
}

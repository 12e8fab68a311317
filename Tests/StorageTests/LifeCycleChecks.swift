import Foundation
import StorageContract

enum LifeCycleChecks {
  static let all = [
    reopening, closing, oneAtATime, backups, alteredBackups, recycledLocations, schemaVersions,
    compaction,
  ]

  /// A few transactions of every kind.
  static func fill(_ store: any Store) async throws {
    for round in 0..<7 {
      try await store.write { transaction in
        for number in 0..<5 {
          try transaction.put(
            ["round": .int64(Int64(round)), "text": .text("e\u{301}\u{0}")],
            at: "\(number * (round + 1))", in: "c\(round % 3)")
        }
        try transaction.delete("4", in: "c\(round % 3)")
        try transaction.setSchemaVersion(Int64(round))
      }
    }
    try await store.write { _ = try $0.put(["last": .bool(true)], at: "last", in: "c0") }
    try await store.write { _ = try $0.delete("0", in: "c0") }
  }

  static let compaction = ContractCheck("compaction leaves nothing of what was deleted or replaced") { backend in
    try await withLocation(of: backend) { location in
      var store = try await location.open()
      try await fill(store)
      for round in 1...2 {
        for number in 0..<40 {
          try await store.write { transaction in
            try transaction.put(["text": .text("deleted-marker-\(number)")], at: "key-\(number)", in: "c9")
            try transaction.put(["text": .text("replaced-marker")], at: "kept", in: "c9")
          }
        }
        try await store.write { transaction in
          for number in 0..<40 { try transaction.delete("key-\(number)", in: "c9") }
          try transaction.put(["text": .text("kept-marker")], at: "kept", in: "c9")
        }
        let dump = try await store.dump()
        try await store.compact()
        try demandEqual("dump after compaction", try await store.dump(), dump)
        try await store.close()
        let raw = String(decoding: try await location.rawBytes(), as: UTF8.self)
        for marker in ["deleted-marker", "replaced-marker"] where raw.contains(marker) {
          throw CheckFailure(description: "round \(round): \(marker) is still in the files")
        }
        guard raw.contains("kept-marker") else {
          throw CheckFailure(description: "round \(round): the files hold nothing")
        }
        store = try await location.open()
        try demandEqual("dump after reopening", try await store.dump(), dump)
      }
      try await store.close()
    }
  }

  static let reopening = ContractCheck("a reopened store is the same") { backend in
    try await withLocation(of: backend) { location in
      let store = try await location.open()
      try await fill(store)
      var dump = try await store.dump()
      try await store.close()
      for round in 0..<3 {
        let store = try await location.open()
        try demandEqual("dump after reopening", try await store.dump(), dump)
        try await store.write { _ = try $0.put(["round": .int64(Int64(round))], at: "r", in: "c1") }
        dump = try await store.dump()
        try await store.close()
      }
    }
  }

  static let closing = ContractCheck.onStore("a closed store says so") { store in
    try await fill(store)
    try await store.close()
    try await store.close()
    let closed: @Sendable (StoreError) -> Bool = { $0 == .closed }
    let path = temporaryPath()
    try await demandThrows("read", closed) { try await store.read { _ in } }
    try await demandThrows("write", closed) { try await store.write { _ in } }
    try await demandThrows("backup", closed) { try await store.backup(to: path) }
    try await demandThrows("restore", closed) { try await store.restore(from: path) }
    try demand(!FileManager.default.fileExists(atPath: path), "a closed store wrote a backup")
  }

  static let oneAtATime = ContractCheck("a second opener is refused") { backend in
    try await withLocation(of: backend) { location in
      let store = try await location.open()
      try await store.write { _ = try $0.put([:], at: "k", in: "c") }
      try await demandThrows("second", { if case .inUse = $0 { true } else { false } }) {
        _ = try await location.open()
      }
      try await store.write { _ = try $0.put([:], at: "l", in: "c") }
      try await store.close()
      let next = try await location.open()
      try demandEqual("count", try await next.read { try $0.count("c") }, 2)
      try await next.close()
    }
  }

  static let backups = ContractCheck.onStore("a restored backup is what was backed up") { store in
    let path = temporaryPath()
    defer { try? FileManager.default.removeItem(atPath: path) }
    try await fill(store)
    let before = try await store.dump()
    try await store.backup(to: path)
    let bytes = FileManager.default.contents(atPath: path)
    try await demandThrows("a path that exists", { if case .io = $0 { true } else { false } }) {
      try await store.backup(to: path)
    }
    try demandEqual("the first backup", FileManager.default.contents(atPath: path), bytes)
    let counter = try await store.write { transaction in
      try transaction.delete("last", in: "c0")
      try transaction.setSchemaVersion(99)
      return try transaction.put([:], at: "more", in: "more")
    }
    try await store.restore(from: path)
    try demandEqual("dump", try await store.dump(), before)
    let version = try await store.write { try $0.put([:], at: "next", in: "c") }
    try demandEqual("the put counter was restored", version, counter)
  }

  static let alteredBackups = ContractCheck.onStore("an altered backup is refused") { store in
    let path = temporaryPath()
    let alteredPath = temporaryPath()
    defer {
      try? FileManager.default.removeItem(atPath: path)
      try? FileManager.default.removeItem(atPath: alteredPath)
    }
    try await fill(store)
    try await store.backup(to: path)
    guard let data = FileManager.default.contents(atPath: path) else {
      throw CheckFailure(description: "no backup was written")
    }
    try await store.write { _ = try $0.put(["since": .bool(true)], at: "since", in: "c") }
    let before = try await store.dump()
    let bytes = [UInt8](data)
    var altered = stride(from: 0, to: bytes.count, by: max(1, bytes.count / 97)).map { offset in
      var copy = bytes
      copy[offset] ^= 1 << UInt8(offset % 8)
      return copy
    }
    altered += [[], Array(bytes.dropLast()), bytes + [10], Array(bytes.prefix(bytes.count / 2))]
    altered.append(bytes + bytes)
    for copy in altered {
      try Data(copy).write(to: URL(fileURLWithPath: alteredPath))
      try await demandThrows(
        "an altered backup", { if case .damaged(alteredPath, _, _) = $0 { true } else { false } }
      ) { try await store.restore(from: alteredPath) }
    }
    try await demandThrows("no file", { if case .io = $0 { true } else { false } }) {
      try await store.restore(from: alteredPath + ".none")
    }
    try demandEqual("dump after refusals", try await store.dump(), before)
    try await store.restore(from: path)
    try demandEqual("since", try await store.read { try $0.get("since", in: "c") }, nil)
  }

  static let recycledLocations = ContractCheck("a recycled location is as new") { backend in
    for closes in [true, false, true] {
      var left: (any Store)?
      try await withLocation(of: backend) { location in
        let store = try await location.open()
        try demandEqual("dump of a new store", try await store.dump(), "schemaVersion 0\n")
        try demandEqual(
          "first version", try await store.write { try $0.put([:], at: "k", in: "c") }, 1)
        try await fill(store)
        if closes { try await store.close() }
        left = store
      }
      // A store that a case left open is closed.
      try await demandThrows("after recycling", { $0 == .closed }) {
        _ = try await left?.read { try $0.count("c") }
      }
    }
    // Two at a time are two places.
    let first = try await backend.makeLocation()
    let second = try await backend.makeLocation()
    let stores = [try await first.open(), try await second.open()]
    try await stores[0].write { _ = try $0.put([:], at: "k", in: "c") }
    let dump = try await stores[1].dump()
    for store in stores { try await store.close() }
    await backend.recycle(first)
    await backend.recycle(second)
    try demandEqual("the other store", dump, "schemaVersion 0\n")
  }

  static let schemaVersions = ContractCheck("the schema version is kept") { backend in
    try await withLocation(of: backend) { location in
      var store = try await location.open()
      for version: Int64 in [0, 1, 7, -1, .max, .min, 2] {
        try await store.write { try $0.setSchemaVersion(version) }
        try demandEqual("now", try await store.read { try $0.schemaVersion() }, version)
        try await store.close()
        store = try await location.open()
        try demandEqual("reopened", try await store.read { try $0.schemaVersion() }, version)
      }
      try await store.close()
    }
  }
}

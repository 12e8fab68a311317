import Foundation
import StorageContract
import Testing

/// What a journal that is not as it was written comes to: a torn tail is cut off, all else is refused.
@Suite struct JournalDamageTests {
  @Test func isReadable() async throws {
    let harness = FileStoreHarness()
    _ = try await harness.fill()
    let lines = String(decoding: harness.journal, as: UTF8.self).split(separator: "\n")
    #expect(lines.count == 4)
    #expect(
      lines[0].hasSuffix(
        #" 94 {"format":"touchstone-journal","version":1,"snapshotLines":0,"putCounter":0,"schemaVersion":0}"#
      ))
    #expect(
      lines[1].hasSuffix(
        #"{"line":1,"changes":[{"put":"c","key":"a","version":1,"fields":{"n":{"int64":"1"},"t":"a\u0000é\n"}},"#
          + #"{"put":"c","key":"b","version":2,"fields":{"d":{"decimal":"0.1"}}}]}"#))
    #expect(
      lines[2].hasSuffix(
        #"{"line":2,"changes":[{"delete":"c","key":"a"},{"setSchemaVersion":7}]}"#))
  }

  /// As a crash in the middle of the last write leaves it.
  @Test func aTailTornAnywhereIsCutOff() async throws {
    let harness = FileStoreHarness()
    let dumps = try await harness.fill()
    let whole = harness.journal
    let lastLine = harness.lineStarts[3]
    for end in lastLine..<whole.count {
      try harness.setJournal(whole[..<end])
      let dump = try await harness.dump()
      #expect(dump == dumps[2], "torn at byte \(end)")
      #expect(harness.journal == Array(whole[..<lastLine]), "torn at byte \(end)")
    }
  }

  /// The file has its length, and blocks of the last line were never written.
  @Test func aTailOfUnwrittenBlocksIsCutOff() async throws {
    let harness = FileStoreHarness()
    let dumps = try await harness.fill()
    let store = try harness.open()
    let text = String(repeating: "long ", count: 500)
    try await store.write { _ = try $0.put(["t": .text(text)], at: "long", in: "c") }
    try await store.close()
    let whole = harness.journal
    let lastLine = harness.lineStarts[4]
    let nextSector = (lastLine / 512 + 1) * 512
    let unwritten = [
      lastLine..<whole.count, lastLine..<nextSector, nextSector..<nextSector + 1_024,
      nextSector..<whole.count,
    ]
    for range in unwritten {
      var torn = whole
      for index in range { torn[index] = 0 }
      try harness.setJournal(torn)
      let dump = try await harness.dump()
      #expect(dump == dumps[3], "zeros at \(range)")
    }
    // Zeros that no disk leaves: inside a sector.
    var damaged = whole
    damaged[nextSector + 5] = 0
    try harness.setJournal(damaged)
    #expect(throws: StoreError.self) { try harness.open() }
    #expect(harness.journal == damaged)
  }

  /// Every byte before the last line, and every bit of each: refused, and left as it is.
  @Test func everyFlippedBitBeforeTheLastLineIsFound() async throws {
    let harness = FileStoreHarness(durability: .processCrash)
    _ = try await harness.fill()
    let whole = harness.journal
    for offset in 0..<harness.lineStarts[3] {
      for change in [1, 2, 4, 8, 16, 32, 64, 128, whole[offset]] as [UInt8] {
        var damaged = whole
        damaged[offset] ^= change
        try harness.setJournal(damaged)
        do {
          let store = try harness.open()
          try await store.close()
          Issue.record("byte \(offset) changed by \(change) was not noticed")
        } catch StoreError.damaged(let path, let position?, let reason) {
          #expect(path == harness.journalPath && !reason.isEmpty)
          #expect(position <= whole.count)
        }
        #expect(harness.journal == damaged, "a damaged journal was changed")
      }
    }
  }

  /// An acknowledged transaction must not pass for a torn one.
  @Test func everyFlippedBitOfTheLastLineIsFound() async throws {
    let harness = FileStoreHarness(durability: .processCrash)
    _ = try await harness.fill()
    let whole = harness.journal
    for offset in harness.lineStarts[3]..<whole.count {
      for bit in 0..<8 {
        var damaged = whole
        damaged[offset] ^= 1 << bit
        try harness.setJournal(damaged)
        #expect(throws: StoreError.self, "byte \(offset), bit \(bit)") { try harness.open() }
        #expect(harness.journal == damaged)
      }
    }
  }

  @Test func aLostRepeatedOrMovedLineIsFound() async throws {
    let harness = FileStoreHarness(durability: .processCrash)
    _ = try await harness.fill()
    let whole = harness.journal
    let starts = harness.lineStarts
    let lines = (0..<4).map { Array(whole[starts[$0]..<starts[$0 + 1]]) }
    for order in [[0, 2, 3], [0, 1, 3], [1, 2, 3], [0, 1, 1, 2, 3], [0, 2, 1, 3], [0, 1, 2, 3, 3], [0, 0]] {
      let damaged = order.flatMap { lines[$0] }
      try harness.setJournal(damaged)
      #expect(throws: StoreError.self, "lines \(order)") { try harness.open() }
      #expect(harness.journal == damaged)
    }
    try harness.setJournal([])
    #expect(
      throws: StoreError.damaged(
        path: harness.journalPath, offset: 0, reason: "it is empty; it should have a header")
    ) { try harness.open() }
  }

  @Test func aForeignFileIsRefused() async throws {
    let harness = FileStoreHarness()
    _ = try await harness.fill()
    for text in ["hello\n", "hello", "\n", "00000000 2 {}\n"] {
      try harness.setJournal(text.utf8)
      #expect(throws: StoreError.self, "\(text.debugDescription)") { try harness.open() }
      #expect(harness.journal == Array(text.utf8))
    }
  }
}

import Foundation
import PropertyTesting
import StorageContract

/// STO-46 and 47: files that changed while no store was open.
extension DamageLaws {
  static let noticesCuts = StorageLaw(
    .durability, needs: [.noticesTruncation], weight: 5,
    Requirement(
      "STO-46", "A truncated file is refused, or reads as an earlier state",
      says: """
        If any of the store's files is cut short while no store is open, the store is refused, as \
        damaged or with an I/O error, when it is opened or read. Or it is in the state after an earlier \
        transaction, as after a crash. It is never in a state that never existed, such as half of a \
        transaction, and its opening does not hang. If something else altogether is in the place of the store's \
        only file, the store is refused, and not taken for a new one.
        """,
      mustCatch: [.readsWhatIsLeftOfATransaction, .takesAForeignFileForANewStore]
    ).holds(
      forAll: .zip(
        .bulkyTransactions, .set(of: .int(in: 0...5), count: 0...2), .bool, .int(in: 0...3), .cutOrReplacement),
      requiring: ["several pages": 0.3]
    ) { generated, subject, trial in
      let (batches, reopenings, compacts, file, change) = generated
      let history = try await DamageHistory(
        batches, reopeningAfter: reopenings, compacts: compacts, subject, trial)
      let path = try await history.file(file)
      let bytes = try SystemFileLayer().read(path)
      let size = bytes.count
      trial.label("several pages", if: size > 3 * 4_096)
      let name = URL(fileURLWithPath: path).lastPathComponent
      if let foreign = change.foreign {
        try Data(foreign).write(to: URL(fileURLWithPath: path))
        let state = try await history.judge("\(name) has \(foreign.count) bytes of something else")
        let isAlone = try await LeftoverWatch.files(of: subject.location).count == 1
        try expect("a file that is none of a store is refused, and not taken for a new one", state == nil || !isAlone)
        return trial.label("is replaced")
      }
      let end = change.place.offset(in: bytes)
      try Data(bytes.prefix(end)).write(to: URL(fileURLWithPath: path))
      let state = try await history.judge("\(name) is cut from \(size) to \(end) bytes")
      trial.label(state == nil ? "is refused" : "reads as an earlier state")
    })

  static let noticesFlippedBits = StorageLaw(
    .durability, needs: [.checksums], weight: 5,
    Requirement(
      "STO-47", "A flipped bit is refused, or read as an earlier state",
      says: """
        If a single bit in any of the store's files is flipped while no store is open, the store never \
        returns it as data. The store is refused, as damaged or with an I/O error, when it is opened or \
        read, and is left as it was, so that it is refused again. Or it is in the state after an earlier \
        transaction, or unchanged if the bit belongs to no data.
        """,
      mustCatch: [.over(.flipsBitsAtRest), .skipsDamagedRecords, .sumsTheFirst4Kilobytes, .removesWhatItRefuses]
    ).holds(
      forAll: .zip(
        .bulkyTransactions, .set(of: .int(in: 0...5), count: 0...2), .bool,
        .array(of: .zip(.int(in: 0...3), .damagePlace, .int(in: 0...7)), count: 1...12)),
      requiring: ["several pages": 0.3]
    ) { generated, subject, trial in
      let (batches, reopenings, compacts, flips) = generated
      let history = try await DamageHistory(
        batches, reopeningAfter: reopenings, compacts: compacts, subject, trial)
      let whole = try await LeftoverWatch.contents(of: subject.location)
      for (file, place, bit) in flips {
        // Each flip is the only one: an opening may have changed the files as well.
        try history.put(whole)
        let path = try await history.file(file)
        var bytes = try SystemFileLayer().read(path)
        trial.label("several pages", if: bytes.count > 3 * 4_096)
        let offset = place.offset(in: bytes)
        guard bytes.indices.contains(offset) else { continue }
        bytes[offset] ^= 1 << UInt8(bit)
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        let name = URL(fileURLWithPath: path).lastPathComponent
        let state = try await history.judge("bit \(bit) of byte \(offset) of \(bytes.count) is flipped in \(name)")
        trial.label(state == nil ? "is refused" : "reads as a state")
      }
    })
}

private struct CutOrReplacement: Sendable {
  let place: DamagePlace
  /// What is in the file's place; nil: it is cut.
  let foreign: [UInt8]?
}

extension Generator where Value == CutOrReplacement {
  /// A cut, or what another program would have in a file, or nothing but zeros.
  fileprivate static let cutOrReplacement = Generator { source in
    let place = try source(.damagePlace)
    guard try source(.onceIn(4)) else { return CutOrReplacement(place: place, foreign: nil) }
    let parts: [[UInt8]] = [[0], Array("a line of text\n".utf8), [0x7F, 0x45, 0x4C, 0x46, 2, 1]]
    let part = try source(.element(of: parts))
    let size = try source(.int(in: 100...5_000))
    return CutOrReplacement(place: place, foreign: Array(repeatElement(part, count: size / part.count + 1).joined().prefix(size)))
  }
}

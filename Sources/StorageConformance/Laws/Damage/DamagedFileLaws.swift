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
        transaction, and its opening does not hang.
        """,
      mustCatch: [.readsWhatIsLeftOfATransaction]
    ).holds(
      forAll: .zip(
        .bulkyTransactions, .set(of: .int(in: 0...5), count: 0...2), .bool, .int(in: 0...3), .damagePlace),
      requiring: ["several pages": 0.3]
    ) { generated, subject, trial in
      let (batches, reopenings, compacts, file, place) = generated
      let history = try await DamageHistory(
        batches, reopeningAfter: reopenings, compacts: compacts, subject, trial)
      let path = try await history.file(file)
      let bytes = try SystemFileLayer().read(path)
      let size = bytes.count
      trial.label("several pages", if: size > 3 * 4_096)
      let end = place.offset(in: bytes)
      try Data(bytes.prefix(end)).write(to: URL(fileURLWithPath: path))
      let name = URL(fileURLWithPath: path).lastPathComponent
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
        read. Or it is in the state after an earlier transaction, or unchanged if the bit belongs to no \
        data.
        """,
      mustCatch: [.over(.flipsBitsAtRest), .skipsDamagedRecords, .sumsTheFirst4Kilobytes]
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

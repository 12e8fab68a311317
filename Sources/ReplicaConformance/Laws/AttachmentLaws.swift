import PropertyTesting
import ReplicaContract

private let assets = "Apple, “CKAsset”, and “CKError”: assetFileNotFound"

extension ReplicaLaws {
  static let withAttachments = ReplicaLaw(
    "REP-37", "A record is shown with its attachment, or as it was before", .attachments,
    says: """
      Attachments travel apart from their records, and syncs break off between the two. No device ever shows a record without its \
      attachment, and after a sync that returned, all are there.
      """,
    source: assets, reach: "It looks at what every device shows after every step. It does not see how the server keeps attachments.",
    needs: [.attachments],
    of: SyncHistories(
      weights: SyncHistories.records,
      troubles: [
        .atCall { .losesRequest(call: $0) }, .atCall { .losesAnswer(call: $0) }, .constant(.reorders),
        Generator<Int>.int(in: 0...3).map { .halfBatch($0) }, Generator<Int>.int(in: 1...3).map { .shortPages($0) },
      ]),
    claims: [.whole, .converges, .presence, .values], examines: SyncSession.troubleMet,
    mustCatch: [.sendsRecordsFirst, .showsRecordsAlone])

  private static let leaving: [BrokenReplica] = [.leavesAttachments]

  static let obsoleteAttachments = ReplicaLaw(
    .attachments, source: assets,
    reach: """
      It compares the bytes of the server's latest versions, without deletions that have expired, and of the disks of the places, after \
      eight edits of one record and after forty.
      """,
    needs: [.attachments], mustCatch: leaving,
    Requirement(
      "REP-38", "An attachment goes when no record needs it",
      says: """
        Two devices replace the attachment of a record again and again, or delete the record and insert it again. What was replaced or \
        deleted does not stay on the server or on the devices.
        """,
      mustCatch: leaving.map(\.fault)
    ).holds(forAll: .array(of: .zip(.int(in: 0...1), .int(in: 0...3), .bool), count: 8)) { edits, subject, trial in
      let photo = subject.capabilities.fields.firstIndex { $0 == subject.capabilities.attachment } ?? 0
      try await expectNoGrowth(
        edits.map { device, kind, bothSync in
          (kind == 0 ? .replace(device: device, record: 0) : .write(device: device, record: 0, field: photo), device, bothSync)
        }, pause: [.syncAll, .syncAll, .expire, .syncAll], subject, trial)
    })
}

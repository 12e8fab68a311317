import PropertyTesting
import ReplicaContract

extension ReplicaLaws {
  private static let mixing: [BrokenReplica] = [.sharesRecordsOfAccounts, .sharesTokenOfAccounts, .clearsOtherAccounts]
  private static let histories = SyncHistories(weights: [.write: 6, .delete: 1, .sync: 4, .reopen: 1, .changeAccount: 3])

  static let accounts = ReplicaLaw(
    .accounts, source: "Apple, “CKAccountChanged”, on caches of the account before; OWASP, “Mobile Application Security”, MASVS-STORAGE",
    reach: """
      Two accounts use one device in turn, and each has a server and another device. It looks at what the devices show; it does not see \
      what is on the disk of the device or on a server and is not shown. Nothing else goes wrong.
      """,
    needs: [.records, .durable, .accounts], examines: "another account uses the device", mustCatch: mixing,
    Requirement(
      "REP-35", "Accounts that use one device in turn do not meet",
      says: """
        Another account uses the device, and later the first one again. Nothing of either is shown to or sent for the other, though their \
        records have the same ids. Whoever comes back finds what was there, also what was not sent, and it still arrives.
        """,
      mustCatch: mixing.map(\.fault)
    ).holds(
      forAll: histories.generator, requiring: ["another account uses the device": 0.3], claims: .completion
    ) { steps, subject, trial in
      var device = try await SharedDevice(subject, [.reads, .converges, .presence, .values], trial)
      try await device.run(steps)
    })
}

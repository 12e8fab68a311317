import PropertyTesting
import StorageContract

extension LifeCycleLaws {
  static let maintenance = StorageLaw(
    .lifeCycle, needs: [.maintenance], weight: 2,
    Requirement(
      "STO-62", "Maintenance does not disturb clients",
      says: """
        While clients write and read, a store may be compacted, backed up and restored. In the end, it holds \
        every transaction acknowledged after the last restore, on top of exactly those in the restored backup. A \
        backup holds every transaction that had ended when it began, and each one that was under way completely \
        or not at all. A reader never sees a mixture of two states. If stores are simultaneous, each client has its own.
        """,
      mustCatch: [
        .compactsAnEarlierState, .refusesWritesBesideACompaction, .backsUpWhatACompactionBeganWith,
        .restoresInTwoSteps, .restoresOnceMoreWithTheNextWrite,
      ]
    ).holds(
      forAll: Generator<([Int], Int, Int)>.zip(
        .array(of: .int(in: 0...5), count: 1...6), .int(in: 1...3), .int(in: 0...2))
    ) { input, subject, trial in
      let declared = MaintenanceStep.declared(by: subject.capabilities)
      let steps = input.0.map { declared[$0 % declared.count] }
      let (clients, further) = (input.1, input.2)
      trial.note(
        "\(clients) clients write beside: " + steps.map(\.rawValue).joined(separator: ", ")
          + "; then \(further) times more")
      try await LawFolder.with { folder in
        let store = try await subject.location.open()
        var stores = [store]
        while stores.count < 3 + clients {
          stores.append(subject.capabilities.simultaneousStores ? try await subject.location.open() : store)
        }
        let history = try await MaintenanceHistory.run(steps, clients: clients, further: further, on: stores, folder)
        if subject.capabilities.simultaneousStores { for other in stores.dropFirst() { try await other.close() } }
        trial.label("beside writes", if: history.isOverlapping)
        var backedUp: MaintainedContents?
        for (number, backup) in history.backups.enumerated() {
          let other = try await subject.makeLocation().open()
          try await other.restore(from: backup.path)
          let found = try await MaintainedContents(of: other, history.clients)
          try await other.close()
          try found.expectWhole("backup \(number + 1)")
          for client in 0..<history.clients {
            guard let range = history.numbers(of: client, in: backup.span) else { continue }
            let last = Int(found.numbers[0][client])
            try expect("backup \(number + 1) has \(last) of client \(client), one of \(range)", range.contains(last))
          }
          if history.restore?.path == backup.path { backedUp = found }
        }
        trial.label("restored beside writes", if: backedUp != nil)
        try await expectFinal(history, backedUp, store)
        try await store.close()
        let reopened = try await subject.location.open()
        try await expectFinal(history, backedUp, reopened)
        try await reopened.close()
      }
    })

  private static func expectFinal(
    _ history: MaintenanceHistory, _ backedUp: MaintainedContents?, _ store: any Store
  ) async throws {
    let found = try await MaintainedContents(of: store, history.clients)
    try expect("\(MaintenanceHistory.collections[1]) in the end", found.numbers[1], equals: found.numbers[0])
    for client in 0..<history.clients {
      let number = found.numbers[0][client]
      let right = history.finalNumbers(of: client, backedUp: backedUp?.numbers[0][client])
      try expect("the store has \(number) of client \(client), one of \(right)", right.contains(number))
      let (must, may) = history.log(of: client, backedUp: backedUp?.log[client])
      let lost = must.subtracting(found.log[client]).sorted()
      try expect("transactions of client \(client) that are lost", lost, equals: [])
      let extra = found.log[client].subtracting(must.union(may)).sorted()
      try expect("transactions of client \(client) that had been taken back", extra, equals: [])
    }
  }
}

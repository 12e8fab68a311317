import PropertyTesting
import StorageContract
import StorageFaults

extension Generator where Value == CrashTransaction {
  /// A few changes of few records, so that they meet.
  /// - Parameter sizes: of the texts that are put, in bytes; small ones as often as all others.
  static func crashTransaction(changes: ClosedRange<Int> = 1...4, sizes: ClosedRange<Int> = 0...2_000) -> Generator {
    let place = Generator<CrashTransaction.Place> { source in
      CrashTransaction.Place(
        collection: try source(.element(of: CrashContents.collections)),
        key: try source(.element(of: ["k1", "k2", "k3"])))
    }
    let size = Generator<Int>.frequency(
      (1, .int(in: sizes.lowerBound...min(sizes.lowerBound + 40, sizes.upperBound))), (1, .int(in: sizes)))
    let change = Generator<CrashTransaction.Change>.frequency(
      (6, Generator<CrashTransaction.Change> { .put(try $0(place), sizeBytes: try $0(size)) }),
      (2, place.map { .delete($0) }))
    return Generator<[CrashTransaction.Change]>.array(of: change, count: changes).map { CrashTransaction(changes: $0) }
  }
}

extension Generator where Value == CrashHistory {
  /// A few steps, every second of which a crash ends.
  static let crashHistory = Generator { source in
    CrashHistory(rounds: try source(.array(of: .crashRound, count: 1...30)))
  }
}

extension Generator where Value == CrashHistory.Round {
  fileprivate static let crashRound = Generator { source in
    let step = try source(.diskStep())
    let crash = try source(
      Generator<CrashHistory.Crash?>.frequency(
        (1, .constant(nil)), (1, Generator<CrashHistory.Crash>.crash(in: step).map { $0 })))
    return CrashHistory.Round(step: step, crash: crash)
  }
}

extension Generator where Value == CrashHistory.Crash {
  fileprivate static func crash(in step: DiskStep) -> Generator {
    // About as many calls as a store makes for it: a journal appends and flushes for a commit, and makes, fills,
    // flushes and renames a file for what replaces it.
    let calls: Generator<Int> =
      switch step {
      case .write: .frequency((3, .constant(1)), (1, .int(in: 0...3)))
      case .compact, .backUp: .int(in: 0...7)
      case .restore: .int(in: 0...8)
      case .reopen: .int(in: 0...10)
      }
    return Generator { source in
      CrashHistory.Crash(
        isPowerLoss: try source(.frequency((2, .constant(true)), (1, .constant(false)))),
        afterCalls: try source(calls),
        duringRecovery: try source(.array(of: .recoveryCrash, count: 0...3)))
    }
  }
}

extension Generator where Value == CrashHistory.RecoveryCrash {
  fileprivate static let recoveryCrash = Generator { source in
    CrashHistory.RecoveryCrash(
      isPowerLoss: try source(.bool),
      // The first calls only look; an end that is torn is cut off after about seven.
      afterCalls: try source(.frequency((1, .int(in: 0...12)), (2, .int(in: 7...10)))))
  }
}

extension Generator where Value == DiskStep {
  static let diskWrite = Generator<CrashTransaction>.crashTransaction().map { DiskStep.write($0) }

  /// Compactions and openings as many of about 14 as is said.
  static func diskStep(compactions: Int = 3, openings: Int = 2) -> Generator {
    .frequency(
      (8, .diskWrite),
      (compactions, .constant(.compact)), (openings, .constant(.reopen)), (1, .constant(.backUp)),
      (2, .constant(.restore)))
  }
}

extension Generator where Value == [DiskFaultHistory.Round] {
  static let diskFaultHistory = Generator.array(of: .diskFaultRound, count: 1...40)
}

extension Generator where Value == DiskFaultHistory.Round {
  fileprivate static let diskFaultRound = Generator.frequency(
    (4, Generator<DiskStep>.diskStep(openings: 6).map { .step($0) }),
    (3, Generator<FaultInjectingFileLayer.Fault>.fileFault.map { .inject($0) }),
    (2, .constant(.heal)))
}

extension Generator where Value == FaultInjectingFileLayer.Fault {
  /// Any call except those that make the place itself; it fails because the disk is full or broken.
  fileprivate static let fileFault = Generator { source in
    let operation = try source(.frequency(
      (4, .constant(FaultInjectingFileLayer.Operation.append)), (4, .element(of: [.sync, .truncate])),
      (3, .element(of: [.rename, .syncDirectory, .create, .remove])), (4, .constant(.exists)),
      (3, .element(of: [.read, .open, .lock]))))
    return FaultInjectingFileLayer.Fault(
      operation, code: try source(.element(of: [ErrorCode.noSpace, ErrorCode.inputOutput])),
      skipping: try source(
        operation == .exists ? .int(in: 0...3) : .frequency((3, .constant(0)), (1, .int(in: 0...4)))),
      times: try source(.frequency((2, .constant(1)), (1, .constant(nil)))),
      writtenBytes: operation == .append ? try source(.frequency((1, .constant(0)), (2, .int(in: 1...200)))) : 0)
  }
}

extension Generator where Value == [FlushFaultRound] {
  static let flushFaultHistory = Generator.array(of: .flushFaultRound, count: 1...20)
}

extension Generator where Value == FlushFaultRound {
  fileprivate static let flushFaultRound = Generator { source in
    let fault = Generator<FlushFaultRound.Fault> { source in
      FlushFaultRound.Fault(
        // A compaction flushes its file, then the directory.
        skipping: try source(.frequency((2, .constant(0)), (2, .constant(1)), (1, .int(in: 0...3)))),
        times: try source(.frequency((3, .constant(1)), (1, .constant(2)), (1, .constant(nil)))))
    }
    let step = try source(.diskStep(compactions: 7))
    return FlushFaultRound(
      fault: try source(.frequency((2, .constant(nil)), (1, fault.map { $0 }))), step: step,
      losesPower: try source(.frequency((3, .constant(false)), (1, .constant(true)))))
  }
}

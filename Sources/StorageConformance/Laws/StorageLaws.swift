/// All laws, in the order of their numbers.
public enum StorageLaws {
  /// Every law, sorted by number.
  public static let all: [StorageLaw] =
    (ValueLaws.all + KeyLaws.all + OperationLaws.all + TransactionLaws.all + OverlapLaws.all + CrashLaws.all
    + DiskFaultLaws.all + DamageLaws.all + LifeCycleLaws.all + SizeLaws.all).sorted { $0.id < $1.id }
}

/// Laws of values: STO-01…08.
enum ValueLaws {
  static let all: [StorageLaw] = [
    decimals, integersAndDoubles, datesAndUUIDs, text, bytes, emptyNullAndMissing, sizes, refusedValues,
  ]
}

/// Laws of keys: STO-09…15, and STO-61 of what keys, names and text could mean.
enum KeyLaws {
  static let all: [StorageLaw] = [
    confusableKeys, byteOrder, bounds, wholeScans, paging, namesAndKeys, collections, meanings,
  ]
}

/// Laws of operations: STO-16…22.
enum OperationLaws {
  static let all: [StorageLaw] = [
    readsWhatWasPut, insertsOnlyWhatIsAbsent, deletesOnce, setsAtTheVersionOnly, versionsAreNew,
    refusalsChangeNothing, agreesWithTheModel,
  ]
}

/// Laws of transactions: STO-23…32.
enum TransactionLaws {
  static let all: [StorageLaw] = [
    wholeCommit, rollback, cancellation, ownWrites, deadHandles, noLostUpdate, wholeReads, linearizable, oneWinner,
    totals,
  ]
}

/// Laws of transactions that overlap: STO-33…38, STO-66 of many, and STO-68.
enum OverlapLaws {
  static let all: [StorageLaw] = [
    noDirtyReads, noLostUpdates, noReadSkew, noWriteSkew, everyCallReads, serializable, deadlocksEnd, listsShowOneOrder,
  ]
}

/// Laws of durability: `kill -9` of the store's process. STO-39…41, STO-56, STO-63, STO-67.
enum CrashLaws {
  static let all: [StorageLaw] = [
    acknowledgedSurvives, wholeOrNotAtAll, recoveryIsIdempotent, migrationIsOldOrNew, maintenanceSurvivesKills,
    clientsSurviveKills,
  ]
}

/// Laws of durability: disks that fail, and loss of power. STO-42…45 and STO-64.
enum DiskFaultLaws {
  static let all: [StorageLaw] = [fullDisk, ioErrors, failedFlushes, powerLoss, recordedPowerLoss]
}

/// Laws of durability: damaged files, second openers and what is left behind: STO-46…49, STO-65.
enum DamageLaws {
  static let all: [StorageLaw] = [
    noticesCuts, noticesFlippedBits, refusesSecondOpeners, leavesNothingBehind, refusesOtherProcesses,
  ]
}

/// Laws of the life cycle: STO-50…59 and STO-62. STO-56, of a crash in the middle of a migration, is with the crashes.
enum LifeCycleLaws {
  static let all: [StorageLaw] = [
    reopensAsItWas, saysThatItIsClosed, restoresWhatWasBackedUp, backsUpOneState, refusesAlteredBackups, migratesOnce,
    compactsAway, sharesNothing, dumpsAsMemoryDoes, maintenance,
  ]
}

/// Laws of what grows: STO-60.
enum SizeLaws {
  static let all: [StorageLaw] = [growing]
}

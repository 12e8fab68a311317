import Foundation
import StorageContract
import StorageFaults

/// Something that is done with a store whose disk is not to be relied on.
enum DiskStep: Sendable, CustomStringConvertible {
  case write(CrashTransaction)
  case compact
  case reopen
  case backUp
  /// The latest backup; nothing where there is none.
  case restore

  var changesContents: Bool {
    switch self {
    case .write, .restore: true
    case .compact, .reopen, .backUp: false
    }
  }

  var description: String {
    switch self {
    case .write(let transaction): "write: \(transaction)"
    case .compact: "compact"
    case .reopen: "close and open"
    case .backUp: "back up"
    case .restore: "restore"
    }
  }
}

/// Steps, and the crashes that end some of them.
struct CrashHistory: Sendable {
  struct Round: Sendable {
    let step: DiskStep
    let crash: Crash?
  }

  struct Crash: Sendable {
    /// Or the death of the process alone.
    let isPowerLoss: Bool
    /// How many file calls of the step are made; it is after the step where it makes fewer.
    let afterCalls: Int
    /// Openings that crash themselves, before one that does not.
    let duringRecovery: [RecoveryCrash]
  }

  struct RecoveryCrash: Sendable {
    let isPowerLoss: Bool
    let afterCalls: Int
  }

  let rounds: [Round]
}

/// Steps, and the faults between them.
enum DiskFaultHistory {
  enum Round: Sendable {
    case step(DiskStep)
    case inject(FaultInjectingFileLayer.Fault)
    /// All goes well again.
    case heal
  }
}

/// The codes that the laws inject.
enum ErrorCode {
  static let noSpace = ENOSPC
  static let inputOutput = EIO
}

/// A step over a disk whose flushes fail.
struct FlushFaultRound: Sendable {
  struct Fault: Sendable {
    let skipping: Int
    /// Nil: all later ones.
    let times: Int?
  }

  /// Before the step.
  let fault: Fault?
  let step: DiskStep
  /// After the step.
  let losesPower: Bool
}

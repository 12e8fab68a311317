/// Laws of durability: disks that fail, and loss of power. STO-42…45 and STO-64.
enum DiskFaultLaws {
  static let all: [StorageLaw] = [fullDisk, ioErrors, failedFlushes, powerLoss, recordedPowerLoss]
}

/// Laws of durability: damaged files, second openers and what is left behind: STO-46…49, STO-65.
enum DamageLaws {
  static let all: [StorageLaw] = [
    noticesCuts, noticesFlippedBits, refusesSecondOpeners, leavesNothingBehind, refusesOtherProcesses,
  ]
}

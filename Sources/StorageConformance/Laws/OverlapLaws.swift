/// Laws of transactions that overlap: STO-33…38.
enum OverlapLaws {
  static let all: [StorageLaw] = [
    noDirtyReads, noLostUpdates, noReadSkew, noWriteSkew, serializable, deadlocksEnd,
  ]
}

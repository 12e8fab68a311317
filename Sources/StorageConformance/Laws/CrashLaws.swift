/// Laws of durability:  crashes:STO-39…41.
enum CrashLaws {
  static let all: [StorageLaw] = []
}

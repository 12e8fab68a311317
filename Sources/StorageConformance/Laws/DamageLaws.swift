/// Laws of durability:  damaged files:STO-46…49.
enum DamageLaws {
  static let all: [StorageLaw] = []
}

/// Laws of the life cycle: STO-50…59.
enum LifeCycleLaws {
  static let all: [StorageLaw] = []
}

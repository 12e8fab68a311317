/// Laws of values: STO-01…08.
enum ValueLaws {
  static let all: [StorageLaw] = []
}

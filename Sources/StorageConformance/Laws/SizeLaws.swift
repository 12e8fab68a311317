/// Laws of what grows: STO-60.
enum SizeLaws {
  static let all: [StorageLaw] = [growing]
}

/// Laws of what grows, and of texts that mean something elsewhere: STO-60 on, and of maintenance beside work.
enum SizeLaws {
  static let all: [StorageLaw] = [growing, meanings, maintenance, maintenanceSurvivesKills]
}

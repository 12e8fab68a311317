/// Laws of durability: `kill -9` of the store's process. STO-39…41, STO-56, STO-63.
enum CrashLaws {
  static let all: [StorageLaw] = [
    acknowledgedSurvives, wholeOrNotAtAll, recoveryIsIdempotent, migrationIsOldOrNew, maintenanceSurvivesKills,
  ]
}

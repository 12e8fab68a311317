/// Laws of the life cycle: STO-50…59 and STO-62. STO-56, of a crash in the middle of a migration, is with the crashes.
enum LifeCycleLaws {
  static let all: [StorageLaw] = [
    reopensAsItWas, saysThatItIsClosed, restoresWhatWasBackedUp, backsUpOneState, refusesAlteredBackups, migratesOnce,
    compactsAway, sharesNothing, dumpsAsMemoryDoes, maintenance,
  ]
}

/// Laws of operations: STO-16…22.
enum OperationLaws {
  static let all: [StorageLaw] = [
    readsWhatWasPut, insertsOnlyWhatIsAbsent, deletesOnce, setsAtTheVersionOnly, versionsAreNew,
    refusalsChangeNothing, agreesWithTheModel,
  ]
}

/// Broken values: one list for each file of this folder.
enum ValueWitnesses {
  static let all: [Witness] = Witness.list(
    CellWitnesses.all + LabelWitnesses.all + CodeWitnesses.all + RecordWitnesses.all + AlgebraWitnesses.all + MergingWitnesses.all,
    TextWitnesses.all + AmountWitnesses.all + WordWitnesses.all + RealWitnesses.all + DiceWitnesses.all)
}

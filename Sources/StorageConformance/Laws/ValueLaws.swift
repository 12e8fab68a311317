/// Laws of values: STO-01…08.
enum ValueLaws {
  static let all: [StorageLaw] = [
    decimals, integersAndDoubles, datesAndUUIDs, text, bytes, emptyNullAndMissing, sizes, refusedValues,
  ]
}

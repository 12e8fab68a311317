/// Laws of keys: STO-09…15.
enum KeyLaws {
  static let all: [StorageLaw] = [
    confusableKeys, byteOrder, bounds, wholeScans, paging, namesAndKeys, collections,
  ]
}

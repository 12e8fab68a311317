/// Laws of keys: STO-09…15, and STO-61 of what keys, names and text could mean.
enum KeyLaws {
  static let all: [StorageLaw] = [
    confusableKeys, byteOrder, bounds, wholeScans, paging, namesAndKeys, collections, meanings,
  ]
}

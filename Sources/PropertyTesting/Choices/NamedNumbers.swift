/// Whole numbers that programs compare with.
enum NamedNumbers {
  /// In ascending order: widths of types, powers of two and of ten with their neighbours, minutes, days and years.
  static let all: [Int64] = (negative + positive).sorted()

  private static let negative: [Int64] = [
    -1, -100, -128, -129, -1_000, -32_768, -32_769, -2_147_483_648, -2_147_483_649, -9_007_199_254_740_993,
  ]

  private static let positive: [Int64] = [
    10, 16, 60, 64, 99, 100, 101, 127, 128, 255, 256, 257, 365, 366, 512, 999, 1_000, 1_001, 1_024, 3_600, 4_096, 10_000,
    32_767, 32_768, 65_535, 65_536, 86_400, 100_000, 1_000_000, 16_777_217, 1_000_000_000, 2_147_483_647, 2_147_483_648,
    2_147_483_649, 4_294_967_295, 4_294_967_296, 4_294_967_297, 1_000_000_000_000, 9_007_199_254_740_991, 9_007_199_254_740_992,
    9_007_199_254_740_993, 4_611_686_018_427_387_904,
  ]

  /// What two numbers that belong together are often apart: places, days, bits, hours, minutes, a page, a per cent.
  static func distance(_ place: Int) -> UInt64 { distances[place] }

  private static let distances: [UInt64] = [5, 7, 8, 10, 12, 16, 24, 30, 60, 100]

  /// Where those of an ascending list begin for which `isNotBelow` holds.
  static func first(of list: [Int64], where isNotBelow: (Int64) -> Bool) -> Int {
    var (low, high) = (0, list.count)
    while low < high {
      let middle = (low + high) / 2
      if isNotBelow(list[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }

  /// A power of two or of ten, or a number next to it, of either sign.
  static func anyPower(_ random: UInt64) -> Int64 {
    var power: Int64 = 1
    if random & 3 == 0 {
      // In a debug build `for` allocates.
      var zeros = 1 + (random >> 8) % 18
      while zeros > 0 {
        power &*= 10
        zeros &-= 1
      }
    } else {
      power <<= Int64(3 + (random >> 8) % 60)
    }
    switch random >> 4 & 3 {
    case 0: power &+= 1
    case 1: power &-= 1
    default: break
    }
    return random >> 2 & 3 == 3 ? 0 &- power : power
  }
}

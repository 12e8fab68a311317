import ProcessIsolation
import PropertyTesting

func checkMedian(_ median: @escaping @Sendable ([Int]) -> Int) throws {
  try check(
    "the median is one of the numbers", forAll: .array(of: .int(in: 0...9)), isolation: .forked(timeout: .seconds(2))
  ) { numbers in
    try expect("the median is in the list", numbers.isEmpty || numbers.contains(median(numbers)))
  }
}

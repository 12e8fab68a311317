import PropertyTesting
import Testing

@Test func sortingChangesNoCount() throws {
  try check("sorting changes no count", forAll: .array(of: .int())) { list in
    try expect("count", list.sorted().count, equals: list.count)
  }
}

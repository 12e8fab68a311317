import Testing

@testable import ProcessStorage

@Test func ProcessStorageIsThere() {}

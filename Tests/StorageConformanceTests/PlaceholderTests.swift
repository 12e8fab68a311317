import Testing

@testable import StorageConformance

@Test func StorageConformanceIsThere() {}

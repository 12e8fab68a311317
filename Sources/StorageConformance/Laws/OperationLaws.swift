/// Laws of operations: STO-16…22.
enum OperationLaws {
  static let all: [StorageLaw] = []
}

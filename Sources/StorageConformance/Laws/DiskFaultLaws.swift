/// Laws of durability:  failing disks:STO-42…45.
enum DiskFaultLaws {
  static let all: [StorageLaw] = []
}

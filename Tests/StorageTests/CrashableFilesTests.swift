import Foundation
import StorageContract
import StorageFaults
import Testing

/// The disk that forgets: what it permits after a crash, and nothing else.
@Suite struct CrashableFilesTests {
  private static let sector = 512

  /// A disk with the directory /d and in it a flushed file holding `old`.
  private static func disk(_ old: [UInt8] = []) throws -> (CrashableFiles, Int32) {
    let disk = CrashableFiles()
    try disk.makeDirectory("/d")
    let file = try disk.create("/d/f")
    _ = try disk.append(old, to: file)
    disk.settle()
    return (disk, file)
  }

  /// What the file may hold after loss of power; nil where it may be gone.
  private static func states(_ disk: CrashableFiles, of path: String = "/d/f") throws -> Set<[UInt8]?> {
    let image = disk.image
    var choices = CrashEnumeration()
    var states: Set<[UInt8]?> = []
    repeat {
      disk.rewind(to: image)
      try disk.restart { last, _ in choices.choose(upTo: last) }
      states.insert(disk.contents[path])
    } while choices.advance()
    disk.rewind(to: image)
    return states
  }

  @Test func whatIsFlushedStays() throws {
    let (disk, file) = try Self.disk([1, 2])
    _ = try disk.append([3], to: file)
    try disk.sync(file)
    #expect(try Self.states(disk) == [[1, 2, 3]])
  }

  @Test func anAppendIsTornAtAnyByte() throws {
    let (disk, file) = try Self.disk([1])
    _ = try disk.append([2, 3, 4], to: file)
    let prefixes: Set<[UInt8]?> = [[1], [1, 2], [1, 2, 3], [1, 2, 3, 4]]
    // The sector of the last ones may not have been written when its size was.
    let unwritten: Set<[UInt8]?> = [[1, 0], [1, 0, 0], [1, 0, 0, 0]]
    #expect(try Self.states(disk) == prefixes.union(unwritten))
  }

  @Test func aLaterSectorMayBeThereWithoutAnEarlierOne() throws {
    let (disk, file) = try Self.disk()
    let new = [UInt8](repeating: 7, count: Self.sector) + [8]
    _ = try disk.append(new, to: file)
    let states = try Self.states(disk)
    #expect(states.contains([UInt8](repeating: 0, count: Self.sector) + [8]))
    #expect(states.contains([UInt8](repeating: 7, count: Self.sector) + [0]))
    // Within a sector nothing is mixed.
    #expect(!states.contains([UInt8](repeating: 0, count: 10) + [UInt8](repeating: 7, count: Self.sector - 10) + [8]))
  }

  @Test func aTruncationIsUndoneAndOldBytesComeBack() throws {
    let (disk, file) = try Self.disk([1, 2, 3])
    try disk.truncate(file, to: 1)
    #expect(try Self.states(disk) == [[1], [1, 2, 3]])
    _ = try disk.append([9, 9], to: try disk.open("/d/f"))
    // The size of now, the bytes of before.
    #expect(try Self.states(disk).isSuperset(of: [[1, 9, 9], [1, 2, 3], [1, 9], [1]]))
  }

  @Test func namesAreLostUntilTheirDirectoryIsFlushed() throws {
    let (disk, _) = try Self.disk()
    let file = try disk.create("/d/new")
    _ = try disk.append([5], to: file)
    try disk.sync(file)
    #expect(try Self.states(disk, of: "/d/new") == [nil, [5]])
    try disk.syncDirectory("/d")
    #expect(try Self.states(disk, of: "/d/new") == [[5]])
    try disk.remove("/d/new")
    #expect(try Self.states(disk, of: "/d/new") == [nil, [5]])
  }

  @Test func aRenameIsDoneOrNotAtAll() throws {
    let (disk, _) = try Self.disk([1])
    let file = try disk.create("/d/new")
    _ = try disk.append([2], to: file)
    try disk.sync(file)
    try disk.syncDirectory("/d")
    try disk.rename("/d/new", to: "/d/f")
    #expect(try Self.states(disk) == [[1], [2]])
    try disk.syncDirectory("/d")
    #expect(try Self.states(disk) == [[2]])
    #expect(disk.contents["/d/new"] == nil)
  }

  @Test func whatLiesInALostDirectoryIsLost() throws {
    let (disk, _) = try Self.disk()
    try disk.makeDirectory("/d/e")
    let file = try disk.create("/d/e/f")
    try disk.sync(file)
    try disk.syncDirectory("/d/e")
    #expect(try Self.states(disk, of: "/d/e/f") == [nil, []])
    try disk.syncDirectory("/d")
    #expect(try Self.states(disk, of: "/d/e/f") == [[]])
  }

  /// A second flush reports success, and the pages of the first are gone all the same.
  @Test func aFailedFlushLosesWhatALaterOneDoesNotBringBack() throws {
    let (disk, file) = try Self.disk([1])
    _ = try disk.append([2], to: file)
    disk.failSyncs()
    #expect(throws: FileLayerError(code: EIO)) { try disk.sync(file) }
    try disk.sync(file)
    #expect(try disk.read("/d/f") == [1, 2])
    #expect(try Self.states(disk) == [[1, 2], [1, 0]])
    // What is written there again is written with its whole sector.
    let again = try disk.open("/d/f")
    _ = try disk.append([3], to: again)
    try disk.sync(again)
    #expect(try Self.states(disk) == [[1, 2, 3]])
  }

  @Test func afterTheDeathOfTheProcessEverythingWrittenIsThere() throws {
    let (disk, file) = try Self.disk()
    let lock = try #require(try disk.lock("/d/lock"))
    #expect(try disk.lock("/d/lock") == nil)
    _ = try disk.append([1], to: file)
    disk.stop(afterCalls: 1)
    _ = try disk.append([2], to: file)
    #expect(throws: FileLayerError(code: EIO)) { try disk.append([3], to: file) }
    #expect(throws: FileLayerError(code: EIO)) { try disk.read("/d/f") }
    #expect(!disk.isRunning)
    disk.restart()
    #expect(try disk.read("/d/f") == [1, 2])
    // Descriptors died with it, and what was not flushed may still be lost.
    #expect(throws: FileLayerError(code: EBADF)) { try disk.sync(file) }
    disk.close(lock)
    #expect(try disk.lock("/d/lock") != nil)
    #expect(try Self.states(disk).contains([]))
  }

  @Test func callsFailAsTheSystemsDo() throws {
    let (disk, file) = try Self.disk()
    #expect(throws: FileLayerError(code: EEXIST)) { try disk.create("/d/f") }
    #expect(throws: FileLayerError(code: ENOENT)) { try disk.open("/d/none") }
    #expect(throws: FileLayerError(code: ENOENT)) { try disk.create("/e/f") }
    #expect(throws: FileLayerError(code: EISDIR)) { try disk.read("/d") }
    #expect(throws: FileLayerError(code: EEXIST)) { try disk.makeDirectory("/d") }
    #expect(try disk.exists("/d") && !disk.exists("/e"))
    disk.close(file)
    #expect(throws: FileLayerError(code: EBADF)) { try disk.append([1], to: file) }
    #expect(disk.calls.suffix(2).map(\.description) == ["look for e", "append 1 bytes"])
  }

  @Test func choicesAreGoneThroughOnceEach() {
    var choices = CrashEnumeration()
    var seen: [[Int]] = []
    repeat {
      if choices.choose(upTo: 1) == 1 { _ = choices.choose(upTo: 2) }
      seen.append(choices.current)
    } while choices.advance()
    #expect(seen == [[0], [1, 0], [1, 1], [1, 2]])
  }
}

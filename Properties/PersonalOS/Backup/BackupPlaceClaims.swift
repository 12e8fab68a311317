import Foundation
import PersonalOSReference
import PropertyTesting
import StorageContract

/// What every place of backups keeps: each as it was written, in the order in which they came, until all are deleted.
struct BackupPlaceClaims {
  let system: BackupSystem
  /// How many backups are written: ten and more have numbers of two digits.
  let count: Int

  func expectAll() async throws {
    try await expectKept(by: system.openMemory(), "memory") { nil }
    let parent = try TemporaryDirectory.make(prefix: "touchstone-backups")
    defer { TemporaryDirectory.remove(parent) }
    let folder = URL(fileURLWithPath: parent).appendingPathComponent("deep/backups")
    let (place, system) = (system.openFolder(folder), system)
    try await expectKept(by: place, "the folder") { system.openFolder(folder) }
    try await expectOthersLeftAlone(folder)
    try await expectMoved(URL(fileURLWithPath: parent).appendingPathComponent("first"))
  }

  /// - Parameter again: the place as it is opened at another launch; nil for one that lives as long as the app.
  private func expectKept(by place: any BackupPlace, _ name: String, again: () -> (any BackupPlace)?) async throws {
    try expect("backups in \(name) at first", try await place.all(), equals: [])
    var urls: [URL] = []
    for number in 0..<count {
      let url = try await place.write(Self.bytes(number))
      try expect("a place of its own in \(name)", !urls.contains(url))
      urls.append(url)
    }
    for place in [place, again()].compactMap(\.self) {
      let all = try await place.all()
      try expect("backups in \(name), oldest first", all.map(\.lastPathComponent), equals: urls.map(\.lastPathComponent))
      for (number, url) in urls.enumerated() {
        try expect("backup \(number + 1) of \(count) in \(name)", try await place.read(url), equals: Self.bytes(number))
      }
    }
    let stranger = URL(fileURLWithPath: "/nowhere/backup-0.json")
    try await expectMissing(stranger, in: place, name)
    try await place.deleteAll()
    try await place.deleteAll()
    for place in [place, again()].compactMap(\.self) {
      try expect("backups in \(name) after a deletion", try await place.all(), equals: [])
      if let first = urls.first { try await expectMissing(first, in: place, name) }
    }
    let new = try await place.write([7])
    try expect("a backup in \(name) after a deletion", try await place.read(new), equals: [7])
    try await place.deleteAll()
  }

  /// What lies beside the backups in a folder is nobody's backup.
  private func expectOthersLeftAlone(_ folder: URL) async throws {
    let place = system.openFolder(folder)
    let names = ["notes.txt", "backup-x.json", "backup-1.json.old", "backup-.json"]
    for name in names { try Data([1]).write(to: folder.appendingPathComponent(name)) }
    let url = try await place.write([9])
    try expect("backups beside other files", try await place.all().map(\.lastPathComponent), equals: [url.lastPathComponent])
    try await expectMissing(folder.appendingPathComponent(names[0]), in: place, "the folder")
    try await place.deleteAll()
    let left = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    try expect("files that are no backups", left, equals: names.sorted())
  }

  /// Somebody takes a backup away, and moves the folder: each of the others stays as it was written, at its address.
  private func expectMoved(_ folder: URL) async throws {
    let place = system.openFolder(folder)
    var kept: [(url: URL, bytes: [UInt8])] = []
    for number in 0..<3 { kept.append((try await place.write(Self.bytes(number)), Self.bytes(number))) }
    let gone = kept.removeFirst().url.lastPathComponent
    try FileManager.default.removeItem(at: folder.appendingPathComponent(gone))
    kept.append((try await place.write(Self.bytes(3)), Self.bytes(3)))
    let moved = folder.deletingLastPathComponent().appendingPathComponent("second")
    try FileManager.default.moveItem(at: folder, to: moved)
    let there = system.openFolder(moved)
    let names = try await there.all().map(\.lastPathComponent)
    try expect("backups in the folder that was moved", names, equals: kept.map(\.url.lastPathComponent))
    for (url, bytes) in kept {
      try expect("\(url.lastPathComponent) in the folder that was moved", try await there.read(url), equals: bytes)
    }
  }

  private func expectMissing(_ url: URL, in place: any BackupPlace, _ name: String) async throws {
    let error = await thrownError { _ = try await place.read(url) }
    try expect("why \(url.lastPathComponent) is not read in \(name)", error as? BackupError, equals: .missing(url))
  }

  private static func bytes(_ number: Int) -> [UInt8] { Array("backup \(number)".utf8) }
}

extension Fault<PersonalOSSystem> {
  static let placesSortBackupsByName = Fault("placesSortBackupsByName", "sorts backup 10 before backup 2") {
    let openFolder = $0.backup.openFolder
    $0.backup.openFolder = { MisreadPlace(base: openFolder($0)) { $0.sorted { $0.path < $1.path } } }
  }
  static let placesForgetTheFirst = Fault("placesForgetTheFirst", "lists only the latest backups") {
    let openMemory = $0.backup.openMemory
    $0.backup.openMemory = { MisreadPlace(base: openMemory()) { Array($0.suffix(5)) } }
  }
  static let placesKeepFiles = Fault("placesKeepFiles", "leaves the files of deleted backups") {
    let openFolder = $0.backup.openFolder
    $0.backup.openFolder = { MisreadPlace(base: openFolder($0), keepsAll: true) { $0 } }
  }
}

/// A place that shows its backups otherwise.
private struct MisreadPlace: BackupPlace {
  let base: any BackupPlace
  var keepsAll = false
  let show: @Sendable ([URL]) -> [URL]

  func write(_ bytes: [UInt8]) async throws -> URL { try await base.write(bytes) }
  func read(_ url: URL) async throws -> [UInt8] { try await base.read(url) }
  func all() async throws -> [URL] { show(try await base.all()) }
  func deleteAll() async throws { if !keepsAll { try await base.deleteAll() } }
}

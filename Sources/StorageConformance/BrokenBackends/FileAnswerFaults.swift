import StorageContract

/// Takes a write that stopped half-way for a whole one.
struct UncheckedAppends: InterposedFiles {
  let base: any FileLayer

  func append(_ bytes: [UInt8], to file: Int32) throws -> Int {
    _ = try base.append(bytes, to: file)
    return bytes.count
  }
}

/// Leaves in the file what was written of an append that failed.
struct UncutAppends: InterposedFiles {
  let base: any FileLayer

  func truncate(_ file: Int32, to sizeBytes: Int) throws {}
}

/// Takes a file that cannot be seen for one that is not there: a new one takes its place.
struct OverlookedFiles: InterposedFiles {
  let base: any FileLayer

  func exists(_ path: String) throws -> Bool { (try? base.exists(path)) ?? false }
}

import StorageContract

/// The names on a disk that may lose what was not flushed, of all its directories.
struct DiskEntries: Sendable {
  enum Node: Sendable, Equatable {
    case directory
    /// Its number.
    case file(Int)
  }

  /// What the process sees, by path.
  private(set) var current: [String: Node] = [:]
  /// What is there after loss of power.
  private var flushed: [String: Node] = [:]
  /// What has happened since, oldest first.
  private var changes: [Change] = []

  private enum Change: Sendable {
    case add(String, Node)
    case rename(String, to: String, Node)
    case remove(String)

    func apply(to entries: inout [String: Node]) {
      switch self {
      case .add(let path, let node): entries[path] = node
      case .rename(let path, let newPath, let node):
        if entries[path] == node { entries[path] = nil }
        entries[newPath] = node
      case .remove(let path): entries[path] = nil
      }
    }

    func concerns(_ directory: String) -> Bool {
      switch self {
      case .add(let path, _), .remove(let path): DiskEntries.parent(of: path) == directory
      case .rename(let path, let newPath, _):
        DiskEntries.parent(of: path) == directory || DiskEntries.parent(of: newPath) == directory
      }
    }

    var description: String {
      switch self {
      case .add(let path, _): "the name \(DiskEntries.name(of: path))"
      case .rename(let path, let newPath, _):
        "the renaming of \(DiskEntries.name(of: path)) to \(DiskEntries.name(of: newPath))"
      case .remove(let path): "the removal of \(DiskEntries.name(of: path))"
      }
    }
  }

  /// Everything above the first directory that is made here is taken to be there, and to stay.
  mutating func adoptParents(of path: String) {
    var parent = Self.parent(of: path)
    while current[parent] == nil {
      current[parent] = .directory
      flushed[parent] = .directory
      parent = Self.parent(of: parent)
    }
  }

  mutating func add(_ path: String, _ node: Node) { perform(.add(path, node)) }

  mutating func remove(_ path: String) { perform(.remove(path)) }

  mutating func rename(_ path: String, to newPath: String) {
    if let node = current[path] { perform(.rename(path, to: newPath, node)) }
  }

  private mutating func perform(_ change: Change) {
    change.apply(to: &current)
    changes.append(change)
  }

  /// Of the names in `directory` alone; nil: of all.
  mutating func flush(_ directory: String?) {
    changes.removeAll { change in
      guard directory.map(change.concerns) ?? true else { return false }
      change.apply(to: &flushed)
      return true
    }
  }

  /// The names after loss of power: all that was flushed, and any of the changes since, each as a whole.
  func afterPowerLoss(_ choose: CrashChoice) throws -> DiskEntries {
    var result = flushed
    for change in changes {
      if try choose(1, "whether \(change.description) is lost") == 0 { change.apply(to: &result) }
    }
    // What lay in a directory that is lost is lost with it.
    let survivors = result.filter { path, _ in
      var parent = Self.parent(of: path)
      while parent != Self.parent(of: parent) {
        guard result[parent] == .directory else { return false }
        parent = Self.parent(of: parent)
      }
      return true
    }
    return DiskEntries(flushed: survivors)
  }

  init() {}

  private init(flushed: [String: Node]) {
    current = flushed
    self.flushed = flushed
  }

  /// The root is its own parent, and so is the current directory.
  static func parent(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  static func name(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return path }
    return String(path[path.index(after: slash)...])
  }
}

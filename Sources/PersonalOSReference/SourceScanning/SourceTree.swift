import Foundation

/// The source files below some folders. Each file occurs once, even if several links lead to it.
///
/// The walk visits the folders first and follows links afterwards, so that a file inside the tree has its own path as
/// its name. The walk enters each folder once, so a link back to a folder above ends there.
public struct SourceTree {
  /// The paths of the source files, in no particular order.
  public private(set) var files: [String] = []
  /// A finding for each file, folder or link that could not be read.
  public private(set) var unreadable: [SourceFinding] = []
  /// The number of files in ``unreadable``; the others are folders.
  private(set) var unreadableFileCount = 0

  private var pending: [String] = []
  private var links: [String] = []
  /// The folders that were entered, by the bytes of their paths, because two strings that look alike are equal.
  private var entered: Set<[UInt8]> = []
  private var taken: Set<[UInt8]> = []

  /// Folders with build products and history, which contain no sources of the tree.
  private static let leftOut: Set<String> = [".build", ".git"]

  /// Walks the folders and follows the links in them. It reads no file's contents.
  /// - Parameter roots: folders, or files.
  public init(roots: [String]) {
    for root in roots { add(root: root) }
    walk()
    while !links.isEmpty {
      let next = links.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
      links = []
      for link in next { follow(link) }
      walk()
    }
  }

  private mutating func add(root: String) {
    var path = root
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    switch Kind(of: path, followingLinks: true) {
    case .folder: pending.append(path)
    case .file: take(path)
    case .link, .other: refuse(path, "neither a file nor a folder", isFile: true)
    case nil: refuse(path, "there is no such file or folder", isFile: false)
    }
  }

  private mutating func walk() {
    while let folder = pending.popLast() {
      guard let real = Self.realPath(folder), entered.insert(real).inserted else { continue }
      guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else {
        refuse(folder, "the system does not let the folder be read", isFile: false)
        continue
      }
      let prefix = folder == "." ? "" : folder.hasSuffix("/") ? folder : folder + "/"
      for name in names { visit(prefix + name, name) }
    }
  }

  private mutating func visit(_ path: String, _ name: String) {
    switch Kind(of: path, followingLinks: false) {
    case .folder: if !Self.leftOut.contains(name) { pending.append(path) }
    case .link: links.append(path)
    case .file: if Self.isSource(name) { take(path) }
    // Reading a pipe would block.
    case .other: if Self.isSource(name) { refuse(path, "not a regular file", isFile: true) }
    case nil:
      // This may be a folder. Report it, so that nobody believes that it was read.
      if name.contains("\u{FFFD}") {
        refuse(path, "its name is not UTF-8", isFile: Self.isSource(name))
      } else if Self.isSource(name) {
        refuse(path, "it has gone", isFile: true)
      }
    }
  }

  private mutating func follow(_ link: String) {
    switch Kind(of: link, followingLinks: true) {
    case .folder: pending.append(link)
    case .file: if Self.isSource(link) { take(link) }
    case .link, .other: if Self.isSource(link) { refuse(link, "not a regular file", isFile: true) }
    case nil: if Self.isSource(link) { refuse(link, "a link that leads nowhere", isFile: true) }
    }
  }

  private mutating func take(_ path: String) {
    guard let real = Self.realPath(path), taken.insert(real).inserted else { return }
    files.append(path)
  }

  private mutating func refuse(_ path: String, _ reason: String, isFile: Bool) {
    unreadable.append(.unreadable(path, reason))
    if isFile { unreadableFileCount += 1 }
  }

  private static func isSource(_ name: String) -> Bool {
    name.utf8.reversed().starts(with: ".swift".utf8.reversed())
  }

  /// The path with every link in it resolved; nil if it leads to nothing.
  private static func realPath(_ path: String) -> [UInt8]? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return Array(UnsafeRawBufferPointer(start: real, count: strlen(real)))
  }

  private enum Kind {
    case folder, file, link, other

    /// Nil if nothing exists at the path.
    init?(of path: String, followingLinks: Bool) {
      var status = stat()
      guard (followingLinks ? stat(path, &status) : lstat(path, &status)) == 0 else { return nil }
      switch status.st_mode & S_IFMT {
      case S_IFDIR: self = .folder
      case S_IFREG: self = .file
      case S_IFLNK: self = .link
      default: self = .other
      }
    }
  }
}

import ArgusReference
import Foundation
import PlatformStandIns
import SQLiteStorage
import StorageContract

// A device of a user in a process of its own: `act file|sqlite STORE CLOUD NAME SEED COUNT` does what a user does and prints each
// write that was acknowledged; `settle file|sqlite STORE CLOUD NAME` synchronizes and prints all that is shown.

struct NoBackend: HTTPTransport {
  func send(_ request: HTTPRequest) async throws -> HTTPResponse { HTTPResponse(status: 503) }
}

func print(line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

let arguments = Array(CommandLine.arguments.dropFirst())
guard arguments.count >= 5 else {
  FileHandle.standardError.write(Data("argus-probe: what is \(arguments)?\n".utf8))
  exit(2)
}
let (command, kind, path, directory, name) = (arguments[0], arguments[1], arguments[2], arguments[3], arguments[4])
let store: any Store =
  kind == "file"
  ? try FileStore(directory: path, options: FileStoreOptions(durability: .processCrash))
  : try SQLiteStore(path: path, options: SQLiteStoreOptions(durability: .processCrash))
var platform = ArgusPlatform(store: store, transport: NoBackend(), time: .device)
platform.cloud = DirectoryCloud(directory: directory)
platform.deviceName = name
let app = try await ArgusApp.launch(platform)

func article(_ id: String, _ title: String) async throws -> ArticleModel {
  var article = try await app.articles.article(id) ?? ArticleModel(id: id, url: "https://news.example/\(id)")
  article.title = title
  return article
}

if command == "act", arguments.count == 7, let seed = UInt64(arguments[5]), let count = Int(arguments[6]) {
  // SplitMix64.
  var state = seed
  func draw(_ bound: UInt64) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((mixed ^ (mixed >> 31)) % bound)
  }
  for step in 0..<count {
    let shared = "shared-\(draw(3))"
    switch draw(8) {
    case 0...2: try await app.articles.save(try await article(shared, "\(name) \(seed) \(step)"))
    case 3: try await app.articles.delete(shared)
    case 4: try await app.articles.markSeen(shared)
    case 5:
      if let known = try await app.articles.article(shared) {
        var marked = known
        marked.isBookmarked.toggle()
        try await app.articles.save(marked)
      }
    default:
      // Nobody else writes these: what was acknowledged last stays.
      let own = "\(name)-\(draw(3))"
      try await app.articles.save(try await article(own, "\(step) of \(seed)"))
      print(line: "\(own)\t\(step) of \(seed)")
    }
  }
} else {
  try await app.synchronize()
  for article in await app.articles.articles(topic: nil).articles.sorted(by: { $0.id < $1.id }) {
    print(line: "\(article.id)\t\(article.title)\t\(article.isBookmarked)")
  }
  let seen = try await app.articleStore.read { try $0.seenArticles() }
  for one in seen.sorted(by: { $0.articleID < $1.articleID }) { print(line: "seen \(one.articleID)\t\(one.seenAt.timeIntervalSince1970)") }
}
try await store.close()

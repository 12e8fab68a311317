import PropertyTesting

extension GalleryBug {
  static let cacheStampede = GalleryBug(
    "cache stampede",
    "Every task that misses the cache asks the origin, because the cache does not keep a request in flight.",
    buggy: { try await readTogether { await $0.loadIfAbsent("logo") } },
    fixed: { try await readTogether { await $0.loadOnce("logo") } })
}

private func readTogether(_ read: @escaping @Sendable (ImageCache) async -> String) async throws {
  let origin = Origin()
  let cache = ImageCache(origin: origin)
  let images = await withTaskGroup { group in
    for _ in 1...3 { group.addTask { await read(cache) } }
    return await group.reduce(into: []) { $0.append($1) }
  }
  try expect("images", images, equals: ["bytes of logo", "bytes of logo", "bytes of logo"])
  try expect("requests to the origin", await origin.requests, equals: 1)
}

private actor ImageCache {
  private let origin: Origin
  private var images: [String: String] = [:]
  private var requests: [String: Task<String, Never>] = [:]

  init(origin: Origin) {
    self.origin = origin
  }

  func loadIfAbsent(_ name: String) async -> String {
    if let image = images[name] { return image }
    let image = await origin.fetch(name)
    images[name] = image
    return image
  }

  func loadOnce(_ name: String) async -> String {
    let request = requests[name] ?? Task { [origin] in await origin.fetch(name) }
    requests[name] = request
    return await request.value
  }
}

private actor Origin {
  private(set) var requests = 0

  func fetch(_ name: String) -> String {
    requests += 1
    return "bytes of \(name)"
  }
}

import PropertyTesting

extension GalleryBug {
  static let missingCancellationCheck = GalleryBug(
    "missing cancellation check",
    "A cancelled upload continues to the end, because its loop never checks for cancellation.",
    buggy: { try await cancelUpload { await $0.upload($1) } },
    fixed: { try await cancelUpload { await $0.uploadUntilCancelled($1) } })
}

private func cancelUpload(
  _ upload: @escaping @Sendable (Uploader, ClosedRange<Int>) async -> Void
) async throws {
  let server = PhotoServer()
  let uploading = Task { await upload(Uploader(server: server), 1...5) }
  let cancelling = Task {
    uploading.cancel()
    return await server.photos.count
  }
  let (_, sent) = await (uploading.value, cancelling.value)
  let after = await server.photos.count - sent
  try expect("no more than the photo under way is sent after the cancel, but \(after) were", after <= 1)
}

private struct Uploader {
  let server: PhotoServer

  func upload(_ photos: ClosedRange<Int>) async {
    for photo in photos { await server.add(photo) }
  }

  func uploadUntilCancelled(_ photos: ClosedRange<Int>) async {
    for photo in photos where !Task.isCancelled { await server.add(photo) }
  }
}

private actor PhotoServer {
  private(set) var photos: [Int] = []

  func add(_ photo: Int) {
    photos.append(photo)
  }
}

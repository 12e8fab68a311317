import PropertyTesting

extension GalleryBug {
  static let staleRead = GalleryBug(
    "stale read after await",
    "A task copies a profile, awaits an upload, and writes the copy back over a rename.",
    buggy: { try await renameWhileUploading { await $0.setAvatarOfCopy("cat.jpg") } },
    fixed: { try await renameWhileUploading { await $0.setAvatar("cat.jpg") } })
}

private func renameWhileUploading(
  _ changeAvatar: @escaping @Sendable (ProfileModel) async -> Void
) async throws {
  let model = ProfileModel()
  async let upload: Void = changeAvatar(model)
  async let rename: Void = model.rename("Ada")
  _ = await (upload, rename)
  try expect("profile", await model.profile, equals: Profile(name: "Ada", avatar: "/media/cat.jpg"))
}

private struct Profile: Equatable {
  var name = "anonymous"
  var avatar = ""
}

@MainActor
private final class ProfileModel {
  private(set) var profile = Profile()
  private let server = MediaServer()

  func rename(_ name: String) {
    profile.name = name
  }

  func setAvatarOfCopy(_ image: String) async {
    var changed = profile
    changed.avatar = await server.upload(image)
    profile = changed
  }

  func setAvatar(_ image: String) async {
    let avatar = await server.upload(image)
    profile.avatar = avatar
  }
}

private actor MediaServer {
  func upload(_ image: String) -> String { "/media/\(image)" }
}

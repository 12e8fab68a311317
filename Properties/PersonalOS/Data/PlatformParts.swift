import Foundation
import PersonalOSReference
import PlatformStandIns
import StorageContract

/// GitHub with one repository, and another one each time: there is always something to write.
final class OneRepository: GitHubTransport {
  private let count = Remembered<Int64>(0)

  func repositories(of username: String, page: Int) async throws -> GitHubPage {
    let number = count.withValue { count in
      count += 1
      return count
    }
    let repository = GitHubRepo(
      id: number, name: "repository \(number)", fullName: "user/repository \(number)", description: nil,
      stars: 0, language: nil, updatedAt: Date(timeIntervalSinceReferenceDate: 0))
    return GitHubPage(repositories: [repository], nextPage: nil)
  }
}

/// A keychain without items.
struct EmptyKeychain: Keychain {
  func store(_ value: [UInt8], for key: String, accessibility: KeychainAccessibility) async throws {}
  func retrieve(_ key: String) async throws -> [UInt8]? { nil }
  func delete(_ key: String) async throws {}
  func deleteAll() async throws {}
}

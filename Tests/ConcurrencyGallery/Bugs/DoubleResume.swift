import PropertyTesting

extension GalleryBug {
  /// The continuation itself is guarded: to resume it twice would end the process.
  static let doubleResume = GalleryBug(
    "double resume",
    "The reply and the user's cancel both find the continuation waiting, and both settle the download.",
    buggy: { try await replyAndCancel { await $0.logAndSettle($1) } },
    fixed: { try await replyAndCancel { await $0.settleAndLog($1) } })
}

private func replyAndCancel(
  _ settle: @escaping @Sendable (Download, String) async -> Void
) async throws {
  let download = Download()
  async let result = download.result()
  async let reply: Void = settle(download, "done")
  async let cancel: Void = settle(download, "cancelled")
  let (told, _, _) = await (result, reply, cancel)
  try expect("what was settled", await download.settled, equals: [told])
}

private actor Download {
  private var waiter: CheckedContinuation<String, Never>?
  private(set) var settled: [String] = []
  private let log = DownloadLog()

  func result() async -> String {
    if let outcome = settled.first { return outcome }
    return await withCheckedContinuation { waiter = $0 }
  }

  func logAndSettle(_ outcome: String) async {
    guard settled.isEmpty else { return }
    await log.append(outcome)
    resume(outcome)
  }

  func settleAndLog(_ outcome: String) async {
    guard settled.isEmpty else { return }
    resume(outcome)
    await log.append(outcome)
  }

  private func resume(_ outcome: String) {
    settled.append(outcome)
    waiter?.resume(returning: outcome)
    waiter = nil
  }
}

private actor DownloadLog {
  private var outcomes: [String] = []

  func append(_ outcome: String) {
    outcomes.append(outcome)
  }
}

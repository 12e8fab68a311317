import PropertyTesting

extension ThreadBug {
  static let upgradeInPlace = ThreadBug(
    "upgrade in place", "A reader asks for the write lock, which waits for all readers to leave, and itself is one.",
    verdict: .deadlocked,
    buggy: {
      try countVisit { page in
        page.lock.read {
          if page.isOpen { page.lock.write { page.visits += 1 } }
        }
      }
    },
    fixed: {
      try countVisit { page in
        if page.lock.read({ page.isOpen }) { page.lock.write { page.visits += 1 } }
      }
    })
}

private final class Page: @unchecked Sendable {
  let lock = ReadersWriterLock()
  var isOpen = false
  var visits = 0
}

private func countVisit(_ visit: @escaping @Sendable (Page) -> Void) throws {
  let page = Page()
  inThreads({ visit(page) }, { page.lock.write { page.isOpen = true } })
  try expect("at most one visit", page.lock.read { page.visits } <= 1)
}

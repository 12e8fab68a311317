import PropertyTesting
import Synchronization

extension ThreadBug {
  static let hazardPointer = ThreadBug(
    "hazard pointer", "A reader announces the menu that it reads, but not before the old menu was found unused and thrown away.",
    buggy: { try readWhileReplaced(Menus(looksAgain: false)) },
    fixed: { try readWhileReplaced(Menus(looksAgain: true)) })
}

private final class Menus: Sendable {
  private final class Menu: Sendable {
    let isFreed = Atomic(false)
  }

  private let looksAgain: Bool
  private let menus = [Menu(), Menu()]
  private let current = Atomic(0)
  private let hazard = Atomic(-1)

  init(looksAgain: Bool) { self.looksAgain = looksAgain }

  /// Whether the menu was there as long as it was read.
  func read() -> Bool {
    var menu = current.load(ordering: .sequentiallyConsistent)
    hazard.store(menu, ordering: .sequentiallyConsistent)
    while looksAgain {
      let now = current.load(ordering: .sequentiallyConsistent)
      if now == menu { break }
      menu = now
      hazard.store(menu, ordering: .sequentiallyConsistent)
    }
    let wasThere = !menus[menu].isFreed.load(ordering: .sequentiallyConsistent)
    hazard.store(-1, ordering: .sequentiallyConsistent)
    return wasThere
  }

  func replace() -> Bool {
    let old = current.exchange(1, ordering: .sequentiallyConsistent)
    if hazard.load(ordering: .sequentiallyConsistent) != old { menus[old].isFreed.store(true, ordering: .sequentiallyConsistent) }
    return true
  }
}

private func readWhileReplaced(_ menus: Menus) throws {
  try expect("every reader had a menu", inThreads({ menus.read() }, { menus.replace() }), equals: [true, true])
}

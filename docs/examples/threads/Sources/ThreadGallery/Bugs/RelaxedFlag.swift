import PropertyTesting
import Synchronization

extension ThreadBug {
  static let relaxedFlag = ThreadBug(
    "relaxed flag", "A flag says that a letter is there, with an order that does not say the same of the letter.", verdict: .race,
    buggy: {
      try deliver(
        announce: { $0.isThere.store(true, ordering: .relaxed) }, look: { $0.isThere.load(ordering: .relaxed) })
    },
    fixed: {
      try deliver(
        announce: { $0.isThere.store(true, ordering: .releasing) }, look: { $0.isThere.load(ordering: .acquiring) })
    })
}

private final class Mailbox: @unchecked Sendable {
  var letter = 0
  let isThere = Atomic(false)
}

private func deliver(
  announce: @escaping @Sendable (Mailbox) -> Void, look: @escaping @Sendable (Mailbox) -> Bool
) throws {
  let mailbox = Mailbox()
  let read = inThreads(
    { look(mailbox) ? mailbox.letter : 9 },
    {
      mailbox.letter = 9
      announce(mailbox)
      return 9
    })
  try expect("letters", read, equals: [9, 9])
}

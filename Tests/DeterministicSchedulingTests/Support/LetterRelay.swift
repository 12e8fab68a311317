/// Keeps letters in the order in which they come.
actor LetterBox {
  private(set) var letters: [String] = []
  func take(_ letter: String) { letters.append(letter) }
}

/// Writes down what it sends on to a mailbox.
actor LetterRelay {
  private let mailbox: LetterBox
  private(set) var sent: [String] = []

  init(_ mailbox: LetterBox) { self.mailbox = mailbox }

  func send(_ letter: String) async {
    sent.append(letter)
    await mailbox.take(letter)
  }

  func sendTwice(_ letter: String) async {
    await send(letter)
    await send(letter)
  }
}

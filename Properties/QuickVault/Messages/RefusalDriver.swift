import Foundation
import PlatformStandIns
import PropertyTesting
import QuickVaultGenerators
import QuickVaultReference
import StorageContract

/// Everything that the app refuses, asked for once: the error is the right one, with the numbers of this app's policy and
/// the words that were given.
@MainActor
struct RefusalDriver {
  private let details: MessageDetails
  private let policy: VaultPolicy
  private let device: VaultDevice
  private let store: any Store
  private let app: VaultApp

  private var password: String { String(repeating: "字", count: details.length) }

  init(_ details: MessageDetails, _ system: QuickVaultSystem) async throws {
    self.details = details
    policy = VaultPolicy(
      derivationRounds: Int(1 + details.limit % 50), minimumPasswordLength: details.length, allowedFailures: 1 + details.length % 3,
      attemptDelay: .milliseconds(details.delayMilliseconds), allowedBiometricFailures: 1 + details.length % 2,
      maximumFileSize: min(details.limit, 64))
    device = VaultDevice(system, policy: policy)
    (store, app) = try await device.launch()
  }

  var session: MessageDriver { MessageDriver(details, app) }

  func run() async throws {
    try expect("rounds of new keys", app.crypto.rounds, equals: policy.derivationRounds)
    try await beforeSetup()
    try await app.authentication.setupMasterPassword(password)
    try await unlocked()
    try await locked()
    try await store.close()
    _ = try await refusal("what a closed store refuses") { _ = try await app.attachments.attachmentData(id: UUID()) }
  }

  private func beforeSetup() async throws {
    try await expectRefusal("a password before setup", .authentication(.notConfigured)) {
      try await app.authScreen.authenticate(with: password)
    }
    try await expectRefusal("a short password", .authentication(.passwordTooShort(min: details.length))) {
      try await app.authScreen.setupPassword(String(password.dropLast()))
    }
  }

  private func unlocked() async throws {
    try await expectRefusal("another setup", .authentication(.alreadyConfigured)) {
      try await app.authScreen.setupPassword(password)
    }
    try await expectRefusal("a short new password", .authentication(.passwordTooShort(min: details.length))) {
      try await app.authentication.changePassword(oldPassword: password, newPassword: "")
    }
    let card = try await create(title: "a", fields: [field(label: "内容", value: "a")])
    try await expectRefusal("a blank title", .validation(.emptyTitle)) { _ = try await create(title: " ") }
    try await expectRefusal("a blank field", .validation(.requiredFieldEmpty(label: details.label))) {
      _ = try await create(fields: [field(label: details.label, value: ""), field(label: "内容", value: "a")])
    }
    if CardGroup(rawValue: details.name) == nil {
      try await expectRefusal("a group", .validation(.unknownGroup(details.name))) { _ = try await create(group: details.name) }
    }
    if CardType(rawValue: details.name) == nil {
      try await expectRefusal("a type", .validation(.unknownCardType(details.name))) { _ = try await create(type: details.name) }
    }
    try await expectRefusal("the pin of no card", .card(.notFound)) { _ = try await app.cards.togglePin(id: UUID()) }
    try await expectRefusal("a file of no card", .attachment(.cardNotFound)) { _ = try await attach(0, to: UUID()) }
    let limit = Int(policy.maximumFileSize)
    try await expectRefusal("a large file", .attachment(.fileTooLarge(size: Int64(limit + 1), max: Int64(limit)))) {
      _ = try await attach(limit + 1, to: card.id)
    }
    let file = try await attach(limit, to: card.id)
    try await expectRefusal("no attachment", .attachment(.notFound)) {
      try await app.attachments.deleteAttachment(id: UUID())
    }
    try await expectRefusal("a watermark over no image", .watermark(.unsupportedImage)) {
      try await app.watermarks.updateWatermark(for: file.id, text: "a")
    }
  }

  private func locked() async throws {
    app.authScreen.lock()
    try await expectRefusal("cards while locked", .card(.locked)) { _ = try await app.cards.fetchAllCards() }
    try await expectRefusal("files while locked", .authentication(.locked)) {
      _ = try await app.attachments.fetchAttachments(for: UUID())
    }
    for _ in 0..<policy.allowedBiometricFailures {
      device.sensor.says(.failed)
      try await expectRefusal("somebody else", .authentication(.biometricFailed)) {
        try await app.authScreen.authenticateWithBiometric()
      }
    }
    device.sensor.says(.succeeded)
    try await expectRefusal("biometrics after failures", .authentication(.biometricUnavailable)) {
      try await app.authScreen.authenticateWithBiometric()
    }
    try expect("how often the user is asked to be recognised", device.sensor.reasons.count, equals: policy.allowedBiometricFailures)
    for reason in device.sensor.reasons {
      try expect("the sensor asks “\(reason)”, without", reason.firstMissing(of: ["解锁", "保险库", "unlock", "vault"]), equals: nil)
    }
    for _ in 0..<policy.allowedFailures {
      try await expectRefusal("a wrong password", .authentication(.invalidPassword)) {
        try await app.authScreen.authenticate(with: password + "1")
      }
    }
    try await expectRefusal("the right password, too early", .authentication(.rateLimited(retryAfter: policy.attemptDelay))) {
      try await app.authScreen.authenticate(with: password)
    }
    device.clock.advance(by: policy.attemptDelay)
    try await app.authScreen.authenticate(with: password)
  }

  private func expectRefusal(_ what: String, _ expected: AppError, _ operation: () async throws -> Void) async throws {
    try expect("the refusal of \(what)", try await refusal(what, operation), equals: expected)
  }

  private func refusal(_ what: String, _ operation: () async throws -> Void) async throws -> AppError {
    do {
      try await operation()
    } catch let error as AppError {
      return error
    }
    throw NothingRefused(what: what)
  }

  // What is asked for.

  private func field(label: String, value: String) -> CardFieldDTO {
    CardFieldDTO(id: UUID(), label: label, value: value, isRequired: true, displayOrder: 0)
  }

  private func create(
    title: String = "a", group: String = "Company", type: String = "GeneralText", fields: [CardFieldDTO] = []
  ) async throws -> CardDTO {
    try await app.cards.createCard(title: title, group: group, cardType: type, fields: fields, tags: [])
  }

  private func attach(_ size: Int, to card: UUID) async throws -> AttachmentDTO {
    try await app.attachments.addAttachment(
      to: card, fileData: [UInt8](repeating: 1, count: size), fileName: "a", mimeType: "text/plain")
  }
}

/// Something was done that had to be refused.
private struct NothingRefused: Error {
  let what: String
}

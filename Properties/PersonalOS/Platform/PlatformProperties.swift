import PersonalOSReference
import PropertyTesting

/// What every other property trusts: the device, ciphers and certificates that stand in for the platform's.
public enum PlatformProperties: PropertyGroup {
  public static let all: [Property<PersonalOSSystem>] = [deviceStandIns, cipherStandIns, certificateStandIns]

  static let deviceStandIns = Requirement<PersonalOSSystem>(
    "POS-P1", "Clock, notices and places of a device",
    says: """
      Monotonic time never goes back, and sleeps use it. The wall clock advances with monotonic time and can be \
      set. A cancelled task does not sleep. The device shows each notice once, at its time and not before, earliest \
      first. A new notice replaces the notice with the same name. Preferences and files hold the value last \
      written.
      """,
    covers: "5.2", "5.4", of: "VirtualClock, NotificationScheduler, AppSandbox", needs: [],
    mustCatch: [.keepsRemovedFiles]
  ).holds(
    of: DeviceMachine.machine, commands: 0...30,
    requiring: [
      "less than no time passes": 0.1, "the clock is set back": 0.1, "sleeps until a time that is over": 0.1,
      "a cancelled task sleeps": 0.1, "a notice replaces one that waits": 0.1, "a notice goes between others": 0.05,
      "two notices of one time": 0.05, "a notice is withdrawn": 0.08, "notices are shown": 0.1, "some are not due yet": 0.05,
      "one is due at this instant": 0.01, "a preference is removed": 0.01, "a file is removed": 0.02,
    ],
    making: { DeviceDriver($0) })

  static let cipherStandIns = Requirement<PersonalOSSystem>(
    "POS-P2", "Digests, codes, keys and seals",
    says: """
      SHA-256, HMAC, PBKDF2 and AES-256-GCM give the published results, and HMAC and PBKDF2 follow their definitions \
      over the digest. Sealed data opens with its key and associated data. It does not open if one bit of any of \
      these differs, or if a part is missing. Random bytes have the requested number and differ each time.
      """,
    covers: "4.2", "4.3", of: "SHA256Digest, HMACSHA256, PBKDF2SHA256, AES256GCM, SecureRandom", needs: [],
    mustCatch: [
      .digestsWithoutTheLastByte, .writesDigitsInCapitals, .writesOneDigitOfSmallBytes, .cutsLongKeys, .refusesEmptyKeys,
      .derivesInOneIteration, .derivesWholeBlocks, .endsPasswordsAtZero, .sealsWithoutAssociatedData, .opensWhatIsAltered,
      .putsTheNonceLast, .drawsTheSameBytes, .drawsAByteTooFew,
    ]
  ).holds(
    forAll: .cipherCase,
    requiring: ["a key longer than a block": 0.15, "several blocks of a key": 0.2, "nothing to seal": 0.02, "no associated data": 0.2]
  ) { drawn, system, trial in
    trial.label("a key longer than a block", if: drawn.codeKey.count > 64)
    trial.label("several blocks of a key", if: drawn.derivedSize > 32)
    trial.label("nothing to seal", if: drawn.message.isEmpty)
    trial.label("no associated data", if: drawn.associatedData.isEmpty)
    let claims = CipherClaims(ciphers: system.platform.ciphers)
    try claims.expectPublishedAnswers()
    try claims.expectDefinitions(drawn)
    try claims.expectSealsHold(drawn)
    try claims.expectRandomBytes()
  }

  static let certificateStandIns = Requirement<PersonalOSSystem>(
    "POS-P3", "Certificates made and read",
    says: """
      A certificate reads back as requested: subject, names, validity, key and pin. From a text with several \
      certificates, the app reads the first. The app refuses a certificate that is cut or has data after it, and a \
      request that it cannot write. Only the authority that a certificate names, whose key signed it and which may \
      sign, counts as its issuer. A printed key does not show its secret.
      """,
    covers: "4.5", of: "Certificate, CertificateRequest, SigningKey", needs: [],
    mustCatch: [
      .certificatesEndEarly, .certificatesNameOneHost, .certificatesHaveNoNumber, .certificatesMayAllSign,
      .certificatesTakeHostileNames, .readsOnlyTheBeginning, .readsWithoutALastLine, .readsTheLastOfSeveral,
      .takesASignatureForAnIssue, .takesANameForASignature, .printsKeys, .printsNothingOfKeys,
    ]
  ).holds(
    forAll: .certificateCase,
    requiring: ["an authority": 0.25, "no authority": 0.25, "no names": 0.1, "several names": 0.08]
  ) { drawn, system, trial in
    try CertificateClaims(drawn, system.platform.certificates).expectAll(trial)
  }
}

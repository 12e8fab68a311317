import Foundation
import PersonalOSReference
import PlatformStandIns
import PropertyTesting

// Faults of places (POS-P1), ciphers (POS-P2) and certificates (POS-P3): one function with one thing changed.

extension Fault<PersonalOSSystem> {
  // POS-P1.

  static let keepsRemovedFiles = Fault("keepsRemovedFiles", "keeps a removed file") {
    let makePlaces = $0.platform.makePlaces
    $0.platform.makePlaces = { KeepingPlaces(places: makePlaces()) }
  }

  // POS-P2.

  static let digestsWithoutTheLastByte = Fault("digestsWithoutTheLastByte", "leaves the last byte of a long text out of its digest") {
    let digest = $0.platform.ciphers.digest
    $0.platform.ciphers.digest = { digest($0.count > 50 ? $0.dropLast() : $0) }
  }
  static let writesDigitsInCapitals = Fault("writesDigitsInCapitals", "writes hexadecimal digits in capitals") {
    let text = $0.platform.ciphers.hexadecimalText
    $0.platform.ciphers.hexadecimalText = { text($0).uppercased() }
  }
  static let writesOneDigitOfSmallBytes = Fault("writesOneDigitOfSmallBytes", "writes one digit of a byte below 16") {
    $0.platform.ciphers.hexadecimalText = { $0.map { String($0, radix: 16) }.joined() }
  }
  static let cutsLongKeys = Fault("cutsLongKeys", "cuts a key that is longer than a block") {
    let code = $0.platform.ciphers.code
    $0.platform.ciphers.code = { try code($0, Array($1.prefix(64))) }
  }
  static let refusesEmptyKeys = Fault("refusesEmptyKeys", "makes no authentication code without a key") {
    let code = $0.platform.ciphers.code
    $0.platform.ciphers.code = { message, key in
      guard !key.isEmpty else { throw CryptographyError.libraryFailed(operation: "authenticate") }
      return try code(message, key)
    }
  }
  static let derivesInOneIteration = Fault("derivesInOneIteration", "derives keys in one iteration") {
    let deriveKey = $0.platform.ciphers.deriveKey
    $0.platform.ciphers.deriveKey = { try deriveKey($0, $1, 1, $3) }
  }
  static let derivesWholeBlocks = Fault("derivesWholeBlocks", "fills a long key with the first block") {
    let deriveKey = $0.platform.ciphers.deriveKey
    $0.platform.ciphers.deriveKey = { password, salt, iterations, size in
      let block = try deriveKey(password, salt, iterations, min(size, 32))
      return (0..<size).map { block[$0 % 32] }
    }
  }
  static let endsPasswordsAtZero = Fault("endsPasswordsAtZero", "ends a password at a zero byte") {
    let deriveKey = $0.platform.ciphers.deriveKey
    $0.platform.ciphers.deriveKey = { try deriveKey(Array($0.prefix { $0 != 0 }), $1, $2, $3) }
  }
  static let sealsWithoutAssociatedData = Fault("sealsWithoutAssociatedData", "leaves the associated data out of the seal") {
    let (seal, open) = ($0.platform.ciphers.seal, $0.platform.ciphers.open)
    $0.platform.ciphers.seal = { message, key, nonce, _ in try seal(message, key, nonce, []) }
    $0.platform.ciphers.open = { sealed, key, _ in try open(sealed, key, []) }
  }
  static let opensWhatIsAltered = Fault("opensWhatIsAltered", "returns an empty text for altered data instead of refusing it") {
    let open = $0.platform.ciphers.open
    $0.platform.ciphers.open = { sealed, key, associatedData in
      do {
        return try open(sealed, key, associatedData)
      } catch CryptographyError.sealBroken {
        return []
      }
    }
  }
  static let putsTheNonceLast = Fault("putsTheNonceLast", "puts the nonce behind the ciphertext") {
    let (seal, open) = ($0.platform.ciphers.seal, $0.platform.ciphers.open)
    $0.platform.ciphers.seal = { message, key, nonce, data in
      Array(try seal(message, key, nonce, data).dropFirst(12)) + nonce
    }
    $0.platform.ciphers.open = { try open(Array($0.suffix(12)) + $0.dropLast(12), $1, $2) }
  }
  static let drawsTheSameBytes = Fault("drawsTheSameBytes", "draws the same bytes each time") {
    $0.platform.ciphers.randomBytes = { Array(repeating: 4, count: $0) }
  }
  static let drawsAByteTooFew = Fault("drawsAByteTooFew", "draws a byte less than it was asked for") {
    let randomBytes = $0.platform.ciphers.randomBytes
    $0.platform.ciphers.randomBytes = { try randomBytes($0 > 1 ? $0 - 1 : $0) }
  }

  // POS-P3.

  static let certificatesEndEarly = certificates("certificatesEndEarly", "makes certificates that end a day early") { request in
    let (start, end) = (request.validity.lowerBound, request.validity.upperBound)
    request.validity = start...max(start, end - 86_400)
  }
  static let certificatesNameOneHost = certificates("certificatesNameOneHost", "makes certificates for only the first host") {
    $0.dnsNames = Array($0.dnsNames.prefix(1))
  }
  static let certificatesHaveNoNumber = certificates("certificatesHaveNoNumber", "gives all certificates one number") {
    $0.serialNumber = 1
  }
  static let certificatesMayAllSign = certificates("certificatesMayAllSign", "lets every certificate sign others") {
    $0.isAuthority = true
  }
  static let certificatesTakeHostileNames = certificates("certificatesTakeHostileNames", "leaves out names that it cannot write") {
    $0.dnsNames.removeAll { $0.contains(",") }
  }
  static let readsOnlyTheBeginning = Fault("readsOnlyTheBeginning", "reads a certificate and ignores data behind it") {
    let read = $0.platform.certificates.read
    $0.platform.certificates.read = { der in
      do {
        return try read(der)
      } catch {
        return try read(der.dropLast())
      }
    }
  }
  static let readsWithoutALastLine = Fault("readsWithoutALastLine", "reads a text that has no last line") {
    let readText = $0.platform.certificates.readText
    $0.platform.certificates.readText = { text in
      try readText(text.contains("END CERTIFICATE") ? text : text + "\n-----END CERTIFICATE-----")
    }
  }
  static let readsTheLastOfSeveral = Fault("readsTheLastOfSeveral", "reads the last certificate of a text") {
    let readText = $0.platform.certificates.readText
    $0.platform.certificates.readText = { text in
      let begin = "-----BEGIN CERTIFICATE-----"
      return try readText(begin + (text.components(separatedBy: begin).last ?? ""))
    }
  }
  static let takesASignatureForAnIssue = Fault("takesASignatureForAnIssue", "accepts any signer as the issuer") {
    $0.platform.certificates.isIssued = $0.platform.certificates.isSigned
  }
  static let takesANameForASignature = Fault("takesANameForASignature", "accepts any authority as the signer") {
    $0.platform.certificates.isSigned = { $1.subject.isEmpty == false && $0.der != $1.der }
  }
  static let printsKeys = Fault("printsKeys", "prints the private half of a key") {
    let printed = $0.platform.certificates.printed
    $0.platform.certificates.printed = { key in
      printed(key) + (0..<256 as Range<Int>).map { byte in
        // Whichever it is: the seed's bytes are all one.
        Array(repeating: "\(byte)", count: 8).joined(separator: ", ")
      }.joined(separator: "; ")
    }
  }
  static let printsNothingOfKeys = Fault("printsNothingOfKeys", "prints nothing of a key") {
    $0.platform.certificates.printed = { _ in "" }
  }

  private static func certificates(
    _ id: String, _ fact: String, _ change: @escaping @Sendable (inout CertificateRequest) -> Void
  ) -> Fault {
    Fault(id, fact) { system in
      let make = system.platform.certificates.make
      system.platform.certificates.make = { request, key, issuer, issuerKey in
        var request = request
        change(&request)
        return try make(request, key, issuer, issuerKey)
      }
    }
  }
}

private struct KeepingPlaces: DevicePlaces {
  let places: any DevicePlaces

  var preferences: [String: String] { places.preferences }
  var files: [String: [UInt8]] { places.files }
  func setPreference(_ value: String?, for key: String) { places.setPreference(value, for: key) }
  func writeFile(_ contents: [UInt8], at path: String) { places.writeFile(contents, at: path) }
  func removeFile(at path: String) {}
}

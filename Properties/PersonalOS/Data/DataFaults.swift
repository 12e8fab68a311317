import PersonalOSReference
import PropertyTesting
import StorageContract

extension Fault<PersonalOSSystem> {
  // POS-10.

  static let postsAreSavedOnTheMainActor = posts(
    "postsAreSavedOnTheMainActor", "saves in a method of the main actor that writes directly", .savesOnTheMainActor)
  static let postsTakeAFastPath = posts(
    "postsTakeAFastPath", "saves small records directly, in the caller's context", .takesAFastPath)
  static let postsAreSavedBesideTheActor = posts(
    "postsAreSavedBesideTheActor", "saves in a nonisolated method of an actor", .savesBesideTheActor)
  static let storeWorksOnTheMainActor = Fault(
    "storeWorksOnTheMainActor", "runs transactions on the main actor's executor") { system in
    let open = system.openStore
    system.openStore = { InterposedStore(try await open(), .onMainActor) }
  }

  static let attestsEverything = Fault("attestsEverything", "attests any code") { system in
    let openData = system.dataAccess.openData
    system.dataAccess.openData = { AttestedData(base: openData($0)) { _ in true } }
  }
  static let attestsWhatOthersDo = Fault("attestsWhatOthersDo", "attests code in the closure of any data actor") { system in
    let (openData, known) = (system.dataAccess.openData, Remembered<[any DataAccess]>([]))
    system.dataAccess.openData = { store in
      let data = openData(store)
      known.withValue { $0.append(data) }
      return AttestedData(base: data) { _ in known.now.contains(where: \.isPerforming) }
    }
  }

  // POS-12.

  static let postsKeepTheStore = posts("postsKeepTheStore", "keeps the store's handle from its init", .keepsTheStore)
  static let postsAreCountedOutside = posts(
    "postsAreCountedOutside", "counts outside of a closure of the data actor", .countsOutside)
  static let scopesOutliveAThrow = Fault(
    "scopesOutliveAThrow", "leaves the scope of a closure that throws valid") { system in
    system.dataAccess.openData = { LastingScopes(data: DataActor(store: $0)) }
  }

  static let closuresThatThrowAreKept = Fault(
    "closuresThatThrowAreKept", "keeps the writes of a closure that threw") { system in
    system.dataAccess.openData = { KeptClosures(data: DataActor(store: $0)) }
  }

  // POS-13.

  static let foldersInFoldersAreNotScanned = Fault(
    "foldersInFoldersAreNotScanned", "scans sources and skips the folders in a folder"
  ) { system in
    let scan = system.sources.scan
    system.sources.scan = { roots, settings in
      var result = scan(roots, settings)
      result.findings.removeAll { finding in
        roots.contains { root in
          finding.file.hasPrefix(root + "/")
            && finding.file.dropFirst(root.count + 1).count(where: { $0 == "/" }) > 1
        }
      }
      return result
    }
  }

  // POS-14.

  static let configurationStaysTheFirst = Fault(
    "configurationStaysTheFirst", "keeps the first configuration it is given"
  ) { system in
    let open = system.configuration.openService
    system.configuration.openService = { setup in
      var setup = setup
      let (first, fetch) = (Remembered<[UInt8]?>(nil), setup.fetch)
      setup.fetch = { environment in
        if first.now == nil { first.set(try await fetch(environment)) }
        return first.now ?? []
      }
      return try await open(setup)
    }
  }

  private static func posts(_ id: String, _ fact: String, _ defect: DirectPosts.Defect) -> Fault {
    Fault(id, fact) { system in system.dataAccess.openPosts = { DirectPosts($0, defect) } }
  }
}

/// Data access whose attestation is another.
private struct AttestedData: DataAccess {
  let base: any DataAccess
  let attests: @Sendable (any DataAccess) -> Bool

  var isPerforming: Bool { attests(base) }
  func compact() async throws { try await base.compact() }

  func perform<Result: Sendable>(_ body: @Sendable (DataScope) throws -> Result) async throws -> Result {
    try await base.perform(body)
  }
}

/// Ends scopes only where all goes well.
private struct LastingScopes: DataAccess {
  let data: any DataAccess

  var isPerforming: Bool { data.isPerforming }
  func compact() async throws { try await data.compact() }

  func perform<Result: Sendable>(
    _ body: @Sendable (DataScope) throws -> Result
  ) async throws -> Result {
    try await data.perform { scope in
      let lasting = DataScope(try scope.live())
      let result = try body(lasting)
      lasting.end()
      return result
    }
  }
}

/// Commits whatever becomes of the closure.
private struct KeptClosures: DataAccess {
  let data: any DataAccess

  var isPerforming: Bool { data.isPerforming }
  func compact() async throws { try await data.compact() }

  func perform<Value: Sendable>(_ body: @Sendable (DataScope) throws -> Value) async throws -> Value {
    try await data.perform { scope in Result { try body(scope) } }.get()
  }
}

import StorageContract

/// What a sync engine is opened with.
public struct SyncSetup: Sendable {
  public var store: any Store
  public var transport: any SyncTransport
  public var clock: any Clock<Duration>
  public var maxQueueSize: Int

  public init(
    store: any Store, transport: any SyncTransport, clock: any Clock<Duration>,
    maxQueueSize: Int = ValidationConstants.maxQueueSize
  ) {
    self.store = store
    self.transport = transport
    self.clock = clock
    self.maxQueueSize = maxQueueSize
  }
}

/// CountMe as the properties see it: one closure per thing it does.
///
/// Start from ``reference(location:)`` and replace what is to be tested: an adopter's own function, or a
/// fault that a property must catch.
public struct CountMeSystem: Sendable {
  // Constructors: throw `ValidationError`.
  public var makeFoodItem: @Sendable (FoodItem.Fields) throws -> FoodItem
  public var makeExerciseItem: @Sendable (ExerciseItem.Fields) throws -> ExerciseItem
  public var makeIngredient: @Sendable (Ingredient.Fields) throws -> Ingredient
  public var makeCustomMeal: @Sendable (CustomMeal.Fields) throws -> CustomMeal
  public var makeDailyLog: @Sendable (DailyLog.Fields) throws -> DailyLog
  /// What the user reads about a refused value.
  public var describe: @Sendable (ValidationError) -> String?

  // Deserialisers: throw `SyncError.invalidData`.
  public var foodItemFromFirestore: @Sendable (FirestoreData) throws -> FoodItem
  public var exerciseItemFromFirestore: @Sendable (FirestoreData) throws -> ExerciseItem
  public var customMealFromFirestore: @Sendable (FirestoreData) throws -> CustomMeal
  public var dailyLogFromFirestore: @Sendable (FirestoreData) throws -> DailyLog

  public var foodItemToFirestore: @Sendable (FoodItem) -> FirestoreData
  public var exerciseItemToFirestore: @Sendable (ExerciseItem) -> FirestoreData
  public var customMealToFirestore: @Sendable (CustomMeal) -> FirestoreData
  public var dailyLogToFirestore: @Sendable (DailyLog) -> FirestoreData

  /// A sync engine with the queue that `SyncSetup.store` holds.
  public var openSyncEngine: @Sendable (SyncSetup) async throws -> any SyncEngine

  /// Opens the case's store, with what earlier opens left in it; one at a time.
  public var openStore: @Sendable () async throws -> any Store

  /// The reference core, over the store at `location`.
  public static func reference(location: any StoreLocation) -> CountMeSystem {
    CountMeSystem(
      makeFoodItem: { try FoodItem(validating: $0) },
      makeExerciseItem: { try ExerciseItem(validating: $0) },
      makeIngredient: { try Ingredient(validating: $0) },
      makeCustomMeal: { try CustomMeal(validating: $0) },
      makeDailyLog: { try DailyLog(validating: $0) },
      describe: { $0.errorDescription },
      foodItemFromFirestore: { try FoodItem.fromFirestoreData($0) },
      exerciseItemFromFirestore: { try ExerciseItem.fromFirestoreData($0) },
      customMealFromFirestore: { try CustomMeal.fromFirestoreData($0) },
      dailyLogFromFirestore: { try DailyLog.fromFirestoreData($0) },
      foodItemToFirestore: { $0.toFirestoreData() },
      exerciseItemToFirestore: { $0.toFirestoreData() },
      customMealToFirestore: { $0.toFirestoreData() },
      dailyLogToFirestore: { $0.toFirestoreData() },
      openSyncEngine: { setup in
        try await FirebaseSyncEngine.open(
          store: setup.store, transport: setup.transport, clock: setup.clock,
          maxQueueSize: setup.maxQueueSize)
      },
      openStore: { try await location.open() })
  }
}

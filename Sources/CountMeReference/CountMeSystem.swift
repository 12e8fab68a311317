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
  /// What the user reads about a failure at the sync boundary.
  public var describeSyncError: @Sendable (SyncError) -> String?

  // Whether two are the same, bit by bit: see `ValidationError`.
  public var equalFoodItems: @Sendable (FoodItem, FoodItem) -> Bool
  public var equalExerciseItems: @Sendable (ExerciseItem, ExerciseItem) -> Bool
  public var equalIngredients: @Sendable (Ingredient, Ingredient) -> Bool
  public var equalCustomMeals: @Sendable (CustomMeal, CustomMeal) -> Bool
  public var equalDailyLogs: @Sendable (DailyLog, DailyLog) -> Bool
  public var equalErrors: @Sendable (ValidationError, ValidationError) -> Bool
  public var equalDocuments: @Sendable (FirestoreData, FirestoreData) -> Bool

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

  /// Runs an operation by a policy, its delays slept on a clock.
  public var retry:
    @Sendable (RetryPolicy, any Clock<Duration>, _ operation: @escaping @Sendable () async throws -> Void)
      async throws -> Void

  /// Opens the case's store, with what earlier opens left in it; one at a time.
  public var openStore: @Sendable () async throws -> any Store

  /// The reference core, over the store at `location`.
  public static func reference(location: any StoreLocation) -> CountMeSystem {
    CountMeSystem(
      makeFoodItem: {
        try FoodItem(
          id: $0.id, name: $0.name, calories: $0.calories, protein: $0.protein,
          carbohydrates: $0.carbohydrates, fats: $0.fats)
      },
      makeExerciseItem: {
        try ExerciseItem(
          id: $0.id, name: $0.name, caloriesBurned: $0.caloriesBurned,
          durationMinutes: $0.durationMinutes)
      },
      makeIngredient: {
        try Ingredient(
          id: $0.id, name: $0.name, quantity: $0.quantity, unit: $0.unit, calories: $0.calories,
          protein: $0.protein, carbohydrates: $0.carbohydrates, fats: $0.fats)
      },
      makeCustomMeal: {
        try CustomMeal(
          id: $0.id, name: $0.name, ingredients: $0.ingredients, servingsCount: $0.servingsCount)
      },
      makeDailyLog: { try DailyLog(id: $0.id, date: $0.date, dailyGoal: $0.dailyGoal) },
      describe: { $0.errorDescription },
      describeSyncError: { $0.errorDescription },
      equalFoodItems: { $0 == $1 },
      equalExerciseItems: { $0 == $1 },
      equalIngredients: { $0 == $1 },
      equalCustomMeals: { $0 == $1 },
      equalDailyLogs: { $0 == $1 },
      equalErrors: { $0 == $1 },
      equalDocuments: { $0 == $1 },
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
      retry: { policy, clock, operation in
        try await RetryManager(policy: policy, clock: clock)
          .executeWithRetry(operationId: "alone", operation: operation)
      },
      openStore: { try await location.open() })
  }
}

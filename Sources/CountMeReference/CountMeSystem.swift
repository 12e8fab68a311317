import StorageContract

/// The parts that a sync engine is opened with.
public struct SyncSetup: Sendable {
  /// The store that holds the queue. No other engine may use it.
  public var store: any Store
  /// The way to the server.
  public var transport: any SyncTransport
  /// The clock for the delays between retries.
  public var clock: any Clock<Duration>
  /// How many operations the queue holds at most; below 1 counts as 1.
  public var maxQueueSize: Int

  /// Creates a setup. The default limit is ``ValidationConstants/maxQueueSize``.
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

/// CountMe as the properties see it, with one closure for each thing that it does.
///
/// Start from ``reference(location:)`` and replace the closure that you want to test: with your own function, or with a
/// fault that a property must catch.
public struct CountMeSystem: Sendable {
  // Constructors. They throw `ValidationError`.
  /// Makes a food item from unchecked values. It throws the first violation as a ``ValidationError``.
  public var makeFoodItem: @Sendable (FoodItem.Fields) throws -> FoodItem
  /// Makes an exercise item from unchecked values. It throws the first violation as a ``ValidationError``.
  public var makeExerciseItem: @Sendable (ExerciseItem.Fields) throws -> ExerciseItem
  /// Makes an ingredient from unchecked values. It throws the first violation as a ``ValidationError``.
  public var makeIngredient: @Sendable (Ingredient.Fields) throws -> Ingredient
  /// Makes a meal from unchecked values with valid ingredients. It throws the first violation as a ``ValidationError``.
  public var makeCustomMeal: @Sendable (CustomMeal.Fields) throws -> CustomMeal
  /// Makes a day's log from unchecked values. It throws a violation of the goal as a ``ValidationError``.
  public var makeDailyLog: @Sendable (DailyLog.Fields) throws -> DailyLog
  /// The text that the user reads about a refused value.
  public var describe: @Sendable (ValidationError) -> String?
  /// The text that the user reads about a failure at the sync boundary.
  public var describeSyncError: @Sendable (SyncError) -> String?

  // Equality bit by bit: see `ValidationError`.
  /// Whether two food items are identical: text by its UTF-8 bytes, numbers by bit pattern.
  public var equalFoodItems: @Sendable (FoodItem, FoodItem) -> Bool
  /// Whether two exercise items are identical: text by its UTF-8 bytes, numbers by bit pattern.
  public var equalExerciseItems: @Sendable (ExerciseItem, ExerciseItem) -> Bool
  /// Whether two ingredients are identical: text by its UTF-8 bytes, numbers by bit pattern.
  public var equalIngredients: @Sendable (Ingredient, Ingredient) -> Bool
  /// Whether two meals are identical, including the order of their ingredients.
  public var equalCustomMeals: @Sendable (CustomMeal, CustomMeal) -> Bool
  /// Whether two logs are identical: the date and the goal by bit pattern.
  public var equalDailyLogs: @Sendable (DailyLog, DailyLog) -> Bool
  /// Whether two errors have the same case and identical values.
  public var equalErrors: @Sendable (ValidationError, ValidationError) -> Bool
  /// Whether two documents have the same keys and identical values.
  public var equalDocuments: @Sendable (FirestoreData, FirestoreData) -> Bool

  // Deserialisers. They throw `SyncError.invalidData`.
  /// Reads a food item from a document. It throws ``SyncError/invalidData(reason:)`` if the document is invalid.
  public var foodItemFromFirestore: @Sendable (FirestoreData) throws -> FoodItem
  /// Reads an exercise item from a document. It throws ``SyncError/invalidData(reason:)`` if the document is invalid.
  public var exerciseItemFromFirestore: @Sendable (FirestoreData) throws -> ExerciseItem
  /// Reads a meal and its ingredients from a document. It throws ``SyncError/invalidData(reason:)`` if either is
  /// invalid.
  public var customMealFromFirestore: @Sendable (FirestoreData) throws -> CustomMeal
  /// Reads a day's log from a document. It throws ``SyncError/invalidData(reason:)`` if the document is invalid.
  public var dailyLogFromFirestore: @Sendable (FirestoreData) throws -> DailyLog

  /// Writes a food item as a document that ``foodItemFromFirestore`` reads back bit by bit.
  public var foodItemToFirestore: @Sendable (FoodItem) -> FirestoreData
  /// Writes an exercise item as a document that ``exerciseItemFromFirestore`` reads back bit by bit.
  public var exerciseItemToFirestore: @Sendable (ExerciseItem) -> FirestoreData
  /// Writes a meal as a document that ``customMealFromFirestore`` reads back bit by bit.
  public var customMealToFirestore: @Sendable (CustomMeal) -> FirestoreData
  /// Writes a day's log as a document that ``dailyLogFromFirestore`` reads back bit by bit.
  public var dailyLogToFirestore: @Sendable (DailyLog) -> FirestoreData

  /// Opens a sync engine with the queue in `SyncSetup.store`.
  public var openSyncEngine: @Sendable (SyncSetup) async throws -> any SyncEngine

  /// Runs an operation and its retries by a policy, with the delays on the given clock.
  public var retry:
    @Sendable (RetryPolicy, any Clock<Duration>, _ operation: @escaping @Sendable () async throws -> Void)
      async throws -> Void

  /// Opens the store of the case, which keeps the data of earlier opens. Only one store may be open at a time.
  public var openStore: @Sendable () async throws -> any Store

  /// The reference core, with a store at `location`.
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

import Foundation
import PropertyTesting

/// What the sources say of each property: id, title, requirements, and whether it touches storage (S), is about
/// concurrency (C), or runs on virtual time (T). POS-N1 to POS-N6 and what follows them are ours, and so are QV-APP, ARG-APP, CM-APP,
/// ARG-C1 to ARG-C3, ARG-S1 to ARG-S6 and what follows QV-APP: the sources have these criteria, and no numbered property of them. Argus' source numbers
/// nothing: its requirements are headings.
struct Specification: Sendable {
  let id: String
  let title: String
  let requirements: [String]
  let needs: Set<PropertyNeed>

  static let all = table.split(separator: "\n").map { line in
    let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
    let needs: [Character: PropertyNeed] = ["S": .storage, "C": .concurrency, "T": .virtualTime]
    return Specification(
      id: cells[0], title: cells[1],
      requirements: requirements(cells[2]),
      needs: Set(cells[3].compactMap { needs[$0] }))
  }

  /// Numbers; or, of a source that has none, names with semicolons between them.
  private static func requirements(_ text: String) -> [String] {
    guard text.contains(where: \.isLetter) else { return text.split(separator: " ").map(String.init) }
    return text.split(separator: ";").map { $0.trimmingCharacters(in: .whitespaces) }
  }

  private static let table = """
    POS-01 | Remote configuration initialization | 1.1 | S
    POS-02 | Configuration update responsiveness | 1.2 | S
    POS-03 | Environment configuration isolation | 1.3 | S
    POS-04 | Feature flag remote control | 1.4 1.5 | -
    POS-05 | Migration data preservation | 2.1 | S
    POS-06 | Migration rollback on failure | 2.2 | S
    POS-07 | Environment-based seeding | 2.3 | S
    POS-08 | Backup-restore round trip | 2.4 2.5 | S
    POS-09 | Complete data deletion | 2.6 | S
    POS-10 | Write operation thread isolation | 3.1 | SC
    POS-11 | Concurrent access safety | 3.2 | SC
    POS-12 | Repository thread safety pattern | 3.3 | SC
    POS-13 | Graceful dependency failure | 3.4 | -
    POS-14 | Shared state protection | 3.5 | C
    POS-15 | Sensitive data encryption | 4.2 | S
    POS-16 | Credential keychain storage | 4.3 | S
    POS-17 | Certificate pinning enforcement | 4.5 | T
    POS-18 | Session state persistence | 5.1 5.3 | ST
    POS-19 | Background notification scheduling | 5.2 | ST
    POS-20 | Session restoration accuracy | 5.4 | ST
    POS-21 | Background completion notification | 5.5 | ST
    POS-22 | Error visibility | 6.1 | -
    POS-23 | Retry availability | 6.2 | -
    POS-24 | Error logging completeness | 6.3 | -
    POS-25 | Retry execution | 6.4 | C
    POS-26 | Non-blocking error presentation | 6.5 | C
    POS-27 | Sync data preservation | 7.1 | S
    POS-28 | Merge field preservation | 7.2 7.5 | S
    POS-29 | Local-only project retention | 7.3 | S
    POS-30 | Remote project addition | 7.4 | S
    POS-31 | Decimal type usage | 8.1 | -
    POS-32 | Calculation precision preservation | 8.2 | -
    POS-33 | Display format round trip | 8.3 | -
    POS-34 | No double conversion | 8.4 | S
    POS-35 | Persistence round trip | 8.5 | S
    POS-36 | Complete trade history usage | 9.1 9.4 | S
    POS-37 | Average cost completeness | 9.2 | -
    POS-38 | Realized gains accuracy | 9.3 | -
    POS-39 | Portfolio summary accuracy | 9.5 | S
    POS-40 | Data source indicator consistency | 10.3 | -
    POS-41 | Statistics source labeling | 10.5 | -
    POS-42 | Sell quantity validation | 11.1 | -
    POS-43 | Negative position prevention | 11.2 | S
    POS-44 | Position non-negativity invariant | 11.3 | S
    POS-45 | Zero position closure | 11.4 | S
    POS-46 | Inconsistency detection | 11.5 | S
    POS-47 | Save success feedback | 12.1 | S
    POS-48 | Save failure feedback | 12.2 | S
    POS-49 | Delete success feedback | 12.3 | S
    POS-50 | Delete failure feedback | 12.4 | S
    POS-51 | Operation loading indicator | 12.5 | SC
    POS-52 | ViewModel initialization order | 13.1 | -
    POS-53 | ViewModel instance uniqueness | 13.2 | -
    POS-54 | Missing ViewModel handling | 13.3 | -
    POS-55 | Scene ViewModel isolation | 13.4 | -
    POS-56 | ViewModel resource cleanup | 13.5 | C
    POS-57 | Data source distinction | 14.3 | SCT
    POS-58 | Real data indicator removal | 14.4 | SCT
    POS-59 | Per-item source labeling | 14.5 | SCT
    POS-60 | Proxy routing | 15.1 | -
    POS-61 | Client-side throttling | 15.2 | CT
    POS-62 | Exponential backoff | 15.3 | T
    POS-63 | Circuit breaker pattern | 15.4 | CT
    POS-64 | API usage logging | 15.5 | CT
    POS-65 | Stable identifier usage | 16.1 | -
    POS-66 | Bookmark matching consistency | 16.2 | S
    POS-67 | Stable identifier persistence | 16.3 | S
    POS-68 | Bookmark status accuracy | 16.4 | S
    POS-69 | Task duplicate prevention | 16.5 | SC
    POS-70 | Observable macro usage | 18.1 | -
    POS-71 | Migration completeness | 18.2 18.5 | -
    POS-72 | Environment access pattern | 18.3 | -
    POS-73 | Update reliability | 18.4 | -
    POS-74 | View disappearance cancellation | 19.1 | C
    POS-75 | Task reference tracking | 19.2 | C
    POS-76 | Request replacement cancellation | 19.3 | C
    POS-77 | Cancelled request side effect prevention | 19.4 | SC
    POS-78 | Cancellation check before side effects | 19.5 | SC
    POS-N1 | Consent before tracking | 4.1 | C
    POS-N2 | Jailbreak warning | 4.4 | -
    POS-N3 | Privacy manifest and data usage | 4.6 17.3 | -
    POS-N4 | Licences and attributions | 17.1 17.5 | -
    POS-N5 | Legal documents within reach | 17.2 17.4 | -
    POS-N6 | Demo content is marked as such | 10.1 10.2 10.4 14.1 14.2 | -
    POS-M1 | Error messages | 6.1 6.2 6.3 | -
    POS-M2 | Refusals name the mistake | 6.3 | -
    POS-P1 | Clock, notices and places of a device | 5.2 5.4 | -
    POS-P2 | Digests, codes, keys and seals | 4.2 4.3 | -
    POS-P3 | Certificates made and read | 4.5 | -
    POS-F1 | Failures of the store reach the caller | 3.3 6.1 | S
    POS-S1 | Findings of the scanner | 3.4 3.5 8.1 18.1 | -
    POS-APP-01 | Nothing sensitive lies on the disk | 4.2 2.6 3.1 | ST
    POS-APP-02 | Acknowledged data survives | 2.1 2.5 9.5 11.3 | ST
    POS-APP-03 | Every failure is shown once | 6.1 2.2 11.2 | ST
    POS-APP-04 | Nothing happens after a cancellation | 19.1 19.4 19.5 | ST
    POS-APP-05 | Every part does its work in the app | 2.3 6.1 11.3 4.1 4.4 4.5 15.2 15.3 | ST
    CM-01 | Valid FoodItem construction succeeds | 1.6 | -
    CM-02 | Invalid FoodItem construction is rejected | 1.1 1.2 1.3 1.4 1.5 | -
    CM-03 | Valid ExerciseItem construction succeeds | 2.6 | -
    CM-04 | Invalid ExerciseItem construction is rejected | 2.1 2.2 2.3 2.4 2.5 | -
    CM-05 | Valid Ingredient construction succeeds | 3.7 | -
    CM-06 | Invalid Ingredient construction is rejected | 3.1 3.2 3.3 3.4 3.5 3.6 | -
    CM-07 | Valid CustomMeal construction succeeds | 4.4 | -
    CM-08 | Invalid CustomMeal construction is rejected | 4.1 4.2 4.3 | -
    CM-09 | Valid DailyLog construction succeeds | 5.3 5.4 | -
    CM-10 | Invalid DailyLog construction is rejected | 5.1 5.2 | -
    CM-11 | Deserialization rejects out-of-range Firestore data | 6.1 6.2 6.3 6.4 6.5 6.6 6.7 | -
    CM-12 | Deserialization accepts valid Firestore data | 6.8 | -
    CM-13 | Queue size invariant | 7.1 7.2 7.3 | SCT
    CM-14 | Queue processing continues despite individual failures | 8.1 8.2 8.3 8.4 | SCT
    CM-APP-01 | The App Always Works | 004 Error Handling; 5.3 | SCT
    CM-APP-02 | Nothing Acknowledged Is Lost | 004 Error Handling; 8.1; 8.4 | SCT
    CM-APP-03 | Devices Agree When All Is Quiet | 004 Architecture; 7.1; 8.4 | SCT
    CM-APP-04 | Corrupted Documents Are Skipped and Said | 004 Error Handling; 6.1; 6.5; 6.8 | SCT
    QV-01 | Card Creation Completeness | 1.1 1.5 | ST
    QV-02 | Card Update Timestamp | 1.2 | ST
    QV-03 | Card Deletion Completeness | 1.3 | S
    QV-04 | Pin Toggle Consistency | 1.6 | ST
    QV-05 | Tag Storage and Retrieval | 1.7 | S
    QV-06 | Optional Fields in Address Template | 2.2 | S
    QV-07 | Address Format Contains Labels | 2.3 | -
    QV-08 | Phone Number Validation | 2.4 | -
    QV-09 | Optional Notes in Invoice Template | 3.2 | S
    QV-10 | Invoice Format Contains Labels | 3.3 | -
    QV-11 | Tax ID Validation | 3.4 | -
    QV-12 | Multi-line Text Support | 4.2 | S
    QV-13 | General Text Copy Direct | 4.3 | -
    QV-14 | Attachment Encryption Round Trip | 5.2 | S
    QV-15 | Attachment File Size Limit | 5.3 | S
    QV-16 | Attachment Deletion with Card | 5.6 | S
    QV-17 | Watermark Application Preserves Quality | 6.6 | -
    QV-18 | Watermark Visibility | 6.5 | -
    QV-19 | Watermark Persistence in Shares | 6.4 | S
    QV-20 | Watermark Edit Consistency | 6.7 | S
    QV-21 | Search Matches Title and Fields | 7.1 | S
    QV-22 | Group Filter Completeness | 7.3 | S
    QV-23 | Authentication State Transition | 9.4 | ST
    QV-24 | Biometric Fallback | 9.3 | ST
    QV-25 | Background Lock | 9.7 | T
    QV-26 | Field Encryption Round Trip | 10.1 10.5 | -
    QV-27 | Key Derivation Determinism | 10.4 | -
    QV-28 | Password Minimum Length | 11.2 | S
    QV-29 | Password Change Authentication | 11.3 | S
    QV-30 | Failed Attempt Rate Limiting | 11.4 | ST
    QV-31 | Inactivity Lock | 12.1 | T
    QV-32 | App Switcher Content Hiding | 12.4 | T
    QV-33 | Pinned Cards Sort Order | 16.1 | -
    QV-34 | Pinned Cards Internal Sort | 16.4 | -
    QV-35 | Unpinned Cards Internal Sort | 16.5 | -
    QV-36 | Copy Entire Card Format | 18.1 | -
    QV-37 | Copy Individual Field | 18.2 | -
    QV-38 | Locked State Prevents Copy | 18.4 | T
    QV-39 | Required Field Validation | 21.1 | S
    QV-APP-01 | A Locked App Shows Nothing | 9.7 12.1 12.4 18.4 | ST
    QV-APP-02 | Nothing Acknowledged Is Lost | 1.3 5.2 5.6 11.3 | ST
    QV-APP-03 | Nobody Gets Round the Limit | 11.4 9.3 | ST
    QV-APP-04 | Shared Files Carry Their Watermark | 6.4 6.7 10.1 | ST
    QV-F1 | Nothing Is Done By Halves | 1.3 5.2 9.4 11.3 | S
    QV-F2 | Text Typed During a Save Stays | 1.2 | S
    QV-F3 | Overlapping Operations Are Whole | 1.2 5.6 6.7 | S
    QV-M1 | Messages | 9.3 11.2 11.4 21.1 | ST
    QV-M2 | Unreadable Records | 10.1 21.1 | S
    QV-P1 | The Device's Time | 11.4 12.1 | -
    QV-P2 | Keys on Their Device | 9.3 11.3 11.4 | ST
    ARG-01 | Health starts unknown | 002 Health Monitoring State Machine | -
    ARG-02 | Unknown turns healthy only after two successes | 002 Health Monitoring State Machine | -
    ARG-03 | Unknown degrades on its first failure | 002 Health Monitoring State Machine | -
    ARG-04 | Healthy degrades on any failure | 002 Health Monitoring State Machine | -
    ARG-05 | Degraded recovers only after two successes | 002 Health Monitoring State Machine | -
    ARG-06 | Degraded fails at three consecutive failures | 002 Health Monitoring State Machine | -
    ARG-07 | Failed rises to degraded on any success and never straight to healthy | 002 Health Monitoring State Machine | -
    ARG-08 | No health transition outside the diagram | 002 Health Monitoring State Machine | C
    ARG-09 | Storage decision follows health threshold | 002 Health Monitoring; Graceful Degradation; Error Handling | -
    ARG-10 | One event per health transition | 002 Health Monitoring State Machine | -
    ARG-11 | One running operation per type | 002 CloudKit Request Coordination | C
    ARG-12 | Types do not block each other | 002 CloudKit Request Coordination | C
    ARG-13 | Pending operations leave by priority, then by arrival | 002 CloudKit Request Coordination | C
    ARG-14 | Every request settles exactly once with its own result | 002 Actor Pattern; Request Coordination | C
    ARG-15 | Results feed the health monitor | 002 CloudKit Request Coordination | C
    ARG-16 | Operation errors are reported consistently and do not stall the queue | 002 Request Coordination; Error Handling | C
    ARG-17 | Coordinator state survives concurrent enqueues | 002 Actor Pattern; Stress testing | C
    ARG-18 | App starts operational whatever the cloud does | 002 Graceful Degradation Pattern | SC
    ARG-19 | Start mode follows the availability check | 002 Graceful Degradation Pattern | C
    ARG-20 | Mode switching loses no data | 002 Graceful Degradation Pattern | SC
    ARG-21 | Recovery is transparent and converges | 002 Graceful Degradation Pattern | SC
    ARG-22 | User is told once per important state change | 002 Graceful Degradation; Error Handling | C
    ARG-23 | Periodic background checks attempt recovery | 002 Graceful Degradation Pattern | C
    ARG-24 | System events trigger a recovery attempt | 002 Error Handling | C
    ARG-25 | Two devices converge through the cloud | 002 Architecture Overview item 5 | SC
    ARG-26 | Timed-out background work is cancelled and reported | 002 Background Processing | C
    ARG-27 | Expiration and cancellation end a task once and reschedule it | 002 Background Processing | SC
    ARG-28 | Network and power requirements gate tasks | 002 Background Processing | C
    ARG-29 | Scheduling follows user activity | 002 Background Processing | -
    ARG-30 | Task groups finish or cancel all children before returning | 002 Concurrency Patterns | SC
    ARG-31 | Topic-switch cache is transparent | 002 Two-Tier Cache for Topic Switching | S
    ARG-32 | Writes invalidate the cache | 002 Repository Pattern | SC
    ARG-33 | Cache answers when the database method fails | 002 Two-Tier Cache for Topic Switching; 002 Error Handling | S
    ARG-34 | Filtering gives a guaranteed last result | 002 Error Handling | S
    ARG-35 | Cache access is serialized | 002 Repository Pattern | C
    ARG-36 | Memory cache eviction never changes results | 002 Data Persistence | S
    ARG-37 | Rich text loads in three phases | 002 Repository Pattern | S
    ARG-38 | Transactions are atomic and roll back on error | 002 Transaction Management | S
    ARG-39 | Optimistic locking refuses a stale write | 002 Transaction Management | SC
    ARG-40 | Unexpected transaction failure falls back safely | 002 Transaction Management | S
    ARG-41 | Corrupted context is detected and remedied | 002 Transaction Management | S
    ARG-42 | Rich text blobs commit with their article | 002 Synchronous Rich Text Generation | S
    ARG-43 | No duplicate article or inconsistent rich text | 002 Synchronous Rich Text Generation | SC
    ARG-44 | Displayed articles always have pre-rendered rich text | 002 Synchronous Rich Text Generation | S
    ARG-45 | Migration runs exactly once per device | 002 One-Time Migration Architecture | S
    ARG-46 | Interrupted migration resumes | 002 One-Time Migration Flow | S
    ARG-47 | Existing article gets a status-only update | 002 One-Time Migration Flow | S
    ARG-48 | Missing article is created | 002 One-Time Migration Flow | S
    ARG-49 | Legacy database stays read-only | 002 One-Time Migration Flow | S
    ARG-50 | Migration progress is monotone and exact | 002 One-Time Migration Flow | S
    ARG-51 | Modal blocks interaction for the whole migration | 002 One-Time Migration Flow | S
    ARG-52 | Completion is recorded only after the last batch | 002 One-Time Migration Flow | S
    ARG-53 | Migration module is self-contained and removable | 002 One-Time Migration | -
    ARG-54 | Relationships are nullified and saved before deletion | 002 Deletion Best Practices | S
    ARG-55 | Children are deleted before parents | 002 Deletion Best Practices | S
    ARG-56 | Deletion runs in batches of 5 to 10 with a save after each | 002 Deletion Best Practices | S
    ARG-57 | Deletion uses its own context | 002 Deletion Best Practices | SC
    ARG-58 | Deletion is complete and safe to interrupt | 002 Deletion Best Practices | S
    ARG-59 | Deletion leaves a diagnostic trail | 002 Deletion Best Practices | S
    ARG-60 | Relationships stay consistent under cascade rules | 002 Data Models; 002 SwiftData Relationship Management | S
    ARG-61 | Required properties have defaults | 002 SwiftData Model Definition | S
    ARG-62 | Old and new model bridge round trip | 002 SwiftData Model Definition | -
    ARG-63 | Seen articles stay seen | 002 Data Models | S
    ARG-64 | Chunking partitions an array | 002 Data Processing | -
    ARG-65 | Batch processing equals one-by-one processing | 002 Data Persistence | S
    ARG-66 | Markdown conversion is total and deterministic | 002 Data Processing | -
    ARG-67 | Quality badge mapping is total and ordered | 002 Data Processing | -
    ARG-68 | Failed network requests are retried | 002 Error Handling | C
    ARG-69 | Offline use serves local data | 002 Error Handling | SC
    ARG-70 | Only high-priority content raises a push notification | 002 Communication Patterns | SC
    ARG-71 | Background sync completion raises one local notification | 002 Communication Patterns | SC
    ARG-72 | Internal notifications reach every subscriber once | 002 Communication Patterns | C
    ARG-73 | Errors are structured, user-friendly and logged | 002 Error Handling | S
    ARG-74 | Data access is mediated layer by layer | 002 MVVM; 002 Repository Pattern | S
    ARG-75 | View-model state changes are isolated and reflected | 002 MVVM; 002 Main Actor Constraints | SC
    ARG-76 | Settings changes are observed | 002 Observer Pattern | SC
    ARG-APP-01 | The App Always Works | 002 Graceful Degradation Pattern; 002 One-Time Migration Architecture | SC
    ARG-APP-02 | Nothing Acknowledged Is Lost | 002 Transaction Management; 002 One-Time Migration Flow | SC
    ARG-APP-03 | Devices Agree When All Is Quiet | 002 Architecture Overview item 5 | SC
    ARG-APP-04 | The User Is Told Everything Once | 002 Communication Patterns; 002 Graceful Degradation Pattern | SC
    ARG-C1 | Two Requests in Every Order | 002 CloudKit Request Coordination; 002 Actor Pattern | C
    ARG-C2 | Requests at the Same Time Have an Order | 002 CloudKit Request Coordination; 002 Actor Pattern | C
    ARG-C3 | Two Devices at the Same Time Have an Order | 002 Architecture Overview item 5; 002 Actor Pattern | SC
    ARG-S1 | The App Synchronizes by Itself | 002 Architecture Overview item 5 | TC
    ARG-S2 | A Cloud in a Directory Keeps the Order of Sending | 002 Architecture Overview item 5 | -
    ARG-S3 | A Batch Brings the Requested Articles | 002 Concurrency Patterns | S
    ARG-S4 | The App Posts an Event for Each Change | 002 Communication Patterns; 002 Background Processing | STC
    ARG-S5 | The Screen of One Article Shows the Latest | 002 MVVM; 002 Main Actor Constraints | SC
    ARG-S6 | The App Plans Background Runs by Its Use | 002 Background Processing | ST
    """
}

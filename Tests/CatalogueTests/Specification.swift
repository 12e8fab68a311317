import Foundation
import PropertyTesting

/// What the sources say of each property: id, title, requirements, and whether it touches storage (S), is about
/// concurrency (C), or runs on virtual time (T). POS-N1 to POS-N6 and what follows them are ours, and so is QV-APP: the
/// sources have these criteria, and no numbered property of them.
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
      requirements: cells[2].split(separator: " ").map(String.init),
      needs: Set(cells[3].compactMap { needs[$0] }))
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
    POS-57 | Data source distinction | 14.3 | S
    POS-58 | Real data indicator removal | 14.4 | S
    POS-59 | Per-item source labeling | 14.5 | S
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
    POS-N6 | Demo content says that it is | 10.1 10.2 10.4 14.1 14.2 | -
    POS-M1 | Error messages | 6.1 6.2 6.3 | -
    POS-M2 | Refusals name the mistake | 6.3 | -
    POS-P1 | Clock, notices and places of a device | 5.2 5.4 | -
    POS-P2 | Digests, codes, keys and seals | 4.2 4.3 | -
    POS-P3 | Certificates made and read | 4.5 | -
    POS-F1 | Failures of the store reach the caller | 3.3 6.1 | S
    POS-S1 | What the scanner finds | 3.4 3.5 8.1 18.1 | -
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
    QV-APP-04 | What Leaves the Vault Carries Its Watermark | 6.4 6.7 10.1 | ST
    """
}

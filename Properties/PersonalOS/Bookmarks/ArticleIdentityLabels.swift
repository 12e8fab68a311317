import PersonalOSGenerators
import PropertyTesting

extension [ArticleIdentity] {
  /// How the articles with addresses differ from each other.
  func label(_ trial: Trial) {
    let known = compactMap { article in article.address.map { (article.article, $0, article.identity) } }
    for (place, (article, address, url)) in known.enumerated() {
      for (other, otherAddress, otherURL) in known[..<place] {
        if url == otherURL {
          trial.label("another spelling", if: article.url != other.url)
          trial.label("another title", if: article.title != other.title)
          trial.label("parameters in another order", if: address != otherAddress)
        } else if url.prefix(while: { $0 != "?" }) == otherURL.prefix(while: { $0 != "?" }) {
          trial.label("a change of parameters")
        } else {
          trial.label("the case of the path changes", if: url.lowercased() == otherURL.lowercased())
          trial.label(
            "an encoded slash", if: url.replacing("%2F", with: "/") == otherURL.replacing("%2F", with: "/"))
        }
      }
    }
  }
}

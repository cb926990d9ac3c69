extension Array {
  /// Transforms the elements in the order of some keys; the results are in the order of the elements.
  ///
  /// In the order of the form, cells that are in a file are read fastest.
  ///
  /// - Complexity: O(k log k) for k elements.
  func map<Result>(
    inOrderOf key: (Element) -> some Comparable, _ transform: (Element) -> Result
  ) -> [Result] {
    let keys = map(key)
    let results = indices.sorted { keys[$0] < keys[$1] }.map { (index: $0, result: transform(self[$0])) }
    return results.sorted { $0.index < $1.index }.map(\.result)
  }
}

/// What a person calls an instance: its whole number, or its counter with as much of its tag as tells it apart, as in
/// `7`, `7k` and `7k3fq2xd`.
package struct InstanceName: Hashable, Sendable, CustomStringConvertible {
  /// What was given.
  package let description: String
  private let counter: Int
  /// The beginning of the spelled tag.
  private let tag: String
  /// The number that was given.
  let whole: Int?

  /// A number: less than 2³², it is a counter alone.
  package init(_ number: Int) {
    let known = InstanceNumber(number)
    description = known?.description ?? String(number)
    (counter, tag, whole) = (known?.counter ?? number, known?.spelledTag ?? "", number)
  }

  /// Reads a spelling; `nil` for any other text.
  package init?(_ text: Substring) {
    let digits = text.prefix { $0.isASCII && $0.isWholeNumber }
    guard let counter = Int(digits) else { return nil }
    let tag = text[digits.endIndex...]
    guard !tag.isEmpty else {
      let known = InstanceNumber(counter)
      (description, whole) = (known?.description ?? String(counter), counter)
      (self.counter, self.tag) = (known?.counter ?? counter, known?.spelledTag ?? "")
      return
    }
    guard tag.utf8.count <= InstanceNumber.tagLength, let first = tag.utf8.first,
      UInt8(ascii: "a")...UInt8(ascii: "z") ~= first,
      tag.utf8.allSatisfy({
        UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 || UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0
      })
    else { return nil }
    (description, self.counter, self.tag, whole) = (String(text), counter, String(tag), nil)
  }

  /// The number, where the name is a whole one or a full spelling, or a counter alone; `nil` for a beginning.
  package var number: Int? { whole ?? exact }

  private var exact: Int? {
    guard tag.utf8.count == InstanceNumber.tagLength else { return nil }
    var bits: UInt64 = 0
    for (place, letter) in tag.utf8.enumerated() {
      guard let value = (place == 0 ? InstanceNumber.consonants : InstanceNumber.letters).firstIndex(of: letter) else {
        return nil
      }
      bits |= UInt64(value) << (place == 0 ? 0 : 5 * place - 1)
    }
    guard bits <= InstanceNumber.greatestTag, (1...InstanceNumber.greatestCounter).contains(counter) else { return nil }
    return InstanceNumber(counter: counter, tag: UInt32(bits)).whole
  }

  /// The numbers among those of a response that it may mean. O(1).
  fileprivate func meant(among names: InstanceNames) -> [Int] {
    names.numbers(withCounter: counter).filter { InstanceNumber($0)?.spelledTag.hasPrefix(tag) ?? false }
  }
}

/// How people call the instances of a response: by their counters, and where several have one, by as much of their tags
/// as tells them apart, as git abbreviates.
package struct InstanceNames: Hashable, Sendable {
  /// By counter: the number that has it.
  private var single: [Int: Int] = [:]
  /// By counter: the numbers in ascending order, where several have it.
  private var shared: [Int: [Int]] = [:]

  /// Creates the names of no instances.
  package init() {}

  /// The names of the instances with some numbers, which may occur several times. O(k) for k numbers.
  package init(_ numbers: some Sequence<Int>) {
    for number in numbers where !self.numbers(withCounter: InstanceNumber.counter(of: number)).contains(number) {
      insert(number)
    }
  }

  /// Adds an instance that is not among them. O(1).
  package mutating func insert(_ number: Int) {
    guard InstanceNumber.isPossible(number) else { return }
    let counter = InstanceNumber.counter(of: number)
    if let other = single.removeValue(forKey: counter) {
      shared[counter] = [min(other, number), max(other, number)]
    } else if let others = shared[counter] {
      shared[counter] = (others + [number]).sorted()
    } else {
      single[counter] = number
    }
  }

  /// Removes an instance. O(1).
  mutating func remove(_ number: Int) {
    let counter = InstanceNumber.counter(of: number)
    if single[counter] == number { single[counter] = nil }
    guard let rest = shared[counter]?.filter({ $0 != number }) else { return }
    shared[counter] = rest.count > 1 ? rest : nil
    if rest.count == 1 { single[counter] = rest[0] }
  }

  /// The numbers with a counter. O(1).
  fileprivate func numbers(withCounter counter: Int) -> [Int] { single[counter].map { [$0] } ?? shared[counter] ?? [] }

  /// The numbers that a name may mean. O(1).
  func numbers(meantBy name: InstanceName) -> [Int] { name.meant(among: self) }

  /// Whether another instance has the counter of a number. O(1).
  private func isShared(_ number: Int) -> Bool {
    let counter = InstanceNumber.counter(of: number)
    if let own = single[counter] { return own != number }
    return shared.isEmpty ? false : shared[counter]?.contains { $0 != number } ?? false
  }

  /// Whether several instances have one counter, so tags are spelled. O(1).
  var haveTags: Bool { !shared.isEmpty }

  /// The shortest spelling of a number. O(1).
  package func spelling(of number: Int) -> String {
    guard let own = InstanceNumber(number) else { return String(number) }
    let others = numbers(withCounter: own.counter).filter { $0 != number }.compactMap(InstanceNumber.init)
    let tag = own.spelledTag
    let length = others.map { other in zip(tag, other.spelledTag).prefix { $0 == $1 }.count + 1 }.max() ?? 0
    return "\(own.counter)\(tag.prefix(length))"
  }

  /// The shortest spelling of a number where another instance has its counter; `nil` where none has. O(1).
  func spellingBesideOthers(of number: Int) -> String? {
    number > 0 && isShared(number) ? spelling(of: number) : nil
  }

  /// The shortest number: the counter, or where several instances have it the whole number. O(1).
  package func brief(_ number: Int) -> Int {
    InstanceNumber.isPossible(number) && !isShared(number) ? InstanceNumber.counter(of: number) : number
  }

  /// A spelling that says which instance is meant without the others: the counter, or where several instances have it
  /// the full one. O(1).
  package func fullSpelling(of number: Int) -> String {
    InstanceNumber(number).map { isShared(number) ? $0.description : String($0.counter) } ?? String(number)
  }

  /// What people call a cell: its key, with the shortest spelling of its instance. O(1).
  ///
  /// - Parameter instance: the number of the instance; 0 outside of repeats.
  package func address(of key: String, in instance: Int) -> String {
    instance == 0 ? key : "\(key):\(spelling(of: instance))"
  }
}

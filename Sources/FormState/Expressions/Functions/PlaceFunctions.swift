import Foundation

extension RuleFunction {
  /// Functions of geographic places. A point is its latitude and longitude in degrees, optionally with altitude and
  /// accuracy; a line or an area is points separated by semicolons, or the points in several cells.
  static let ofPlaces: [RuleFunction] = [
    RuleFunction("distance", .atLeast(1)) { evaluation, arguments in
      guard let points = try evaluation.points(of: arguments.values) else { return .number(.nan) }
      return .number(PlaceOnEarth.length(of: points))
    },
    RuleFunction("area", .exactly(1)) { evaluation, arguments in
      guard let points = try evaluation.points(of: arguments.values) else { return .number(.nan) }
      return .number(PlaceOnEarth.area(of: points))
    },
    RuleFunction("geofence", .exactly(2)) { evaluation, arguments in
      guard let point = try evaluation.points(of: [arguments[0]])?.first,
        let area = try evaluation.points(of: [arguments[1]])
      else { return .boolean(false) }
      return .boolean(point.isWithin(area))
    },
  ]
}

extension RuleEvaluation {
  /// The points in values; `nil` if one is invalid, or there are none.
  fileprivate mutating func points(of values: [RuleValue]) throws -> [PlaceOnEarth]? {
    var points: [PlaceOnEarth] = []
    for value in values {
      for scalar in try scalars(of: value) {
        let text = try read(scalar.text)
        for part in text.split(separator: ";") where !part.allSatisfy(\.isWhitespace) {
          try budget.spend()
          guard let point = PlaceOnEarth(part) else { return nil }
          points.append(point)
        }
      }
    }
    return points.isEmpty ? nil : points
  }
}

/// A point on a sphere the size of the earth.
struct PlaceOnEarth {
  /// The radius at the equator in metres, as in all ODK clients.
  private static let radius = 6_378_100.0

  /// In radians.
  let latitude: Double
  /// In radians.
  let longitude: Double

  /// Reads `latitude longitude`, in degrees, and ignores the rest.
  init?(_ text: some StringProtocol) {
    let parts = text.split(whereSeparator: \.isWhitespace).prefix(4).map { ExactDecimal(String($0))?.number }
    guard parts.count >= 2, let latitude = parts[0], let longitude = parts[1], !parts.contains(nil),
      abs(latitude) <= 90, abs(longitude) <= 180
    else { return nil }
    self.latitude = latitude * .pi / 180
    self.longitude = longitude * .pi / 180
  }

  /// The length of a line in metres, rounded to the centimetre.
  static func length(of points: [PlaceOnEarth]) -> Double {
    rounded(zip(points, points.dropFirst()).map { $0.distance(to: $1) }.reduce(0, +))
  }

  /// The area inside a closed line, in square metres; its ends are joined.
  static func area(of points: [PlaceOnEarth]) -> Double {
    guard points.count > 2, let first = points.first else { return 0 }
    let parts = zip(points, points.dropFirst() + [first]).map { one, next in
      (next.longitude - one.longitude) * (2 + sin(one.latitude) + sin(next.latitude))
    }
    return rounded(abs(parts.reduce(0, +) * radius * radius / 2))
  }

  /// Whether the point is in an area, on a map with straight degrees; a line with fewer than three points is not an
  /// area.
  func isWithin(_ area: [PlaceOnEarth]) -> Bool {
    guard area.count > 2, let first = area.first else { return false }
    var isWithin = false
    for (one, next) in zip(area, area.dropFirst() + [first])
    where (one.latitude > latitude) != (next.latitude > latitude) {
      let share = (latitude - one.latitude) / (next.latitude - one.latitude)
      if longitude < one.longitude + share * (next.longitude - one.longitude) { isWithin.toggle() }
    }
    return isWithin
  }

  private func distance(to other: PlaceOnEarth) -> Double {
    let (up, along) = (sin((other.latitude - latitude) / 2), sin((other.longitude - longitude) / 2))
    let half = up * up + cos(latitude) * cos(other.latitude) * along * along
    return 2 * Self.radius * asin(min(1, half.squareRoot()))
  }

  private static func rounded(_ number: Double) -> Double { (number * 100).rounded() / 100 }
}

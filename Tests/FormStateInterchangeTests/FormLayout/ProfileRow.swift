import FormState
import Foundation

enum ProfileRow: Equatable {
  struct NamePicture: Decodable, Equatable {
    let name: String
    let pictureUrl: URL
  }

  struct About: Decodable, Equatable {
    let about: String
  }

  struct Email: Decodable, Equatable {
    let email: String
  }

  struct Attribute: Decodable, Equatable {
    let key: String
    let value: String
  }

  struct Friend: Decodable, Equatable {
    let name: String
    let pictureUrl: URL?
  }

  case namePicture(NamePicture)
  case about(About)
  case email(Email)
  case attribute(Attribute)
  case friend(Friend)
  case unknown(String)

  init(_ row: VisibleRow) throws {
    switch row.identifier {
    case "NamePictureCell": self = .namePicture(try row.decode())
    case "AboutCell": self = .about(try row.decode())
    case "EmailCell": self = .email(try row.decode())
    case "AttributeCell": self = .attribute(try row.decode())
    case "FriendCell": self = .friend(try row.decode())
    default: self = .unknown(row.identifier)
    }
  }
}

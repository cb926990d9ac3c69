/// What members mean that several outputs have.
package enum Meaning {
  package static let form = "The key of the form."
  package static let response = "The key of the response."
  package static let revision = "How many entries the journal has; 0 before the first action."
  package static let section = "The section as a person reads it: its title, or its key where it has none."
  package static let question = "What a person calls the cell, with those above it."
  package static let dryRun = "Whether nothing was done, and this only says what would be done."
}

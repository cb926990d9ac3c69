import FormState
import TestSupport
import Testing

@testable import FormStateStore

@Suite("Reading all responses of a form")
struct FormResponsesTests {
  @Test("Repeated reads see one snapshot while another store writes")
  func atOnePointInTime() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("answers.sqlite")
    let (store, other) = (try FormStore(path: path), try FormStore(path: path))
    try store.save(ProfileForm.form)
    for name in ["ada", "tom"] {
      try store.apply(.set("firstname", .text(name)), to: ResponseKey(form: "profile", response: name))
    }
    try store.withResponses(to: "profile") { responses in
      for pass in 1...2 {
        var names: [String?] = []
        try responses.readEach { response in
          names.append(response.state.entries["firstname"]?.value?.plainText)
          try other.apply(.set("firstname", "Eve"), to: response.key)
          try other.create(ResponseKey(form: "profile", response: "new-\(pass)-\(names.count)"))
        }
        #expect(names == ["ada", "tom"])
      }
    }
    #expect(try store.contents(ofResponsesTo: "profile").count == 6)
  }

  @Test("The forms are the versions in use, oldest first, and each response has its own")
  func versions() throws {
    let store = try FormStore.inMemory()
    try store.save(ProfileForm.form)
    try store.apply(.set("firstname", "Ada"), to: ResponseKey(form: "profile", response: "ada"))
    for title in ["Second", "Third"] {
      var next = ProfileForm.form
      next.title = title
      try store.save(next)
    }
    try store.apply(.set("firstname", "Tom"), to: ResponseKey(form: "profile", response: "tom"))
    try store.withResponses(to: "profile") { responses in
      #expect(responses.forms.map(\.title) == [ProfileForm.form.title, "Third"])
      var titles: [String] = []
      try responses.readEach { titles.append($0.form.title) }
      #expect(titles == [ProfileForm.form.title, "Third"])
    }
  }

  @Test("An unknown form is refused by name")
  func unknownForm() throws {
    let store = try FormStore.inMemory()
    try store.save(ProfileForm.form)
    #expect(throws: StoreError.unknownForm(key: "profil", nearest: "profile")) {
      try store.withResponses(to: "profil") { _ in }
    }
  }
}

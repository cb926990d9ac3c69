import FormState
import FormStateStore
import Testing

@testable import FormStateInterchange

/// Choices and secondary instances as in Collect.
@Suite("Field: lists and secondary instances")
struct FieldListTests {
  private static let question = """
    <input ref="/data/up"/>
    <select1 ref="/data/town"><itemset nodeset="instance('towns')/root/item[up = /data/up]">
    <value ref="name"/><label ref="label"/></itemset></select1>
    """
  private static let nodes = "<up/><town/><count/>"
  private static let count = #"<bind nodeset="/data/count" calculate="count(instance('towns')/root/item[up = ''])"/>"#

  @Test("An empty element equals an empty text; a missing element equals nothing")
  func blankElements() throws {
    let form = try FieldForm(
      Self.nodes,
      model: """
        <instance id="towns"><root><item><name>a</name><label>A</label><up/></item>
        <item><name>b</name><label>B</label><up></up></item><item><name>aa</name><label>AA</label><up>a</up></item>
        <item><name>c</name><label>C</label></item></root></instance>\(Self.count)
        """, body: Self.question)
    #expect(form.diagnostics == [])
    for form in [form, try form.goneOut()] {
      #expect(try form.choices("town") == ["a", "b"])
      #expect(try form.value("count") == "2")
      try form.apply(.set("up", "a"))
      #expect(try form.choices("town") == ["aa"])
      try form.apply(.set("town", "aa"), .clear("up"))
      #expect(try form.choices("town") == ["a", "b"])
      #expect(try form.store.check() == [])
    }
  }

  @Test("A missing element is neither equal nor unequal to a text, and is not counted or joined")
  func missingElements() throws {
    let form = try FieldForm(
      "<equal/><unequal/><either/><count/><joined/>",
      model: """
        <instance id="i"><root><item><name>a</name><label>A</label><up/></item><item><name>b</name><label>B</label></item>
        <item><name>c</name><label>C</label><up>x</up></item></root></instance>
        <bind nodeset="/data/equal" calculate="count(instance('i')/root/item[up = ''])"/>
        <bind nodeset="/data/unequal" calculate="count(instance('i')/root/item[up != 'x'])"/>
        <bind nodeset="/data/either" calculate="count(instance('i')/root/item[up = '' or name = 'c'])"/>
        <bind nodeset="/data/count" calculate="count(instance('i')/root/item/up)"/>
        <bind nodeset="/data/joined" calculate="join('|', instance('i')/root/item/up)"/>
        """, body: "")
    for form in [form, try form.goneOut()] {
      #expect(try ["equal", "unequal", "either", "count", "joined"].map(form.value) == ["1", "1", "2", "2", "|x"])
    }
  }

  @Test("A list that no question uses comes back with the items that have no label")
  func missingLabelsOfUnused() throws {
    let form = try FieldForm(
      "<count/>",
      model: """
        <instance id="i"><root><item><name>a</name><label>A</label></item><item><name>b</name></item></root></instance>
        <bind nodeset="/data/count" calculate="count(instance('i')/root/item)"/>
        """, body: "")
    let again = try form.goneOut()
    #expect(FormDifference.first(form.imported.form, again.imported.form) == nil)
  }

  @Test("A choice without a label shows its value; expressions find the label missing or blank")
  func missingLabels() throws {
    let form = try FieldForm(
      "<up/><town>a</town><label/><blank/><count/>",
      model: """
        <instance id="towns"><root><item><name>a</name><up/></item><item><name>b</name><label/><up/></item>
        <item><name>c</name><label>C</label><up/></item></root></instance>\(Self.count)
        <bind nodeset="/data/label" calculate="instance('towns')/root/item[name = /data/town]/label"/>
        <bind nodeset="/data/blank" calculate="count(instance('towns')/root/item[label = ''])"/>
        """, body: Self.question)
    for form in [form, try form.goneOut()] {
      #expect(try ["label", "blank"].map(form.value) == [nil, "1"])
      #expect(try form.store.choices(of: "town", in: form.key).choices.map(\.title) == ["a", "b", "C"])
      try form.apply(.set("town", "c"))
      #expect(try form.value("label") == "C")
    }
  }

  @Test("A position among items of several parents is refused, since a list does not know it")
  func places() throws {
    let form = try FieldForm(
      "<a/><b/><c/>",
      model: """
        <instance id="t"><root><town><name>a</name><quarter><name>p</name></quarter></town>
        <town><name>b</name><quarter><name>q</name></quarter></town></root></instance>
        <bind nodeset="/data/a" calculate="instance('t')/root/town[2]/name"/>
        <bind nodeset="/data/b" calculate="count(instance('t')/root/town/quarter[1])"/>
        <bind nodeset="/data/c" calculate="count(instance('t')/root/town/quarter[name != 'p' or position() = last()])"/>
        """, body: "")
    #expect(try form.value("a") == "b")
    #expect(
      form.diagnostics
        == ["b", "c"].enumerated().map { number, key in
          "line \(number + 7), column 1: the rule “calculate” of \(key): a condition uses the position of an item in another one, which a list does not know; it is kept without effect"
        })
  }

  @Test("Every row of a table has every column")
  func blankFields() throws {
    let form = try FieldForm(
      Self.nodes, model: #"<instance id="towns" src="jr://file-csv/towns.csv"/>"# + Self.count, body: Self.question,
      attachments: ["towns.csv": "name,label,up\na,A,\nb,B\naa,AA,a\n"])
    #expect(form.diagnostics == [])
    #expect(try form.choices("town") == ["a", "b"])
    #expect(try form.value("count") == "2")
  }

  @Test("Elements of different names in one instance are separate lists")
  func severalNames() throws {
    let form = try FieldForm(
      "<in>Vinnie</in><dog/><cat/><cats/>",
      model: """
        <instance id="i"><root><cat><name>Vinnie</name><age>12</age></cat><dog><name>Vinnie</name><age>9</age></dog>
        <cat><name>Tom</name><age>3</age></cat></root></instance>
        <bind nodeset="/data/dog" calculate="instance('i')/root/dog[name = /data/in]/age"/>
        <bind nodeset="/data/cat" calculate="instance('i')/root/cat[name = /data/in]/age"/>
        <bind nodeset="/data/cats" calculate="count(instance('i')/root/cat)"/>
        """, body: #"<input ref="/data/in"/>"#)
    #expect(form.diagnostics == [])
    for form in [form, try form.goneOut()] {
      #expect(try ["dog", "cat", "cats"].map(form.value) == ["9", "12", "2"])
      try form.apply(.set("in", "Tom"))
      #expect(try ["dog", "cat", "cats"].map(form.value) == [nil, "3", "2"])
    }
  }

  @Test("Items may be texts, have attributes, and be nested")
  func trees() throws {
    let form = try FieldForm(
      "<in>b</in><first/><second/><code/><inner/><all/>",
      model: """
        <instance id="texts"><towndata><data_set>us_east</data_set><data_set>us_west</data_set></towndata></instance>
        <instance id="towns"><root><town id="a"><name>Alba</name></town><town id="b"><name>Bari</name>
        <quarter><name>Port</name><people>7</people></quarter><quarter><name>Hill</name><people>5</people></quarter>
        </town></root></instance>
        <bind nodeset="/data/first" calculate="instance('texts')/towndata/data_set"/>
        <bind nodeset="/data/second" calculate="instance('texts')/towndata/data_set[. = 'us_west']"/>
        <bind nodeset="/data/code" calculate="instance('towns')/root/town[@id = /data/in]/name"/>
        <bind nodeset="/data/inner" calculate="instance('towns')/root/town/quarter[name = 'Hill']/people"/>
        <bind nodeset="/data/all" calculate="sum(instance('towns')/root/town/quarter/people)"/>
        """, body: #"<input ref="/data/in"/>"#)
    #expect(form.diagnostics == [])
    for form in [form, try form.goneOut()] {
      #expect(
        try ["first", "second", "code", "inner", "all"].map(form.value) == ["us_east", "us_west", "Bari", "5", "12"])
      try form.apply(.set("in", "a"))
      #expect(try form.value("code") == "Alba")
    }
  }

  @Test("Repeated elements of an item are all kept; a condition on them is refused with its line")
  func severalTexts() throws {
    let shops = """
      <instance id="shops"><root><shop><name>a</name><tag>x</tag><tag>y</tag></shop><shop><name>b</name><tag>y</tag></shop>
      <shop><name>c</name></shop></root></instance>
      """
    let form = try FieldForm(
      "<count/><all/><some/><names/>",
      model: """
        \(shops)<bind nodeset="/data/count" calculate="count(instance('shops')/root/shop/tag)"/>
        <bind nodeset="/data/all" calculate="join(',', instance('shops')/root/shop/tag)"/>
        <bind nodeset="/data/some" calculate="count(instance('shops')/root/shop/tag[. = 'y'])"/>
        <bind nodeset="/data/names" calculate="join(',', instance('shops')/root/shop/name)"/>
        """, body: "")
    #expect(form.diagnostics == [])
    for form in [form, try form.goneOut()] {
      #expect(try ["count", "all", "some", "names"].map(form.value) == ["3", "x,y,y", "2", "a,b,c"])
    }
    let refused = try FieldForm(
      "<a/>", model: #"\#(shops)<bind nodeset="/data/a" calculate="instance('shops')/root/shop[tag = 'y']/name"/>"#,
      body: "")
    #expect(
      refused.diagnostics == [
        "line 5, column 46: the rule “calculate” of a: a path leads to a column that no item of the list shops has; it is kept without effect"
      ])
  }

  @Test("A path to an unknown element is refused with its line")
  func unknownPath() throws {
    let form = try FieldForm(
      "<a/>",
      model: """
        <instance id="i"><root><item><name>x</name></item></root></instance>
        <bind nodeset="/data/a" calculate="instance('i')/root/thing/name"/>
        """, body: #"<input ref="/data/a"/>"#)
    #expect(
      form.diagnostics == [
        "line 5, column 1: the rule “calculate” of a: a path leads to a column that the list i lacks; it is kept without effect"
      ])
  }
}

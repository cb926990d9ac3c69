import FormState
import FormStateStore
import Testing

@testable import FormStateInterchange

/// XForms whose namespaces are written differently than by pyxform.
@Suite("Field: namespaces")
struct FieldNamespaceTests {
  private static func form(_ root: String, _ prefix: String = "") -> String {
    """
    <h:html \(root) xmlns:h="http://www.w3.org/1999/xhtml"><h:head><h:title>t</h:title><\(prefix)model><\(prefix)instance>
    <data id="ns"><a/></data></\(prefix)instance><\(prefix)bind nodeset="/data/a" type="int" constraint=". &lt; 5"/>
    </\(prefix)model></h:head><h:body><\(prefix)input ref="/data/a"/></h:body></h:html>
    """
  }

  @Test(
    "A form is the same without a default namespace or with a prefix",
    arguments: [
      form(#"xmlns="http://www.w3.org/2002/xforms""#), form(""),
      form(#"xmlns:xf="http://www.w3.org/2002/xforms""#, "xf:"),
    ])
  func forms(xml: String) throws {
    let form = try FieldForm(xml: xml)
    #expect(form.diagnostics == [])
    for form in [form, try form.goneOut()] {
      #expect(form.imported.form.sections[0].cells.map(\.kind) == [.integer])
      try form.apply(.set("a", 7))
      #expect(try form.store.session(for: form.key).faults.count == 1)
      #expect(try form.submission().contains("<a>7</a>"))
    }
  }
}

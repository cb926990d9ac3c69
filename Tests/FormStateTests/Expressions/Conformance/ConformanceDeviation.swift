/// Assertions that are in scope and do not hold, each with the reason.
enum ConformanceDeviation {
  private static let arity =
    "the number of arguments is looked at when an expression is read, also where it is never called"
  private static let controls = "no text of a form may hold control characters that XML has not"
  private static let scripts = "only dates as ODK writes them are read, not those of JavaScript"
  private static let blanks = "sum, min and max leave out what is not a number, as Collect does"
  private static let halves = "halves go up, as in Collect and XPath 1.0"
  private static let format = #"('Sat Nov 21 2026 12:43:11 GMT+0000 (Coordinated Universal Time)', '%e | %a' )"#
  private static let misrecorded =
    #"if( /data/a ="1" and /data/b ="1", "Eligible", if( /data/d ="0" or /data/b ="0", "Not-Eligible", "nothing"))"#

  private static let empty = "a reference as a condition follows its value: an empty cell does not hold"
  private static let noNodes = "the nodes that the test compares were recorded as none"
  private static let selection =
    "concat( selected( /data/item/a[../number[@OpenClinica:this='three']]/name[@enk:that=\"something\"]/last/@Value,"
    + " 'ccc' ), 'ing', '-', sin( pi() div 2))"

  private static let days = "a date is whole days since 1970, and date() is a day, as in Collect"

  /// Assertions in which a date is a fraction of days, that of midnight in UTC.
  private static let fractionsOfDays = [
    #"boolean: date(-1) != date("1969-12-31T00:00:00.000Z")"#,
    #"boolean: date(-1) = date("1969-12-31T00:00:00.000Z")"#,
    #"boolean: date(-1) = date('1969-12-31T00:00:00.000+00:00')"#,
    #"boolean: date(-10252) != date("1941-12-07T00:00:00.000Z")"#,
    #"boolean: date(0) = date('1970-01-01T00:00:00.000+00:00')"#,
    #"boolean: date(1) = date("1970-01-02T00:00:00.000Z")"#,
    #"boolean: date(1) = date('1970-01-02T00:00:00.000+00:00')"#,
    #"boolean: date(14127) != date("2008-09-05T00:00:00.000Z")"#,
    #"boolean: date-time(-1) = date('1969-12-31T00:00:00.000+00:00')"#,
    #"boolean: date-time(-10252) = date('1941-12-07T00:00:00.000+00:00')"#,
    #"boolean: date-time(0) = date('1970-01-01T00:00:00.000+00:00')"#,
    #"boolean: date-time(1) = date('1970-01-02T00:00:00.000+00:00')"#,
    #"boolean: date-time(14127) = date('2008-09-05T00:00:00.000+00:00')"#,
    #"rounded: "2018-01-01" + 1"#,
    #"rounded: 10 + date("2012-07-24")"#,
    #"rounded: 10 + date-time("2012-07-24")"#,
    #"rounded: date("1970-01-01T00:00:00.000+00:00")"#,
    #"rounded: number("2018-01-01" + 1)"#,
    #"rounded: number('2008-09-05')"#,
    #"rounded: number(date('1941-12-07'))"#,
    #"rounded: number(date('1970-01-02'))"#,
    #"rounded: number(date('2008-09-05'))"#,
    #"string: "2021-11-30" + 1"#,
    #"string: -5 + date("2001-12-26")"#,
    #"string: 3 + date("2001-12-26") - 5"#,
    #"string: date("2001-12-26") + 5"#,
    #"string: date("2001-12-26") - 5"#,
    #"string: date(0)"#,
    #"string: date(1)"#,
    #"string: date(1.5)"#,
    #"string: date(decimal-date-time("2003-10-20T08:00:00.000-07:00"))"#,
    #"string: date-time(0)"#,
  ]

  /// The reason by kind and expression.
  static let reasons = others.merging(fractionsOfDays.map { ($0, days) }) { reason, _ in reason }

  private static let others: [String: String] = [
    "boolean: false() and substring() and true()": arity,
    "boolean: true() or substring()": arity,
    "boolean: true() or substring() and true()": arity,
    "boolean: false() or true() or substring()": arity,
    "string: date('nonsense')": "what is no date is blank, not the text “Invalid Date”",
    "string: format-date\(format)": scripts,
    "string: format-date-time\(format)": scripts,
    #"string: if(self::node(), "exists", "does not exist")"#: empty,
    #"string: normalize-space(/data/item/a[../number[@OpenClinica:this="three"]])"#: empty,
    "string: \(selection)": empty,
    "nodes: attribute::*": noNodes, "nodes: attribute::attrib3": noNodes, "nodes: child::*": noNodes,
    "string: \(misrecorded)": "the assertion was recorded without the document that it is about",
    "string: normalize-space(' \u{C}\u{B} ')": controls,
    "string: normalize-space('\na  \u{C} \r\u{B}  b\r\n  ')": controls,
    "number: sum(*)": blanks, "number: min(*)": blanks, "number: max(*)": blanks, "number: max(/root/item)": blanks,
    "number: round(-1.5)": halves, "number: round(-1.5, 0)": halves,
    "boolean: boolean-from-string('True')": "true is read in any case, as Collect does",
    "number: int(7.922021953507237e-12)": "numbers have no exponents, as in XPath 1.0",
  ]

  /// What the language lacks, as its parser names it, and the number of assertions for each.
  ///
  /// Forms have no texts, comments or attributes besides their cells, and no order among cells with different names,
  /// so axes and node types select nothing; `${key}` does what `id` and `name` do, and no form is in XHTML.
  static let refused: [String: Int] = [
    "“id()”": 32, "“lang()”": 9, "“local-name()”": 1, "“node()”": 4, "the function explode": 15,
    "a path from the root": 6,
    "the axis “ancestor-or-self::”": 9, "the axis “ancestor::”": 2, "the axis “attribute::”": 9,
    "the axis “child::”": 2,
    "the axis “following-sibling::”": 2, "the axis “following::”": 7, "the axis “parent::”": 4,
    "the axis “preceding::”": 7, "the axis “self::”": 2,
  ]
}

import FormState

// The documentation shows the code below this line word for word; a test holds them equal.

let profile = FormDefinition(key: "profile", title: "Profile", accordion: .cells) {
  FormSection(key: "personal", title: "Personal") {
    GroupCell("full-name", subtitle: "Full name") {
      TextCell("first-name", title: "First name", value: "Ada")
      TextCell("last-name", title: "Last name")
    }
    .summary(template: "{last-name}, {first-name}")
    .expanded()
    GroupCell("marital-status", subtitle: "Marital status") {
      SwitchCell("is-married", value: false, off: "Single", on: "Married")
    }
  }
  FormSection(key: "preferences", title: "Preferences", startsFolded: true) {
    GroupCell("favourite-sport", subtitle: "Favourite sport", value: "football") {
      OptionCell("football", title: "Football")
      OptionCell("basketball", title: "Basketball")
    }
    SliderCell("level", title: "Level", value: 3, minimum: 1, maximum: 5)
    LabelCell("terms", title: "What we do with your answers …")
      .inline(collapsedHeight: .points(44), lineLimit: 1)
  }
}

struct AddressCell: CellDescription {
  var key: String
  var title: String

  var draft: CellDraft {
    GroupCell(key, subtitle: title) {
      TextCell("\(key)-street", title: "Street")
      TextCell("\(key)-town", title: "Town")
    }
    .summary(.join(separator: ", "))
  }
}

func order(parcels: [String], isGift: Bool) -> FormDefinition {
  FormDefinition(key: "order") {
    FormSection(key: "addresses") {
      AddressCell(key: "invoice", title: "Invoice to")
      for parcel in parcels {
        AddressCell(key: parcel, title: "Parcel \(parcel) to")
      }
      if isGift {
        TextCell("greeting", title: "Greeting")
      }
    }
  }
}

let quality = OptionList(
  "quality",
  options: [
    OptionList.Option(value: "good", title: "Good"),
    OptionList.Option(value: "poor", title: "Poor"),
  ])

let house = FormDefinition(key: "house", lists: [quality]) {
  FormSection(key: "outside") {
    GroupCell("roof", subtitle: "Roof", options: quality)
    GroupCell("walls", subtitle: "Walls", value: "good", options: quality)
  }
}

let towns = OptionList(
  "towns",
  options: [
    OptionList.Option(value: "bay", title: "Bay", columns: ["region": "coast"]),
    OptionList.Option(value: "vale", title: "Vale", columns: ["region": "hills"]),
  ])

let journey = FormDefinition(key: "journey", lists: [towns]) {
  FormSection(key: "stop") {
    TextCell("region", title: "Region")
    GroupCell("town", subtitle: "Town").choices("list('towns')[region = ${region}]")
  }
}

let household = FormDefinition(key: "household") {
  FormSection(key: "people") {
    RepeatCell("person", title: "Person") {
      TextCell("name", title: "Name")
      IntegerCell("age", title: "Age")
    }
    GroupCell("head", subtitle: "Head of the household").choices("${person}[${age} > 17]/${name}")
  }
}

let family = FormDefinition(key: "family") {
  FormSection(key: "you") {
    SwitchCell("married", title: "Married")
    TextCell("partner", title: "Partner").relevant("${married}")
  }
  FormSection(key: "children", title: "Children", relevant: "${married} and ${partner} != ''") {
    SliderCell("count")
  }
}

let invoice = FormDefinition(key: "invoice") {
  FormSection(key: "order") {
    TextCell("name", title: "Name").required(message: "Tell us your name.")
    SliderCell("count", title: "Count", value: 1, minimum: 0, maximum: 20)
      .constraint(". > 0", message: "Order at least one.")
      .constraint(". <= 10", message: "That is much.", severity: .warning)
    CustomCell("total", identifier: "AmountCell", title: "Total")
      .calculate("${count} * 12.5")
      .readOnly()
    LabelCell("thanks", title: "Thank you").title("concat('Thank you, ', ${name})")
  }
}

let allowance = FormDefinition(key: "allowance") {
  FormSection(key: "night") {
    TextCell("country", title: "Country")
    DecimalCell("amount", title: "For a night", unit: "€").set("if(${country} = 'CH', 64, 28)", when: "country")
  }
}

let camp = FormDefinition(key: "camp") {
  FormSection(key: "people") {
    RepeatCell("adult", title: "Adults", minimum: 1, maximum: 4) {
      GroupCell("person", title: "Adult") {
        TextCell("name", title: "Name").required()
        TextCell("phone", title: "Phone")
      }
      .title("concat('Adult ', position(${adult}), ': ', ${name})")
    }
    .expanded()
    .accordion()
    IntegerCell("children", title: "Children")
    RepeatCell("child", title: "Each child") {
      TextCell("called", title: "Called")
      DateCell("born", title: "Born")
    }
    .count("${children}")
    .expanded()
    LabelCell("all", title: "All").title("concat(count(${adult}), ' and ', join(', ', ${called}))")
  }
}

let faulty = FormDefinition(key: "faulty") {
  FormSection(key: "answers") {
    GroupCell("name") {
      TextCell("first")
    }
    .summary(template: "{last}, {first")
    SliderCell("level", minimum: 5, maximum: 1)
    OptionCell("level")
  }
}

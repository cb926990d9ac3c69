import FormState

// The documentation shows the code below this line word for word; a test holds them equal.

let profile = FormDefinition(key: "profile", title: "Profile", accordion: .cells) {
  FormSection(key: "personal", title: "Personal") {
    Cell.group("full-name", subtitle: "Full name") {
      Cell.text("first-name", title: "First name", value: "Ada")
      Cell.text("last-name", title: "Last name")
    }
    .summary(template: "{last-name}, {first-name}")
    .expanded()
    Cell.group("marital-status", subtitle: "Marital status") {
      Cell.switch("is-married", value: false, off: "Single", on: "Married")
    }
  }
  FormSection(key: "preferences", title: "Preferences", startsFolded: true) {
    Cell.group("favourite-sport", subtitle: "Favourite sport", value: "football") {
      Cell.option("football", title: "Football")
      Cell.option("basketball", title: "Basketball")
    }
    Cell.slider("level", title: "Level", value: 3, minimum: 1, maximum: 5)
    Cell.label("terms", title: "What we do with your answers …")
      .inline(collapsedHeight: .points(44), lineLimit: 1)
  }
}

func address(_ key: String, title: String) -> Cell {
  Cell.group(key, subtitle: title) {
    Cell.text("\(key)-street", title: "Street")
    Cell.text("\(key)-town", title: "Town")
  }
  .summary(.join(separator: ", "))
}

func order(parcels: [String], isGift: Bool) -> FormDefinition {
  FormDefinition(key: "order") {
    FormSection(key: "addresses") {
      address("invoice", title: "Invoice to")
      for parcel in parcels {
        address(parcel, title: "Parcel \(parcel) to")
      }
      if isGift {
        Cell.text("greeting", title: "Greeting")
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
    Cell.group("roof", subtitle: "Roof", options: quality)
    Cell.group("walls", subtitle: "Walls", value: "good", options: quality)
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
    Cell.text("region", title: "Region")
    Cell.group("town", subtitle: "Town").choices("list('towns')[region = ${region}]")
  }
}

let household = FormDefinition(key: "household") {
  FormSection(key: "people") {
    Cell.repeat("person", title: "Person") {
      Cell.text("name", title: "Name")
      Cell.integer("age", title: "Age")
    }
    Cell.group("head", subtitle: "Head of the household").choices("${person}[${age} > 17]/${name}")
  }
}

let family = FormDefinition(key: "family") {
  FormSection(key: "you") {
    Cell.switch("married", title: "Married")
    Cell.text("partner", title: "Partner").relevant("${married}")
  }
  FormSection(key: "children", title: "Children", relevant: "${married} and ${partner} != ''") {
    Cell.slider("count")
  }
}

let invoice = FormDefinition(key: "invoice") {
  FormSection(key: "order") {
    Cell.text("name", title: "Name").required(message: "Tell us your name.")
    Cell.slider("count", title: "Count", value: 1, minimum: 0, maximum: 20)
      .constraint(". > 0", message: "Order at least one.")
      .constraint(". <= 10", message: "That is much.", severity: .warning)
    Cell.custom("total", identifier: "AmountCell", title: "Total")
      .calculate("${count} * 12.5")
      .readOnly()
    Cell.label("thanks", title: "Thank you").title("concat('Thank you, ', ${name})")
  }
}

let allowance = FormDefinition(key: "allowance") {
  FormSection(key: "night") {
    Cell.text("country", title: "Country")
    Cell.decimal("amount", title: "For a night", unit: "€").set("if(${country} = 'CH', 64, 28)", when: "country")
  }
}

let camp = FormDefinition(key: "camp") {
  FormSection(key: "people") {
    Cell.repeat("adult", title: "Adults", minimum: 1, maximum: 4) {
      Cell.group("person", title: "Adult") {
        Cell.text("name", title: "Name").required()
        Cell.text("phone", title: "Phone")
      }
      .title("concat('Adult ', position(${adult}), ': ', ${name})")
    }
    .expanded()
    .accordion()
    Cell.integer("children", title: "Children")
    Cell.repeat("child", title: "Each child") {
      Cell.text("called", title: "Called")
      Cell.date("born", title: "Born")
    }
    .count("${children}")
    .expanded()
    Cell.label("all", title: "All").title("concat(count(${adult}), ' and ', join(', ', ${called}))")
  }
}

let faulty = FormDefinition(key: "faulty") {
  FormSection(key: "answers") {
    Cell.group("name") {
      Cell.text("first")
    }
    .summary(template: "{last}, {first")
    Cell.slider("level", minimum: 5, maximum: 1)
    Cell.option("level")
  }
}

import FormState
import FormStateStore

// The article on languages shows the code below this line.

let visitor = FormDefinition(
  key: "visitor", title: "Visitor", language: "en",
  translations: [
    FormTranslation(
      "fr", title: "Visiteur", sections: ["who": "Qui vous êtes"],
      cells: [
        "name": CellTexts("Nom", required: "Donnez-nous votre nom."),
        "welcome": CellTexts(expression: "concat('Bienvenue, ', ${name})"),
        "age": CellTexts("Âge", unit: "ans"),
      ])
  ]
) {
  FormSection(key: "who", title: "Who you are") {
    Cell.text("name", title: "Name").required(message: "Tell us your name.")
    Cell.label("welcome").title("concat('Welcome, ', ${name})")
    Cell.integer("age", title: "Age", unit: "years")
  }
}

"""Documents that the stories import."""

# What rules, faults and sections come and go with.
CLAIM = {
    "formstate": 1, "key": "claim", "title": "Claim", "sections": [
        {"key": "you", "title": "You", "cells": [
            {"key": "name", "kind": "text", "title": "Name", "required": True},
            {"key": "kind", "kind": "group", "subtitle": "Kind", "cells": [
                {"key": "car", "kind": "option", "title": "Car"}, {"key": "home", "kind": "option", "title": "Home"}]},
            {"key": "cost", "kind": "decimal", "title": "Cost", "unit": "€", "readOnly": "${name} = 'nobody'",
             "constraints": [{"expression": ". < 100", "message": "That is much."}]},
            {"key": "total", "kind": "decimal", "title": "Total", "calculate": "${cost} * 2"},
            {"key": "plate", "kind": "text", "title": "Plate", "relevant": "${kind} = 'car'", "required": "${cost} > 5"},
            {"key": "remark", "kind": "longText", "title": "Remark", "inline": {"lineLimit": 2}, "value": "None."}]},
        {"key": "car-section", "title": "Your car", "relevant": "${kind} = 'car'", "cells": [
            {"key": "colour", "kind": "text", "title": "Colour"}]},
        {"key": "late", "title": "Later", "foldable": True, "folded": True, "cells": [
            {"key": "note", "kind": "text", "title": "Note"},
            {"key": "secret", "kind": "label", "title": "Secret", "hidden": True}]}]}


# A cell of a property list of which not all is as it should be.
PLIST_CELL = (
    "<dict><key>isExpandable</key>{expandable}<key>isExpanded</key><false/><key>isVisible</key><true/>"
    "<key>additionalRows</key><string>0</string><key>cellIdentifier</key><string>idCellTextfield</string>"
    "<key>primaryTitle</key><string>Name</string><key>secondaryTitle</key><string></string><key>value</key><string></string></dict>")

# More groups than an entry lists changes, a cell that nobody changes, and one that nobody sees.
MANY = {"formstate": 1, "key": "many", "sections": [{"key": "s", "cells": [
    *({"key": f"g{number}", "kind": "group", "title": f"Group {number}", "cells": [
        {"key": f"t{number}", "kind": "text", "title": "Text"}]} for number in range(25)),
    {"key": "seen", "kind": "text", "title": "Seen"},
    {"key": "fixed", "kind": "text", "title": "Fixed", "readOnly": "true()"},
    {"key": "kept", "kind": "text", "title": "Kept", "hidden": True, "calculate": "${seen}"}]}]}

-- Guards: only FormState writes to FormState's tables.
-- The name of the function states who may write and how. Other programs lack the function, so SQLite refuses their
-- statements with that name; FormState has it, and it fails outside of FormState's own transactions.

CREATE TRIGGER formstate_migration_insert AFTER INSERT ON formstate_migration BEGIN SELECT "only FormState writes here"(); END;
CREATE TRIGGER formstate_migration_update AFTER UPDATE ON formstate_migration BEGIN SELECT "only FormState writes here"(); END;
CREATE TRIGGER formstate_migration_delete AFTER DELETE ON formstate_migration BEGIN SELECT "only FormState writes here"(); END;

CREATE TRIGGER formstate_cell_kind_insert AFTER INSERT ON formstate_cell_kind BEGIN SELECT "only FormState writes here"(); END;
CREATE TRIGGER formstate_cell_kind_update AFTER UPDATE ON formstate_cell_kind BEGIN SELECT "only FormState writes here"(); END;
CREATE TRIGGER formstate_cell_kind_delete AFTER DELETE ON formstate_cell_kind BEGIN SELECT "only FormState writes here"(); END;

CREATE TRIGGER formstate_action_kind_insert AFTER INSERT ON formstate_action_kind BEGIN SELECT "only FormState writes here"(); END;
CREATE TRIGGER formstate_action_kind_update AFTER UPDATE ON formstate_action_kind BEGIN SELECT "only FormState writes here"(); END;
CREATE TRIGGER formstate_action_kind_delete AFTER DELETE ON formstate_action_kind BEGIN SELECT "only FormState writes here"(); END;

CREATE TRIGGER formstate_field_insert AFTER INSERT ON formstate_field BEGIN SELECT "only FormState writes here"(); END;
CREATE TRIGGER formstate_field_update AFTER UPDATE ON formstate_field BEGIN SELECT "only FormState writes here"(); END;
CREATE TRIGGER formstate_field_delete AFTER DELETE ON formstate_field BEGIN SELECT "only FormState writes here"(); END;

CREATE TRIGGER formstate_form_insert AFTER INSERT ON formstate_form BEGIN SELECT "only FormState writes here: use formstate import"(); END;
CREATE TRIGGER formstate_form_update AFTER UPDATE ON formstate_form BEGIN SELECT "only FormState writes here: use formstate import"(); END;
CREATE TRIGGER formstate_form_delete AFTER DELETE ON formstate_form BEGIN SELECT "only FormState writes here: use formstate form delete"(); END;

CREATE TRIGGER formstate_version_insert AFTER INSERT ON formstate_version BEGIN SELECT "only FormState writes here: use formstate import"(); END;
CREATE TRIGGER formstate_version_update AFTER UPDATE ON formstate_version BEGIN SELECT "only FormState writes here: use formstate import"(); END;
CREATE TRIGGER formstate_version_delete AFTER DELETE ON formstate_version BEGIN SELECT "only FormState writes here: use formstate form delete"(); END;

CREATE TRIGGER formstate_row_height_insert AFTER INSERT ON formstate_row_height BEGIN SELECT "only FormState writes here: use formstate import"(); END;
CREATE TRIGGER formstate_row_height_update AFTER UPDATE ON formstate_row_height BEGIN SELECT "only FormState writes here: use formstate import"(); END;
CREATE TRIGGER formstate_row_height_delete AFTER DELETE ON formstate_row_height BEGIN SELECT "only FormState writes here: use formstate form delete"(); END;

CREATE TRIGGER formstate_structure_insert AFTER INSERT ON formstate_structure BEGIN SELECT "only FormState writes here: use formstate import"(); END;
CREATE TRIGGER formstate_structure_update AFTER UPDATE ON formstate_structure BEGIN SELECT "only FormState writes here: use formstate import"(); END;
CREATE TRIGGER formstate_structure_delete AFTER DELETE ON formstate_structure BEGIN SELECT "only FormState writes here: use formstate form delete"(); END;

CREATE TRIGGER formstate_row_kind_insert AFTER INSERT ON formstate_row_kind BEGIN SELECT "only FormState writes here: use formstate import"(); END;
CREATE TRIGGER formstate_row_kind_update AFTER UPDATE ON formstate_row_kind BEGIN SELECT "only FormState writes here: use formstate import"(); END;
CREATE TRIGGER formstate_row_kind_delete AFTER DELETE ON formstate_row_kind BEGIN SELECT "only FormState writes here: use formstate form delete"(); END;

CREATE TRIGGER formstate_section_insert AFTER INSERT ON formstate_section BEGIN SELECT "only FormState writes here: use formstate import"(); END;
CREATE TRIGGER formstate_section_update AFTER UPDATE ON formstate_section BEGIN SELECT "only FormState writes here: use formstate import"(); END;
CREATE TRIGGER formstate_section_delete AFTER DELETE ON formstate_section BEGIN SELECT "only FormState writes here: use formstate form delete"(); END;

CREATE TRIGGER formstate_cell_insert AFTER INSERT ON formstate_cell BEGIN SELECT "only FormState writes here: use formstate import"(); END;
CREATE TRIGGER formstate_cell_update AFTER UPDATE ON formstate_cell BEGIN SELECT "only FormState writes here: use formstate import"(); END;
CREATE TRIGGER formstate_cell_delete AFTER DELETE ON formstate_cell BEGIN SELECT "only FormState writes here: use formstate form delete"(); END;

CREATE TRIGGER formstate_question_insert AFTER INSERT ON formstate_question BEGIN SELECT "only FormState writes here: use formstate import"(); END;
CREATE TRIGGER formstate_question_update AFTER UPDATE ON formstate_question BEGIN SELECT "only FormState writes here: use formstate import"(); END;
CREATE TRIGGER formstate_question_delete AFTER DELETE ON formstate_question BEGIN SELECT "only FormState writes here: use formstate form delete"(); END;

CREATE TRIGGER formstate_rule_insert AFTER INSERT ON formstate_rule BEGIN SELECT "only FormState writes here: use formstate import"(); END;
CREATE TRIGGER formstate_rule_update AFTER UPDATE ON formstate_rule BEGIN SELECT "only FormState writes here: use formstate import"(); END;
CREATE TRIGGER formstate_rule_delete AFTER DELETE ON formstate_rule BEGIN SELECT "only FormState writes here: use formstate form delete"(); END;

CREATE TRIGGER formstate_rule_input_insert AFTER INSERT ON formstate_rule_input BEGIN SELECT "only FormState writes here: use formstate import"(); END;
CREATE TRIGGER formstate_rule_input_update AFTER UPDATE ON formstate_rule_input BEGIN SELECT "only FormState writes here: use formstate import"(); END;
CREATE TRIGGER formstate_rule_input_delete AFTER DELETE ON formstate_rule_input BEGIN SELECT "only FormState writes here: use formstate form delete"(); END;

CREATE TRIGGER formstate_condition_insert AFTER INSERT ON formstate_condition BEGIN SELECT "only FormState writes here: use formstate import"(); END;
CREATE TRIGGER formstate_condition_update AFTER UPDATE ON formstate_condition BEGIN SELECT "only FormState writes here: use formstate import"(); END;
CREATE TRIGGER formstate_condition_delete AFTER DELETE ON formstate_condition BEGIN SELECT "only FormState writes here: use formstate form delete"(); END;

CREATE TRIGGER formstate_repeat_insert AFTER INSERT ON formstate_repeat BEGIN SELECT "only FormState writes here: use formstate import"(); END;
CREATE TRIGGER formstate_repeat_update AFTER UPDATE ON formstate_repeat BEGIN SELECT "only FormState writes here: use formstate import"(); END;
CREATE TRIGGER formstate_repeat_delete AFTER DELETE ON formstate_repeat BEGIN SELECT "only FormState writes here: use formstate form delete"(); END;

CREATE TRIGGER formstate_list_insert AFTER INSERT ON formstate_list BEGIN SELECT "only FormState writes here: use formstate import"(); END;
CREATE TRIGGER formstate_list_update AFTER UPDATE ON formstate_list BEGIN SELECT "only FormState writes here: use formstate import"(); END;
CREATE TRIGGER formstate_list_delete AFTER DELETE ON formstate_list BEGIN SELECT "only FormState writes here: use formstate form delete"(); END;

CREATE TRIGGER formstate_version_list_insert AFTER INSERT ON formstate_version_list BEGIN SELECT "only FormState writes here: use formstate import"(); END;
CREATE TRIGGER formstate_version_list_update AFTER UPDATE ON formstate_version_list BEGIN SELECT "only FormState writes here: use formstate import"(); END;
CREATE TRIGGER formstate_version_list_delete AFTER DELETE ON formstate_version_list BEGIN SELECT "only FormState writes here: use formstate form delete"(); END;

CREATE TRIGGER formstate_list_item_insert AFTER INSERT ON formstate_list_item BEGIN SELECT "only FormState writes here: use formstate import"(); END;
CREATE TRIGGER formstate_list_item_update AFTER UPDATE ON formstate_list_item BEGIN SELECT "only FormState writes here: use formstate import"(); END;
CREATE TRIGGER formstate_list_item_delete AFTER DELETE ON formstate_list_item BEGIN SELECT "only FormState writes here: use formstate form delete"(); END;

CREATE TRIGGER formstate_list_column_insert AFTER INSERT ON formstate_list_column BEGIN SELECT "only FormState writes here: use formstate import"(); END;
CREATE TRIGGER formstate_list_column_update AFTER UPDATE ON formstate_list_column BEGIN SELECT "only FormState writes here: use formstate import"(); END;
CREATE TRIGGER formstate_list_column_delete AFTER DELETE ON formstate_list_column BEGIN SELECT "only FormState writes here: use formstate form delete"(); END;

CREATE TRIGGER formstate_translation_insert AFTER INSERT ON formstate_translation BEGIN SELECT "only FormState writes here: use formstate import"(); END;
CREATE TRIGGER formstate_translation_update AFTER UPDATE ON formstate_translation BEGIN SELECT "only FormState writes here: use formstate import"(); END;
CREATE TRIGGER formstate_translation_delete AFTER DELETE ON formstate_translation BEGIN SELECT "only FormState writes here: use formstate form delete"(); END;

CREATE TRIGGER formstate_response_insert AFTER INSERT ON formstate_response BEGIN SELECT "only FormState writes here: use formstate set"(); END;
CREATE TRIGGER formstate_response_update AFTER UPDATE ON formstate_response BEGIN SELECT "only FormState writes here: use formstate set"(); END;
CREATE TRIGGER formstate_response_delete AFTER DELETE ON formstate_response BEGIN SELECT "only FormState writes here: use formstate response delete"(); END;

CREATE TRIGGER formstate_section_state_insert AFTER INSERT ON formstate_section_state BEGIN SELECT "only FormState writes here: use formstate set"(); END;
CREATE TRIGGER formstate_section_state_update AFTER UPDATE ON formstate_section_state BEGIN SELECT "only FormState writes here: use formstate set"(); END;
CREATE TRIGGER formstate_section_state_delete AFTER DELETE ON formstate_section_state BEGIN SELECT "only FormState writes here: use formstate set"(); END;

CREATE TRIGGER formstate_cell_state_insert AFTER INSERT ON formstate_cell_state BEGIN SELECT "only FormState writes here: use formstate set"(); END;
CREATE TRIGGER formstate_cell_state_update AFTER UPDATE ON formstate_cell_state BEGIN SELECT "only FormState writes here: use formstate set"(); END;
CREATE TRIGGER formstate_cell_state_delete AFTER DELETE ON formstate_cell_state BEGIN SELECT "only FormState writes here: use formstate set"(); END;

CREATE TRIGGER formstate_instance_insert AFTER INSERT ON formstate_instance BEGIN SELECT "only FormState writes here: use formstate set"(); END;
CREATE TRIGGER formstate_instance_update AFTER UPDATE ON formstate_instance BEGIN SELECT "only FormState writes here: use formstate set"(); END;
CREATE TRIGGER formstate_instance_delete AFTER DELETE ON formstate_instance BEGIN SELECT "only FormState writes here: use formstate set"(); END;

CREATE TRIGGER formstate_place_insert AFTER INSERT ON formstate_place BEGIN SELECT "only FormState writes here"(); END;
CREATE TRIGGER formstate_place_update AFTER UPDATE ON formstate_place BEGIN SELECT "only FormState writes here"(); END;
CREATE TRIGGER formstate_place_delete AFTER DELETE ON formstate_place BEGIN SELECT "only FormState writes here"(); END;

CREATE TRIGGER formstate_draft_insert AFTER INSERT ON formstate_draft BEGIN SELECT "only FormState writes here: use formstate draft"(); END;
CREATE TRIGGER formstate_draft_update AFTER UPDATE ON formstate_draft BEGIN SELECT "only FormState writes here: use formstate draft"(); END;
CREATE TRIGGER formstate_draft_delete AFTER DELETE ON formstate_draft BEGIN SELECT "only FormState writes here: use formstate draft"(); END;

CREATE TRIGGER formstate_key_insert AFTER INSERT ON formstate_key BEGIN SELECT "only FormState writes here: use formstate set"(); END;
CREATE TRIGGER formstate_key_update AFTER UPDATE ON formstate_key BEGIN SELECT "only FormState writes here: use formstate set"(); END;
CREATE TRIGGER formstate_key_delete AFTER DELETE ON formstate_key BEGIN SELECT "only FormState writes here: use formstate set"(); END;

CREATE TRIGGER formstate_entry_insert AFTER INSERT ON formstate_entry BEGIN SELECT "only FormState writes here: use formstate set"(); END;
CREATE TRIGGER formstate_entry_update AFTER UPDATE ON formstate_entry BEGIN SELECT "only FormState writes here: use formstate set"(); END;
CREATE TRIGGER formstate_entry_delete AFTER DELETE ON formstate_entry BEGIN SELECT "only FormState writes here: use formstate set"(); END;

CREATE TRIGGER formstate_destination_insert AFTER INSERT ON formstate_destination BEGIN SELECT "only FormState writes here"(); END;
CREATE TRIGGER formstate_destination_update AFTER UPDATE ON formstate_destination BEGIN SELECT "only FormState writes here"(); END;
CREATE TRIGGER formstate_destination_delete AFTER DELETE ON formstate_destination BEGIN SELECT "only FormState writes here"(); END;

CREATE TRIGGER formstate_pushed_insert AFTER INSERT ON formstate_pushed BEGIN SELECT "only FormState writes here"(); END;
CREATE TRIGGER formstate_pushed_update AFTER UPDATE ON formstate_pushed BEGIN SELECT "only FormState writes here"(); END;
CREATE TRIGGER formstate_pushed_delete AFTER DELETE ON formstate_pushed BEGIN SELECT "only FormState writes here"(); END;

CREATE TRIGGER formstate_known_version_insert AFTER INSERT ON formstate_known_version BEGIN SELECT "only FormState writes here"(); END;
CREATE TRIGGER formstate_known_version_update AFTER UPDATE ON formstate_known_version BEGIN SELECT "only FormState writes here"(); END;
CREATE TRIGGER formstate_known_version_delete AFTER DELETE ON formstate_known_version BEGIN SELECT "only FormState writes here"(); END;

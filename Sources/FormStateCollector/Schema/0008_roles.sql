-- Roles: the collector takes, forget removes, readers read views.
-- init makes each role unless the cluster has it, and prints these lines. The collector can only empty an entry: the constraints of the
-- table refuse any other change, even by the owner. Devices, their tokens and the key of those are the owner's; the collector reads
-- them, and nobody else does. views FORM grants its views to formstate_reader, which sees ••• in place of the answers to sensitive
-- questions; formstate_reveal is a reader that sees them.

CREATE ROLE formstate_collector NOLOGIN;

CREATE ROLE formstate_forget NOLOGIN;

CREATE ROLE formstate_reader NOLOGIN;

CREATE ROLE formstate_reveal NOLOGIN;

GRANT formstate_reader TO formstate_reveal;

GRANT USAGE ON SCHEMA formstate_forms TO formstate_reader;

GRANT SELECT ON formstate_migration, formstate_field, formstate_key, formstate_device, formstate_forgotten, formstate_typed_view,
  formstate_broken_entry, formstate_digest, formstate_journal TO formstate_collector;

GRANT SELECT, INSERT ON formstate_definition, formstate_language, formstate_text, formstate_section, formstate_cell,
  formstate_condition, formstate_rule, formstate_option, formstate_list, formstate_list_item, formstate_sensitive, formstate_entry, formstate_receipt, formstate_choice
  TO formstate_collector;

GRANT UPDATE (state) ON formstate_receipt TO formstate_collector;

GRANT UPDATE (kind, subject, body, redacted) ON formstate_entry TO formstate_collector;

GRANT SELECT, INSERT, UPDATE, DELETE ON formstate_line, formstate_part, formstate_state, formstate_instance, formstate_sender
  TO formstate_collector;

GRANT SELECT, DELETE ON formstate_entry, formstate_receipt, formstate_choice, formstate_line, formstate_part, formstate_state,
  formstate_instance TO formstate_forget;

GRANT SELECT, INSERT ON formstate_forgotten TO formstate_forget;

GRANT SELECT ON response, answer, current_answer, translated_answer, unanswered, fault, set_aside, instance, list_item, history, conflict
  TO formstate_collector, formstate_reader;

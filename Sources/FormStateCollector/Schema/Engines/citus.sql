-- Citus: which tables are distributed by stream, and which are on every node. After the other files, in an empty database; untried.

SELECT create_reference_table('formstate_migration');
SELECT create_reference_table('formstate_field');
SELECT create_reference_table('formstate_key');
SELECT create_reference_table('formstate_device');
SELECT create_reference_table('formstate_definition');
SELECT create_reference_table('formstate_language');
SELECT create_reference_table('formstate_text');
SELECT create_reference_table('formstate_section');
SELECT create_reference_table('formstate_cell');
SELECT create_reference_table('formstate_sensitive');
SELECT create_reference_table('formstate_condition');
SELECT create_reference_table('formstate_rule');
SELECT create_reference_table('formstate_option');
SELECT create_reference_table('formstate_list');
SELECT create_reference_table('formstate_list_item');
SELECT create_reference_table('formstate_made_view');

SELECT create_distributed_table('formstate_line', 'stream');
SELECT create_distributed_table('formstate_entry', 'stream', colocate_with => 'formstate_line');
SELECT create_distributed_table('formstate_receipt', 'stream', colocate_with => 'formstate_line');
SELECT create_distributed_table('formstate_sender', 'stream', colocate_with => 'formstate_line');
SELECT create_distributed_table('formstate_choice', 'stream', colocate_with => 'formstate_line');
SELECT create_distributed_table('formstate_part', 'stream', colocate_with => 'formstate_line');
SELECT create_distributed_table('formstate_state', 'stream', colocate_with => 'formstate_line');
SELECT create_distributed_table('formstate_instance', 'stream', colocate_with => 'formstate_line');
SELECT create_distributed_table('formstate_forgotten', 'stream', colocate_with => 'formstate_line');

-- How often a row that staff edit as a whole was changed, by whom, when and what: who has seen an older state overwrites nothing. Of rows that a module
-- keeps in its own tables, by their kind and key; a row that was never changed is not here and has version 0. Prices have their own history.
create table row_edit (
  kind text not null,
  row_key text not null,
  version int not null constraint row_edit_version check (version > 0),
  changed_by uuid not null constraint row_edit_changed_by references staff,
  changed_at timestamptz not null,
  what text not null,
  constraint row_edit_pk primary key (kind, row_key)
);
grant select, insert, update on row_edit to mall_app;

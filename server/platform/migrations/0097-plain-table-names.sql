-- Four tables get the names of the glossary (docs/words.md). A renamed table keeps its rows, indexes and grants. No function names one of them.
alter table standing_list rename to shopping_list;
alter table standing_line rename to shopping_list_line;
alter table member_standing rename to level_status;
alter table catalogue_version rename to catalog_version;

-- Constraints keep the names that they were made with. PostgreSQL 18 also lists NOT NULL as constraints, older versions do not.
do $$
declare
  found record;
begin
  for found in
    select k.conrelid::regclass as "table", k.conname as old_name, renamed.new_prefix || substr(k.conname, length(renamed.old_prefix) + 1) as new_name
    from (values
      ('shopping_list', 'standing_list', 'shopping_list'),
      ('shopping_list_line', 'standing_line', 'shopping_list_line'),
      ('level_status', 'member_standing', 'level_status'),
      ('catalog_version', 'catalogue_version', 'catalog_version')
    ) renamed("table", old_prefix, new_prefix)
    join pg_constraint k on k.conrelid = renamed."table"::regclass and starts_with(k.conname, renamed.old_prefix)
  loop
    execute format('alter table %s rename constraint %I to %I', found."table", found.old_name, found.new_name);
  end loop;
end
$$;

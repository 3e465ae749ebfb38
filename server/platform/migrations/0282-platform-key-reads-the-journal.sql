-- A key of the platform may also read the journal (decision 140).
alter table platform_key drop constraint platform_key_scopes,
  add constraint platform_key_scopes check (cardinality(scopes) > 0 and scopes <@ array['goods', 'prices', 'stock', 'journal']);

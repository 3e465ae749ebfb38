-- The transaction that changed the search row of goods last. Each node keeps the goods in memory for its lists, and reads again only what
-- changed since it looked last: rows of transactions that had not ended by then.
alter table goods_search add column changed_in xid8 not null default pg_current_xact_id();
create index goods_search_by_change on goods_search (changed_in);

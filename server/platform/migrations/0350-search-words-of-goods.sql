-- The words of goods on the shelf stand apart from their stock and prices: a sale changes one row of goods_search, and none of the index of
-- words. A scheduled task writes the rows whose version is not the program's, because servers of the version before may still run. `goods_search.words` and `goods_search.codes` are no longer written.
create table goods_words (
  goods_id uuid constraint goods_words_pk primary key,
  lexemes tsvector not null,
  codes text not null,
  -- Which version of the program wrote it; 0: copied by this migration.
  version smallint not null default 0
);
grant select, insert, update, delete on goods_words to mall_app;
insert into goods_words (goods_id, lexemes, codes) select goods_id, words, codes from goods_search where on_shelf;
create index goods_words_by_word on goods_words using gin (lexemes);
alter table goods_search alter column words drop not null, alter column codes drop not null;

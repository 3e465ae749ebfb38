-- The words of goods on the shelf stand apart from their stock and prices: a sale changes one row of goods_search, and none of the index of
-- words. A job adds the words by which the search ranks goods. `goods_search.words` and `goods_search.codes` are no longer written.
create table goods_words (
  goods_id uuid constraint goods_words_pk primary key,
  lexemes tsvector not null,
  codes text not null
);
grant select, insert, update, delete on goods_words to mall_app;
insert into goods_words select goods_id, words, codes from goods_search where on_shelf;
create index goods_words_by_word on goods_words using gin (lexemes);
alter table goods_search alter column words drop not null, alter column codes drop not null;
insert into outbox (at, id, topic, payload)
select now(), uuidv7(), 'category.changed', jsonb_build_object('categoryIds', jsonb_agg(c.id)) from category as c
where c.parent_id is null having count(*) > 0;

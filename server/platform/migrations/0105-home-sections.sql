-- The sections of the home page, in their order. Without any, the home page has its built-in arrangement.
create table home_section (
  id uuid constraint home_section_pk primary key,
  kind text not null constraint home_section_kind check (
    kind in ('stage', 'categories', 'hardness', 'stock', 'picked', 'byCategory', 'credit', 'quickOrder', 'announcement')
  ),
  title text not null constraint home_section_title check (char_length(title) <= 30),
  text text not null constraint home_section_text check (char_length(text) <= 300),
  target text not null constraint home_section_target check (char_length(target) <= 300),
  -- Which goods it shows: those chosen by hand, or the first by a rule. null: it shows none of its own.
  goods_rule text constraint home_section_rule check (goods_rule in ('hand', 'newest', 'sales', 'priceUp')),
  goods_ids jsonb not null,
  goods_count int not null constraint home_section_goods_count check (goods_count between 1 and 20),
  -- The first and the last day, both of Shanghai. null: without an end.
  day_from date,
  day_to date,
  -- Who sees it: guests, and members of companies of these levels.
  guests boolean not null,
  levels jsonb not null,
  shown boolean not null,
  position int not null,
  created_at timestamptz not null,
  constraint home_section_days check (day_to >= day_from),
  constraint home_section_hand check ((goods_rule = 'hand') is true or jsonb_array_length(goods_ids) = 0)
);
grant select, insert, update, delete on home_section to mall_app;

-- The Latin words of the search, in the order of their bytes: whether one begins like a text is answered by one step in the key.
create table search_lexeme (
  word text collate "C" constraint search_lexeme_pk primary key
);
grant select, insert on search_lexeme to mall_app;
insert into search_lexeme
select distinct word from goods_search, unnest(tsvector_to_array(words)) as word where word ~ '^[a-z0-9]{3,}$';

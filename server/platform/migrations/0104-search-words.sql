-- What staff tell the search: words of one meaning, words to propose, and words that lead to an address of the mall.
create table search_word (
  id uuid constraint search_word_pk primary key,
  kind text not null constraint search_word_kind check (kind in ('synonyms', 'hot', 'redirect')),
  target text not null,
  position int not null,
  shown boolean not null,
  created_at timestamptz not null,
  constraint search_word_target check ((kind = 'redirect') = (target <> '') and char_length(target) <= 300)
);
grant select, insert, update, delete on search_word to mall_app;

-- Their terms. Within one kind a term is there once: a word has one set of synonyms, and leads to one address.
create table search_word_term (
  kind text not null,
  -- Without differences of case and width, as it is compared.
  term text not null,
  typed text not null constraint search_word_term_typed check (char_length(typed) between 1 and 20),
  place int not null,
  search_word_id uuid not null constraint search_word_term_word references search_word,
  constraint search_word_term_pk primary key (kind, term)
);
create index search_word_term_of_word on search_word_term (search_word_id);
grant select, insert, delete on search_word_term to mall_app;

-- How often goods were searched for in vain, by day and term. Never by whom.
create table missed_search (
  day date not null,
  term text not null constraint missed_search_term check (char_length(term) between 1 and 50),
  times int not null constraint missed_search_times check (times > 0),
  -- Goods with a similar name or number were shown instead.
  similar_shown boolean not null,
  constraint missed_search_pk primary key (day, term)
);
grant select, insert, update, delete on missed_search to mall_app;

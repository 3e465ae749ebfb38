-- Staff find goods by any part of a name or a code. An index of the characters of a text and of its pairs of neighbours finds the rows that may
-- contain the part; an index of words finds only what begins with it.

create function text_parts(given text) returns text[] language sql immutable strict parallel safe as $$
  select array(select distinct substr(lower(given), at, size) from generate_series(1, char_length(given)) as at, generate_series(1, 2) as size)
$$;

create index goods_by_name_part on goods using gin (text_parts(name));
create index goods_by_slug_part on goods using gin (text_parts(slug)) where state <> 'draft';
create index goods_draft_by_code_part on goods_draft using gin (text_parts(content ->> 'code'));
create index sku_by_code_part on sku using gin (text_parts(code));

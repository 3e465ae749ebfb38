-- All that a buyer finds an order by, in small letters, a line each: one look at the order instead of one at each of its lines.
alter table "order" add column words text not null default '';
update "order" o set words = lower(concat_ws(e'\n', o.order_no, nullif(o.po_number, ''), nullif(o.cost_centre, ''), l.words))
from (
  select enterprise_id, order_id, string_agg(goods_name || e'\n' || sku_code, e'\n' order by line_no) as words
  from order_line group by enterprise_id, order_id
) l
where l.enterprise_id = o.enterprise_id and l.order_id = o.id;
alter table "order" alter words drop default;

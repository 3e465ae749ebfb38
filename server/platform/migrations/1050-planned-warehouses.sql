-- 已预留: the warehouse that a line is planned to leave from, so that what others have reserved in a warehouse can be derived (decision 850). null: the
-- main one, as all lines of an older program.
alter table order_line add planned_from uuid;

update order_line line set planned_from = o.promised_from[1]
  from "order" o
  where o.enterprise_id = line.enterprise_id and o.id = line.order_id and cardinality(o.promised_from) = 1
    and o.promised_from[1] <> '0195d000-0000-7000-8000-000000000001'
    and o.state in ('WAIT_APPROVAL', 'WAIT_PAY', 'WAIT_SEND', 'PART_SENT');

-- Only lines with units that are still to leave another warehouse than the main one: few of many.
create index order_line_planned on order_line (sku_id, planned_from) where planned_from is not null and shipped + dropped < quantity;

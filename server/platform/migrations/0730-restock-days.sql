-- When more of a SKU is expected: the days of its open purchase orders, each once, in their order. catalog/purchase-orders says what they are (decision 590).
alter table sku_stock add restock_days date[] not null default '{}';
update sku_stock set restock_days = expected.days
from (
  select line.sku_id, array_agg(distinct purchase_order.expected_day order by purchase_order.expected_day) as days
  from purchase_order
  join purchase_order_line as line on line.purchase_order_id = purchase_order.id
  where purchase_order.state = 'ORDERED' and purchase_order.expected_day is not null
    and line.quantity > (
      select coalesce(sum(came.quantity), 0) from goods_receipt as receipt
      join goods_receipt_line as came on came.receipt_id = receipt.id
      where receipt.purchase_order_id = line.purchase_order_id and came.line_no = line.line_no
    )
  group by line.sku_id
) as expected
where expected.sku_id = sku_stock.sku_id;

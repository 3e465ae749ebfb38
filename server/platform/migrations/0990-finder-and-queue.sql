-- 全局查找: staff find more of their documents by the number alone (decision 250).
create index quotation_by_number on quotation (quotation_no);
create index order_proposal_by_number on order_proposal (proposal_no);
create index supplier_by_name_part on supplier using gin (text_parts(name));

-- 待办: what waits is few of many, so the cards count it and its lists begin with the oldest without reading what has ended.
create index stock_count_waiting on stock_count (state, state_at, id) where state in ('OPEN', 'COUNTED');
create index supplier_invoice_waiting on supplier_invoice (state, state_at, id) where state in ('DIFFERENT', 'RETURNED');
create index purchase_order_due on purchase_order (expected_day, id) where state = 'ORDERED';
create index stock_transfer_in_transit on stock_transfer (sent_at, id) where state = 'SENT';
create index waybill_unconfirmed on waybill (state_at, id) where state in ('ASKED', 'RETURNING');
create index order_proposal_declined on order_proposal (state_at, id) where state = 'DECLINED';
create index sku_with_mark on sku (id) where low_stock is not null and not archived;

-- How many different goods an order has, so that bills and messages name an order as "X 等 3 种商品". null: the order is from before it was counted.
alter table "order" add goods_kinds int constraint order_goods_kinds_check check (goods_kinds > 0);

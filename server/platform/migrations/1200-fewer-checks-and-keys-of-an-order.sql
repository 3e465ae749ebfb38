-- PostgreSQL reads the text of each check anew at every statement that writes its table, and an order had 34 of them. What may not be negative is one check for
-- each table now. The rules are the same: the checks that go have proven the rows, so these are validated later, without a lock (1205).
-- All tables are locked first, in the order in which the submit of an order uses them: dropping a foreign key locks the table that it refers to.
lock table enterprise, "order", order_line, change_waiting, change_mark in access exclusive mode;
alter table "order"
  add constraint order_not_negative check (least(goods_fen, freight_fen, discount_fen, freight_discount_fen, freight_fee_fen, freight_refunded_fen, payable_fen) >= 0) not valid,
  drop constraint order_goods,
  drop constraint order_freight,
  drop constraint order_discount,
  drop constraint order_freight_discount,
  drop constraint order_freight_fee,
  drop constraint order_freight_refunded,
  drop constraint order_payable,
  add constraint order_freight_refunded check (freight_refunded_fen <= freight_fen) not valid,
  add constraint order_payable check (payable_fen = goods_fen + freight_fen - discount_fen) not valid;
alter table order_line
  add constraint order_line_fen_not_negative check (least(sale_price_fen, credit_price_fen, unit_price_fen, discount_fen, posted_fen, dropped_fen, returned_fen) >= 0) not valid,
  add constraint order_line_units_not_negative check (least(shipped, held_back, dropped, claimed, returned, exchanged) >= 0) not valid,
  drop constraint order_line_sale_price,
  drop constraint order_line_credit_price,
  drop constraint order_line_unit_price,
  drop constraint order_line_discount,
  drop constraint order_line_posted,
  drop constraint order_line_dropped_fen,
  drop constraint order_line_returned_fen,
  drop constraint order_line_shipped,
  drop constraint order_line_held_back,
  drop constraint order_line_dropped,
  drop constraint order_line_claimed,
  drop constraint order_line_returned,
  drop constraint order_line_exchanged,
  add constraint order_line_discount check (discount_fen <= amount_fen) not valid;

-- The company of an order is that of its trade, and the company of a mark that of the row whose trigger writes it.
alter table "order" drop constraint order_enterprise;
alter table change_waiting drop constraint change_waiting_enterprise;
alter table change_mark drop constraint change_mark_enterprise;

-- Reads the tables while others write them.
alter table "order" validate constraint order_not_negative, validate constraint order_freight_refunded, validate constraint order_payable;
alter table order_line
  validate constraint order_line_fen_not_negative,
  validate constraint order_line_units_not_negative,
  validate constraint order_line_discount;

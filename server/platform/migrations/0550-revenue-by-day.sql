-- The lines that make revenue are listed and added up by day, of all companies and of one (收入明细). A job writes them at night, so no order pays for these indexes.
create index revenue_line_earned on revenue_line (day desc, source_id desc, line_no, part_no)
  include (enterprise_id, kind, order_id, shop_id, rate_bp, earned_fen, earned_tax_fen) where earned_fen <> 0;
create index revenue_line_earned_by_company on revenue_line (enterprise_id, day desc, source_id desc, line_no, part_no)
  include (kind, order_id, shop_id, rate_bp, earned_fen, earned_tax_fen) where earned_fen <> 0;

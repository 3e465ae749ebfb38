-- As 0181: what a row of money says does not change. The server may update what happens to it later, and nothing else. A lock needs one column, too.
revoke update on payment, payment_allocation, refund, bank_line, invoice, invoice_issue, invoice_line, gateway_receipt, voucher, limit_request, credit_account,
  parcel from mall_app;
-- The day is that on which the bank or the provider counted the money, known when it has arrived.
grant update (state, paid_at, next_query_at, invitation, invited_at, failure, reference, value_day, expires_at, asked_at, queries) on payment to mall_app;
grant update (refunded_fen) on payment_allocation to mall_app;
grant update (state, settled_at, tries, next_try_at, failure, reference) on refund to mall_app;
-- A typed line takes the day that its statement says.
grant update (assigned_fen, voided_at, source, day, import_id, traded_at, payer_name, payer_account, remark) on bank_line to mall_app;
-- Returned goods reduce a request until it is issued.
grant update (state, state_at, amount_fen, tax_fen, rate_bp, red_fen, reason, mistaken, issued_at, entries) on invoice to mall_app;
grant update (amount_fen, tax_fen, red_fen, quantity, live, rate_bp, tax_code, tax_name) on invoice_line to mall_app;
grant update (state, number, issued_at, failure, tries, next_try_at, seller_name, seller_tax_no) on invoice_issue to mall_app;
grant update (outcome) on gateway_receipt to mall_app;
grant update (state, opinion, first_by, first_at, first_fen, first_line_id, decided_by, decided_at) on voucher to mall_app;
grant update (state, decided_by, decided_at) on limit_request to mall_app;
grant update (base_limit_fen, temp_limit_fen, temp_end_day, freed_fen, stop_scope, stop_reason, stop_contact) on credit_account to mall_app;
grant update (kind, carrier, tracking_no, driver, plate, driver_mobile, weigh_note_no, net_kg, litres, received_at, track_state, track_asked_at, track_misses,
  track_due) on parcel to mall_app;

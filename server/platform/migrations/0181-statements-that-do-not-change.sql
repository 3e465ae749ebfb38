-- What a closed month says does not change. The server may update what happens to it later, and nothing else.
revoke update on statement, statement_line, statement_interest, repayment, finance_request, acceptance_bill from mall_app;
grant update (state, settled_fen, interest_day, confirmed_at, confirmed_by, paid_at) on statement to mall_app;
grant update (dispute, dispute_reason, disputed_by, disputed_at, disputed_day, deferred_day, opinion, decided_by, decided_at) on statement_line to mall_app;
grant update (reversed_fen) on statement_interest to mall_app;
grant update (bounced_at) on repayment to mall_app;
grant update (state, decided_by, decided_at) on finance_request to mall_app;
grant update (state, opinion, decided_by, decided_at, ended_at) on acceptance_bill to mall_app;

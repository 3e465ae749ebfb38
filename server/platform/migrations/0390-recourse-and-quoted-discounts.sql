-- 追索 (decision 260): a bank that had bought a bill and was not paid takes its money back only when two people have said so. Until then the bill waits in the state RECOURSE. Bills that
-- bounced before stay as they were posted: at once.
alter table acceptance_bill drop constraint acceptance_bill_state;
alter table acceptance_bill
  add constraint acceptance_bill_state check (state in ('WAIT', 'ACCEPTED', 'DISCOUNTED', 'REJECTED', 'RECOURSE', 'BOUNCED', 'HONOURED')),
  -- 约定年贴现率, in hundredths of a percent: what discounting may cost by the word of one person. 0: nothing was agreed. null: taken before it was asked for.
  add column quoted_rate_bp int constraint acceptance_bill_quoted check (quoted_rate_bp between 0 and 2400);
grant update (quoted_rate_bp) on acceptance_bill to mall_app;

alter table acceptance_event
  drop constraint acceptance_event_verb,
  drop constraint acceptance_event_paid;
alter table acceptance_event
  add constraint acceptance_event_verb check (verb in ('accept', 'lapse', 'honour', 'discount', 'bounce', 'recourse')),
  add constraint acceptance_event_paid check (case when verb in ('honour', 'discount') then received_fen + fee_fen + discount_fen = amount_fen
    and case verb when 'honour' then num_nonnulls(allocation_id, request_id) = 1 else allocation_id is not null end
    else received_fen + fee_fen + discount_fen = 0 and allocation_id is null and (request_id is not null) = (verb = 'recourse') end);

-- What two people say of a bill: that it was paid without a line of the bank (honour), that a bank bought it for less than was agreed (discount, with the line), or that the bank
-- took its money back (recourse).
alter table acceptance_request
  add column kind text not null default 'honour' constraint acceptance_request_kind check (kind in ('honour', 'discount', 'recourse')),
  add column line_id uuid,
  add column discount_fen bigint not null default 0 constraint acceptance_request_discount check (discount_fen >= 0);
alter table acceptance_request add constraint acceptance_request_of_kind check ((kind = 'discount') = (line_id is not null) and (kind = 'discount' or discount_fen = 0)
  and (kind <> 'recourse' or fee_fen = 0));

-- The codes that a company's procurement system has for units of the mall (decision 550): [{"unit": "件", "code": "ST"}]. Units that are not named
-- have the codes of the protocol.
alter table punch_out_setup add column unit_codes jsonb not null default '[]';

-- The finder of staff (decision 250) finds acceptance bills and batches by their numbers, whosever they are.
create index acceptance_bill_by_number on acceptance_bill (bill_no);
create index stock_batch_by_number on stock_batch (batch_no) where batch_no <> '';

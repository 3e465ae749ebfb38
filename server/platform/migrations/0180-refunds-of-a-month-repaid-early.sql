-- The total of a month is what was drawn in it less all refunds of it (decision 60), also those that went to the wallet because the month
-- had been repaid early: `wallet_fen`. Until now those were left out of the total. Closed months are restated: total and settled amount
-- by the same amount, so that nothing else is owed than before. Transfers, entries and lines stay, and so do the hashes of the lines.
alter table statement drop constraint statement_settled;
alter table statement add column wallet_fen bigint not null default 0;
update statement set wallet_fen = back.fen, total_fen = total_fen - back.fen, settled_fen = settled_fen - back.fen
from (select enterprise_id, month, sum(wallet_fen)::bigint as fen from statement_entry where kind = 'refund' and wallet_fen > 0 group by enterprise_id, month) back
where statement.enterprise_id = back.enterprise_id and statement.month = back.month;
alter table statement
  add constraint statement_wallet check (wallet_fen >= 0),
  -- Below zero only if a repayment has bounced of which a refund had gone to the wallet.
  add constraint statement_settled check (settled_fen >= -wallet_fen and settled_fen <= total_fen);

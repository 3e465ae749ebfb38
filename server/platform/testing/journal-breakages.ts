/** How each invariant of the journal and of recognised revenue would be broken, and how it is repaired. */
export const journalBreakages: Record<string, readonly [harm: string, mend: string]> = {
  'I-33': [
    'update journal_line set debit_fen = debit_fen * 2, credit_fen = credit_fen * 2',
    'update journal_line set debit_fen = debit_fen / 2, credit_fen = credit_fen / 2',
  ],
  'I-33b': [
    `update journal_line set account = '0' || account where ledger_account = 'wallet'`,
    `update journal_line set account = substr(account, 2) where ledger_account = 'wallet'`,
  ],
  'I-33c': [
    `insert into journal_day (day, month, rules, transfers, made_at) values ('2040-01-01', '2040-01', '{}', 0, now())`,
    `delete from journal_day where month = '2040-01'`,
  ],
  'I-33d': [
    `insert into journal_month (month, state, closed_by, closed_at, entries, debit_fen, hash) values ('2040-01', 'CLOSED', gen_random_uuid(), now(), 1, 0, '')`,
    `delete from journal_month where month = '2040-01'`,
  ],
  'I-43': [
    'update revenue_line set held_fen = held_fen * 2, earned_fen = earned_fen * 2',
    'update revenue_line set held_fen = held_fen / 2, earned_fen = earned_fen / 2',
  ],
  'I-43b': [
    `update journal_line set part = 'held' where part = 'earned'`,
    `update journal_line set part = 'earned' where part = 'held' and account in ('6001', '6051')`,
  ],
  'I-43c': [
    `update revenue_line set day = day - 1 where kind = 'recognise'`,
    `update revenue_line set day = day + 1 where kind = 'recognise'`,
  ],
  'I-43d': ['update revenue_line set rate_bp = rate_bp + 1', 'update revenue_line set rate_bp = rate_bp - 1'],
  'I-45': [
    `update revenue_line set rate_bp = null where kind = 'chargeInterest'`,
    `update revenue_line set rate_bp = 1300 where kind = 'chargeInterest'`,
  ],
}

/** How each invariant of monthly statements would be broken, and how it is repaired. */
export const statementBreakages: Record<string, readonly [harm: string, mend: string]> = {
  'I-11': [
    `update statement_line set month = '2026-10' where id = (select min(id::text)::uuid from statement_line)`,
    `update statement_line set month = '2026-11'`,
  ],
  'I-11a': [
    `update statement_entry set wallet_fen = wallet_fen + 1 where kind = 'refund'`,
    `update statement_entry set wallet_fen = wallet_fen - 1 where kind = 'refund'`,
  ],
  'I-11b': [
    `update statement_line set amount_fen = amount_fen + case when id = (select min(id::text)::uuid from statement_line) then 1 else -1 end`,
    `update statement_line set amount_fen = amount_fen - case when id = (select min(id::text)::uuid from statement_line) then 1 else -1 end`,
  ],
  'I-11c': ['update statement set settled_fen = settled_fen - 1', 'update statement set settled_fen = settled_fen + 1'],
  'I-11d': [
    `update statement_line set dispute = 'OPEN', disputed_day = '2027-01-01'`,
    'update statement_line set dispute = null, disputed_day = null',
  ],
  'I-11e': [`update statement set state = 'CLOSED' where state = 'OVERDUE'`, `update statement set state = 'OVERDUE'`],
  'I-12': [
    `update ledger_account set balance_fen = balance_fen - 1 where name = 'creditDrawn'`,
    `update ledger_account set balance_fen = balance_fen + 1 where name = 'creditDrawn'`,
  ],
  'I-12b': ['update repayment set surplus_fen = surplus_fen + 1', 'update repayment set surplus_fen = surplus_fen - 1'],
  'I-12c': [
    `update statement_entry set wallet_fen = 10000000 where kind = 'refund'`,
    `update statement_entry set wallet_fen = 0 where kind = 'refund'`,
  ],
  'I-12d': ['update statement set interest_day = interest_day + 1', 'update statement set interest_day = interest_day - 1'],
  'I-12e': [
    'update statement_interest set amount_fen = amount_fen + 1, reversed_fen = reversed_fen + 1',
    'update statement_interest set amount_fen = amount_fen - 1, reversed_fen = reversed_fen - 1',
  ],
  'I-12f': [
    `update statement set exact_from_day = '2000-01-01' where id = (select min(id::text)::uuid from statement)`,
    'update statement set exact_from_day = null',
  ],
  'I-63': ['update company_group set limit_fen = limit_fen - 1', 'update company_group set limit_fen = limit_fen + 1'],
  'I-63b': [
    'create temp table links as select * from company_group_link; delete from company_group_link',
    'insert into company_group_link select * from links; drop table links',
  ],
  'I-63c': [
    `update membership set parent_id = enterprise_id, parent_name = '母公司' where account_type = 2`,
    `update membership set parent_id = null, parent_name = null where account_type = 2`,
  ],
}

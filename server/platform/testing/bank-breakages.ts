/** How each invariant of money at the bank would be broken, and how it is repaired. */
export const bankBreakages: Record<string, readonly [harm: string, mend: string]> = {
  'I-08d': [
    `alter table bank_line drop constraint bank_line_once_used; update bank_line set assigned_fen = assigned_fen + 1 where assigned_fen = amount_fen`,
    'update bank_line set assigned_fen = assigned_fen - 1 where assigned_fen > amount_fen',
  ],
  'I-08e': [
    `create temp table posted as select * from ledger_transfer where kind = 'suspenseToBank'; delete from ledger_transfer where kind = 'suspenseToBank'`,
    'insert into ledger_transfer select * from posted; drop table posted',
  ],
  'I-08f': [
    `update ledger_transfer set document = md5(id::text)::uuid, title = document::text where kind = 'payByBank'`,
    `update ledger_transfer set document = title::uuid, title = '截齿' where kind = 'payByBank'`,
  ],
  'I-08g': [
    `update payment set state = 'PENDING' where state = 'UNKNOWN' and method = 'transfer'`,
    `update payment set state = 'UNKNOWN' where state = 'PENDING' and method = 'transfer'`,
  ],
  'I-08h': [
    `update payment set state = 'UNDONE' where id = (select id from payment where state = 'SETTLED' and method = 'transfer' limit 1)`,
    `update payment set state = 'SETTLED' where state = 'UNDONE'`,
  ],
}

/** The same for their columns. */
export const bankColumnBreakages: Record<string, readonly [harm: string, mend: string]> = {
  'I-26': ['update bank_import set added = added + 1', 'update bank_import set added = added - 1'],
  'I-26b': [
    `update voucher set decided_at = decided_at + interval '1 minute' where state = 'ACCEPTED'`,
    `update voucher set decided_at = decided_at - interval '1 minute' where state = 'ACCEPTED'`,
  ],
  'I-26c': [
    `update own_account set account_no = account_no || '7'; update setting set value = value || '{"accountNo":"0"}' where name = 'bank'`,
    `update own_account set account_no = left(account_no, -1);
      update setting set value = value || jsonb_build_object('accountNo', (select account_no from own_account)) where name = 'bank'`,
  ],
}

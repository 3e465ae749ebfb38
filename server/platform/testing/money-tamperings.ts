import { deleteOneRowSql, forgeLedgerTransferSql, selectOneRowSql, type Tamperings, updateOneRowSql } from './tamper.ts'

/** A bank had bought the bill. */
const bought = `id in (select bill_id from acceptance_event where verb = 'discount')`

/** Tamperings with the rows of money that the scenes have played, each by its name. */
export const moneyTamperings: Tamperings = {
  'a refund to a wallet without a refund': [forgeLedgerTransferSql('refundToWallet'), 'I-11a'],
  'a refund to credit without a refund': [forgeLedgerTransferSql('refundToCredit'), 'I-11a'],
  'a waiver without a request': [forgeLedgerTransferSql('waiveInterest'), 'I-22'],
  'a waiver that counts as taken back': [
    updateOneRowSql(
      'ledger_transfer',
      `kind = 'reverseWaiver', from_account = to_account, to_account = from_account`,
      `kind = 'waiveInterest'`,
    ),
    'I-46',
  ],
  'interest back to a wallet that nobody had paid': [forgeLedgerTransferSql('returnInterest'), 'I-24d'],
  'a write-off without a request': [forgeLedgerTransferSql('writeOff'), 'I-22'],
  'an adjustment without a dispute': [forgeLedgerTransferSql('adjust'), 'I-11a'],
  'a top-up without a payment': [forgeLedgerTransferSql('topUpByBank'), 'I-22h'],
  'a payment without an order': [forgeLedgerTransferSql('payByWallet'), 'I-22h'],
  'a repayment without its record': [forgeLedgerTransferSql('repayByBank'), 'I-22c'],
  'interest of a month that is none': [forgeLedgerTransferSql('chargeInterest'), 'I-22e'],
  'a bill honoured that is none': [forgeLedgerTransferSql('honourAcceptance'), 'I-22b'],
  'a repayment deleted (bank)': [deleteOneRowSql('repayment', `source = 'bank'`), 'I-22c'],
  'a repayment deleted (wallet)': [deleteOneRowSql('repayment', `source = 'wallet'`), 'I-22c'],
  'a repayment deleted (bill)': [deleteOneRowSql('repayment', `source = 'acceptance'`), 'I-22b'],
  'a write-off request deleted': [deleteOneRowSql('finance_request', `kind = 'writeOff'`), 'I-22'],
  'a waiver request deleted': [deleteOneRowSql('finance_request', `kind = 'waiveInterest'`), 'I-22'],
  'a honoured bill deleted': [deleteOneRowSql('acceptance_bill', `state = 'HONOURED'`), 'I-22b'],
  'a bounced bill deleted': [deleteOneRowSql('acceptance_bill', `state = 'BOUNCED' and ${bought}`), 'I-22b'],
  'a change of the base limit deleted': [deleteOneRowSql('credit_limit_change', `kind = 'base'`), 'I-22d'],
  'a change of the temporary limit deleted': [deleteOneRowSql('credit_limit_change', `kind = 'temp'`), 'I-22d'],
  'a base limit ten times as high': [updateOneRowSql('credit_account', 'base_limit_fen = base_limit_fen * 10'), 'I-22d'],
  'a temporary limit ten times as high': [
    updateOneRowSql('credit_account', 'temp_limit_fen = temp_limit_fen * 10', 'temp_limit_fen > 0'),
    'I-22d',
  ],
  'a temporary limit that ends later': [
    updateOneRowSql('credit_account', 'temp_end_day = temp_end_day + 30', 'temp_end_day is not null'),
    'I-22d',
  ],
  'a change of a limit ten times as high': [updateOneRowSql('credit_limit_change', 'limit_fen = limit_fen * 10', `kind = 'temp'`), 'I-22d'],
  'a daily rate of 0': ['update repayment_terms set daily_rate = 0', 'I-22e'],
  'interest at a rate of 0': ['update statement_interest set rate = 0', 'I-22e'],
  'a bounced bill that counts as honoured': [updateOneRowSql('acceptance_bill', `state = 'HONOURED'`, `state = 'BOUNCED'`), 'I-22b'],
  'a honoured bill that counts as taken': [updateOneRowSql('acceptance_bill', `state = 'ACCEPTED'`, `state = 'HONOURED'`), 'I-22b'],
  'a waiting bill that counts as taken': [updateOneRowSql('acceptance_bill', `state = 'ACCEPTED'`, `state = 'WAIT'`), 'I-22b'],
  'the amount of a bill': [updateOneRowSql('acceptance_bill', 'amount_fen = amount_fen + 1', `state = 'HONOURED'`), 'I-22b'],
  'the time at which a bill ended': [
    updateOneRowSql('acceptance_bill', `ended_at = ended_at + interval '1 hour'`, `state = 'BOUNCED' and ${bought}`),
    'I-22b',
  ],
  'the value day of a drawdown': [updateOneRowSql('ledger_transfer', 'value_day = value_day - 1', `kind = 'draw'`), 'I-22f'],
  'the value day of a repayment in the books': [
    updateOneRowSql('ledger_transfer', 'value_day = value_day - 1', `kind = 'repayByBank'`),
    'I-22c',
  ],
  'the value day of a write-off': [updateOneRowSql('ledger_transfer', 'value_day = value_day - 1', `kind = 'writeOff'`), 'I-22f'],
  'the value day of interest': [updateOneRowSql('ledger_transfer', 'value_day = value_day - 1', `kind = 'chargeInterest'`), 'I-22e'],
  'the time of a repayment in the books': [
    updateOneRowSql('ledger_transfer', `at = at - interval '1 hour'`, `kind = 'repayByWallet'`),
    'I-22c',
  ],
  'the time of a refund in the books': [
    updateOneRowSql('ledger_transfer', `at = at - interval '1 hour'`, `kind = 'refundToCredit'`),
    'I-22f',
  ],
  'the time of a waiver in the books': [
    updateOneRowSql('ledger_transfer', `at = at - interval '1 hour'`, `kind = 'waiveInterest'`),
    'I-22',
  ],
  'the day of a line of the bank': [updateOneRowSql('bank_line', 'day = day - 1', 'assigned_fen > 0'), 'I-22g'],
  'the day of a line that its file has corrected': [updateOneRowSql('bank_line', 'day = day - 1', `reference = 'DAY00001'`), 'I-29b'],
  'the day that a line had been typed with': [updateOneRowSql('value_day_correction', 'from_day = from_day - 1'), 'I-22g'],
  'the day of a line that two people agreed to': [updateOneRowSql('bank_line', 'day = day - 1', `reference = 'DAY00004'`), 'I-29'],
  'the day of a typed line, with the books of the bank': [
    `with l as (update bank_line set day = day - 9 where reference = 'TYPED0001' returning id),
      t as (update ledger_transfer t set value_day = value_day - 9 from l where t.document = l.id returning 1) select from t`,
    'I-29',
  ],
  'a corrected day deleted': [deleteOneRowSql('value_day_correction'), 'I-22g'],
  'a corrected day deleted, with its books': [
    `with c as (delete from value_day_correction c using bank_line l where l.id = c.line_id and l.reference = 'DAY00001' returning c.*)
      update bank_line l set day = c.from_day from c where l.id = c.line_id`,
    'I-29b',
  ],
  'an entry of a corrected day deleted': [deleteOneRowSql('statement_entry', `kind = 'redate' and amount_fen > 0`), 'I-29b'],
  'the day of an entry of a corrected day': [
    updateOneRowSql('statement_entry', 'value_day = value_day - 1', `kind = 'redate' and amount_fen > 0`),
    'I-29b',
  ],
  'a repayment that counts from an earlier day by two entries': [
    `insert into statement_entry (enterprise_id, id, month, kind, amount_fen, document, value_day, at)
      select e.enterprise_id, gen_random_uuid(), e.month, 'redate', side.sign * e.amount_fen, e.document, e.value_day - side.days, e.at
      from statement_entry e, (values (-1, 0), (1, 3)) side(sign, days) where e.ctid = ${selectOneRowSql('statement_entry', `kind = 'repay'`)}`,
    'I-29b',
  ],
  'interest charged again without a corrected day': [forgeLedgerTransferSql('rechargeInterest'), 'I-29b'],
  'interest charged again taken off its day': [updateOneRowSql('statement_interest', 'recharged_fen = 0', 'recharged_fen > 0'), 'I-12d'],
  'a request for a day deleted': [deleteOneRowSql('value_day_request', `state = 'DONE' and corrects is null`), 'I-29'],
  'a request for a corrected day deleted': [deleteOneRowSql('value_day_request', `state = 'DONE' and corrects is not null`), 'I-29'],
  'a request for a day that one person decided': [
    updateOneRowSql('value_day_request', 'decided_by = proposed_by', `state = 'DONE'`),
    'I-29',
  ],
  'a refused request that counts as agreed to': [
    updateOneRowSql('value_day_request', `state = 'DONE', line_id = id`, `state = 'REFUSED'`),
    'I-29',
  ],
  'the time of a line of the bank': [updateOneRowSql('bank_line', `at = at + interval '1 hour'`), 'I-22g'],
  'the amount of a line of the bank': [updateOneRowSql('bank_line', 'amount_fen = amount_fen + 1'), 'I-08e'],
  'the value day of a repayment': [updateOneRowSql('repayment', 'value_day = value_day - 1', `source = 'bank'`), 'I-22c'],
  'the value day of an entry': [updateOneRowSql('statement_entry', 'value_day = value_day - 1', `kind = 'repay'`), 'I-22c'],
  'the time of an entry': [updateOneRowSql('statement_entry', `at = at + interval '1 second'`, `kind = 'refund'`), 'I-22f'],
  'the due day of a statement': [updateOneRowSql('statement', 'due_day = due_day + 1, on_time_day = on_time_day + 1'), 'I-22f'],
  'the close of a statement': [
    updateOneRowSql('statement', `closed_at = closed_at - interval '9 days'`, 'closed_at::date < due_day'),
    'I-22f',
  ],
  'an overdue statement that counts as closed': [updateOneRowSql('statement', `state = 'CLOSED'`, `state = 'OVERDUE'`), 'I-11e'],
  'an overdue statement that counts as paid': [
    updateOneRowSql('statement', `state = 'PAID', paid_at = closed_at`, `state = 'OVERDUE'`),
    'I-11c',
  ],
  'interest shifted by a day': [
    updateOneRowSql('statement_interest', 'day = day + 1', 'day = (select max(day) from statement_interest)'),
    'I-12d',
  ],
  'the exact interest of a statement': [updateOneRowSql('statement', 'exact_interest = exact_interest + 1', 'exact_interest > 0'), 'I-12d'],
  'a recorded daily rate': [
    updateOneRowSql('statement', `interest_rates = jsonb_set(interest_rates, '{0,rate}', '99')`, 'exact_interest > 0'),
    'I-12d',
  ],
  'interest that is all posted on the first day': [
    `update statement_interest i set amount_fen = i.reversed_fen + case when i.day = a.day then a.fen else 0 end
      from (select enterprise_id, month, min(day) as day, sum(amount_fen - reversed_fen) as fen from statement_interest group by 1, 2 having count(*) > 1) a
      where i.enterprise_id = a.enterprise_id and i.month = a.month`,
    'I-12d',
  ],
  'another cut-over of interest': [updateOneRowSql('statement', `exact_from_day = '2099-01-01'`), 'I-12f'],
  'a day of interest deleted': [deleteOneRowSql('statement_interest'), 'I-12d'],
  'the principal of a day of interest': [updateOneRowSql('statement_interest', 'principal_fen = principal_fen + 100000'), 'I-22e'],
  'the total of a statement': [updateOneRowSql('statement', 'total_fen = total_fen + 1'), 'I-11'],
  'what went to the wallet, left out of total and settled': [
    updateOneRowSql(
      'statement',
      'total_fen = total_fen + wallet_fen, settled_fen = settled_fen + wallet_fen, wallet_fen = 0',
      'wallet_fen > 0',
    ),
    'I-11',
  ],
  'what of a refund went to the wallet': [
    updateOneRowSql('statement_entry', 'wallet_fen = 0, amount_fen = amount_fen + wallet_fen', 'wallet_fen > 0'),
    'I-11a',
  ],
  'a refund that counts as one of a later month': [updateOneRowSql('statement_entry', `kind = 'offset'`, `kind = 'refund'`), 'I-11'],
  'an entry deleted': [deleteOneRowSql('statement_entry', `kind = 'offset'`), 'I-11a'],
  'a refund deleted': [deleteOneRowSql('refund', `way = 'credit'`), 'I-07c'],
  'a parcel that posted more': [updateOneRowSql('parcel', 'post_fen = post_fen + 1', 'post_fen > 0'), 'I-07e'],
  'a line of a statement deleted': [deleteOneRowSql('statement_line'), 'I-11'],
  'what came back of a parcel that its statement knows nothing of': [
    updateOneRowSql(
      'parcel_line',
      'returned_fen = returned_fen + 1',
      `returned_fen < post_fen and parcel_id in (select d.document from ledger_transfer d join statement_line l on l.id = d.id)`,
    ),
    'I-17d',
  ],
  'the time at which a month was closed for all': [updateOneRowSql('closed_month', `at = at - interval '1 hour'`), 'I-30'],
  'the person who corrected a day': [updateOneRowSql('value_day_correction', 'corrected_by = gen_random_uuid()'), 'I-30'],
  'the channel of a trade of a provider': [updateOneRowSql('gateway_trade', `channel = 'card'`, `channel = 'wechat'`), 'I-30'],
  'the bands of a provision': [updateOneRowSql('provision_run', `bands = '[]'`), 'I-30'],
  'revenue added to what was sealed': [
    `insert into revenue_line (enterprise_id, source_id, line_no, day, kind, held_fen, held_tax_fen, earned_fen, earned_tax_fen, written_in)
      select enterprise_id, id, 0, value_day, kind, 0, 0, 0, 0, written_in from ledger_transfer where kind = 'draw' limit 1`,
    'I-30',
  ],
  'the last day on time of a statement': [updateOneRowSql('statement', 'on_time_day = on_time_day + 1'), 'I-30'],
  'the bill that a part of a line paid': [
    updateOneRowSql('bank_allocation', 'acceptance_id = gen_random_uuid()', `kind = 'acceptance'`),
    'I-30',
  ],
  'the kind of a request about a bill': [
    updateOneRowSql('acceptance_request', `kind = 'discount', line_id = gen_random_uuid()`, `kind = 'honour'`),
    'I-30',
  ],
  'a payment of another amount': [updateOneRowSql('payment', 'amount_fen = amount_fen + 1', `method = 'transfer'`), 'I-08f'],
  'a use of a line of the bank deleted': [deleteOneRowSql('bank_allocation'), 'I-08d'],
}

const lateOrder = `select payment_id from gateway_receipt where outcome = 'late'`
const ofVoid = `select id from bank_line where reference = 'TYPED0002'`
const ofDay = `select p.id from payment p join bank_allocation a on a.payment_id = p.id and a.enterprise_id = p.enterprise_id
  where p.purpose = 'trade' and p.amount_fen = 60000`
const first = (table: string, where: string) => `ctid = (select ctid from ${table} where ${where} order by 1 limit 1)`

/** What fits all invariants but that of the seals, on the played scenes of money, and the tables whose seals find it. */
export const tamperingsOnlySealsDetect: Record<string, readonly [harms: readonly string[], tables: readonly string[]]> = {
  'money that came too late and went back, deleted with all that is about it': [
    [
      `delete from ledger_transfer where document in (select id from refund where payment_id in (${lateOrder})) or document in (${lateOrder})`,
      `delete from refund where payment_id in (${lateOrder})`,
      `delete from gateway_receipt where outcome = 'late'`,
    ],
    ['gateway_receipt', 'ledger_transfer', 'refund'],
  ],
  'a typed line of the bank that was voided, deleted with both of its transfers': [
    [`delete from ledger_transfer where document in (${ofVoid})`, `delete from bank_line where reference = 'TYPED0002'`],
    ['bank_line', 'ledger_transfer'],
  ],
  'a payment by bank a day earlier, in its line and in all books': [
    [
      `update bank_line set day = day - 1 where id in (select line_id from bank_allocation where payment_id in (${ofDay}))`,
      `update ledger_transfer set value_day = value_day - 1 where document in (select order_id from payment_allocation where payment_id in (${ofDay}))
        or document in (select unnest(array[id, line_id]) from bank_allocation where payment_id in (${ofDay}))`,
      `update payment set value_day = value_day - 1 where id in (${ofDay})`,
    ],
    ['ledger_transfer'],
  ],
  'another reason of a limit': [
    [`update credit_limit_change set reason = '特批' where ${first('credit_limit_change', `kind = 'temp'`)}`],
    ['credit_limit_change'],
  ],
  'another person who set a limit': [
    [`update credit_limit_change set staff_id = md5(id::text)::uuid where ${first('credit_limit_change', `kind = 'temp'`)}`],
    ['credit_limit_change'],
  ],
  'another text of a transfer': [
    [`update ledger_transfer set title = '样品' where ${first('ledger_transfer', `kind = 'draw'`)}`],
    ['ledger_transfer'],
  ],
  'interest charged at another hour': [
    [`update ledger_transfer set at = at + interval '1 hour' where kind = 'chargeInterest'`],
    ['ledger_transfer'],
  ],
  'another person who repaid': [
    [`update repayment set user_id = md5(id::text)::uuid where ${first('repayment', `source = 'wallet'`)}`],
    ['repayment'],
  ],
  'another reason of a write-off': [[`update finance_request set reason = '破产' where kind = 'writeOff'`], ['finance_request']],
  'another person who asked for a waiver': [
    [`update finance_request set proposed_by = md5(id::text)::uuid where kind = 'waiveInterest'`],
    ['finance_request'],
  ],
  'a bill that waits, deleted': [[`delete from acceptance_bill where state = 'WAIT'`], ['acceptance_bill']],
  'another acceptor of a honoured bill': [[`update acceptance_bill set acceptor = '另一家' where state = 'HONOURED'`], ['acceptance_bill']],
  'another reason of an exception': [[`update acceptance_request set reason = '口头' where state = 'DONE'`], ['acceptance_request']],
  'another number of money that was sent back': [
    [`update bank_allocation set reference = 'OUT00009' where kind = 'back'`],
    ['bank_allocation'],
  ],
  'another reason for sending money back': [[`update bank_allocation set reason = '退货' where kind = 'back'`], ['bank_allocation']],
  'a close of a month at another hour': [
    [`update statement set closed_at = closed_at + interval '1 hour' where month = '2026-12'`],
    ['statement'],
  ],
  'the name of an entry': [
    [`update statement_entry set id = md5(id::text)::uuid where ${first('statement_entry', 'true')}`],
    ['statement_entry'],
  ],
  'another number of a refund': [[`update refund set refund_no = refund_no || '7' where ${first('refund', 'true')}`], ['refund']],
  'principal of a day of interest, by so little that the interest is the same': [
    [`update statement_interest set principal_fen = principal_fen + 1 where ${first('statement_interest', 'true')}`],
    ['statement_interest'],
  ],
}

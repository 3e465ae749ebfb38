import { deleteOneRowSql, forgeLedgerTransferSql, selectOneRowSql, type Tamperings, updateOneRowSql } from './tamper.ts'

const bought = `select bill_id from acceptance_event where verb = 'discount'`
const covering = `state = 'ACCEPTED' and covers`

/** What is done to acceptance bills, their events, money and covers, and the invariant that finds it. */
export const acceptanceTamperings: Tamperings = {
  'money of a bill that no line has brought': [forgeLedgerTransferSql('collectAcceptance'), 'I-44b'],
  'a fee that no bank has kept': [forgeLedgerTransferSql('acceptanceFee'), 'I-44b'],
  'interest that no bank has kept': [forgeLedgerTransferSql('acceptanceDiscount'), 'I-44b'],
  'a bill that no bank has given back': [forgeLedgerTransferSql('acceptanceRecourse'), 'I-44b'],
  'a bill that covers counts as paid': [updateOneRowSql('acceptance_bill', `state = 'HONOURED', ended_at = decided_at`, covering), 'I-44'],
  'a bill that bounced counts as taken': [
    updateOneRowSql('acceptance_bill', `state = 'ACCEPTED', ended_at = null`, `state = 'BOUNCED' and id not in (${bought})`),
    'I-44',
  ],
  'a bought bill counts as honoured': [updateOneRowSql('acceptance_bill', `state = 'HONOURED'`, `state = 'DISCOUNTED'`), 'I-44'],
  'a bill that covers counts as one of the old rule': [updateOneRowSql('acceptance_bill', 'covers = false', covering), 'I-44'],
  'a commercial bill that counts as one of a bank': [
    updateOneRowSql('acceptance_bill', `acceptor_kind = 'bank'`, `acceptor_kind = 'commercial'`),
    'I-44',
  ],
  'a later maturity of a bill that covers': [updateOneRowSql('acceptance_bill', 'maturity_day = maturity_day + 30', covering), 'I-44c'],
  'a smaller bill': [updateOneRowSql('acceptance_bill', 'amount_fen = amount_fen - 1', covering), 'I-44'],
  'an acceptance deleted': [deleteOneRowSql('acceptance_event', `verb = 'accept'`), 'I-44'],
  'a payment of a bill deleted': [deleteOneRowSql('acceptance_event', `verb = 'honour'`), 'I-44b'],
  'a bounce deleted': [deleteOneRowSql('acceptance_event', `verb = 'bounce'`), 'I-44'],
  'more of the limit freed by a bill': [
    updateOneRowSql('acceptance_event', 'freed_fen = freed_fen + 100', `verb = 'accept' and freed_fen > 0`),
    'I-44',
  ],
  'more of the limit freed in the account': [updateOneRowSql('credit_account', 'freed_fen = freed_fen + 100'), 'I-44'],
  'what a bank paid for a bill': [
    updateOneRowSql('acceptance_event', 'received_fen = received_fen - 10, fee_fen = fee_fen + 10', `verb = 'discount'`),
    'I-44b',
  ],
  'the day of the money of a bill': [
    updateOneRowSql('acceptance_event', 'value_day = value_day + 1', `verb = 'honour' and allocation_id is null`),
    'I-44b',
  ],
  'the value day of a fee': [updateOneRowSql('ledger_transfer', 'value_day = value_day - 1', `kind = 'acceptanceFee'`), 'I-44b'],
  'a recourse that is left out': [deleteOneRowSql('ledger_transfer', `kind = 'acceptanceRecourse'`), 'I-44b'],
  'a recourse that nobody has said': [deleteOneRowSql('acceptance_event', `verb = 'recourse'`), 'I-44b'],
  'a recourse on an earlier day': [updateOneRowSql('acceptance_event', 'value_day = value_day - 1', `verb = 'recourse'`), 'I-44b'],
  'a recourse that counts as an exception': [updateOneRowSql('acceptance_request', `kind = 'honour'`, `kind = 'recourse'`), 'I-44d'],
  'a lower agreed rate of a bought bill': [
    updateOneRowSql('acceptance_bill', 'quoted_rate_bp = 0', `state = 'DISCOUNTED' and quoted_rate_bp > 0`),
    'I-44',
  ],
  'an entry of a cover deleted': [deleteOneRowSql('statement_entry', `kind = 'cover' and amount_fen < 0`), 'I-44c'],
  'a cover that ends later': [
    updateOneRowSql('statement_entry', 'value_day = value_day + 1', `kind = 'cover' and amount_fen < 0`),
    'I-44c',
  ],
  'a cover without a bill, for interest that is not charged': [
    `insert into statement_entry (enterprise_id, id, month, kind, amount_fen, document, value_day, at)
      select e.enterprise_id, gen_random_uuid(), e.month, 'cover', side.sign * 100, gen_random_uuid(), e.value_day + side.days, e.at
      from statement_entry e, (values (1, 0), (-1, 9)) side(sign, days) where e.ctid = ${selectOneRowSql('statement_entry', `kind = 'repay'`)}`,
    'I-44c',
  ],
  'a bounce that counts from a later day': [updateOneRowSql('statement_entry', 'value_day = value_day + 1', `kind = 'bounce'`), 'I-44c'],
  'a part of a line for another bill': [
    updateOneRowSql('bank_allocation', `acceptance_id = (select id from acceptance_bill where ${covering} limit 1)`, `kind = 'acceptance'`),
    'I-44d',
  ],
  'a line that was typed counts as one of the file': [
    `update bank_line l set source = 'typed', import_id = null, traded_at = null, typed_by = a.made_by from bank_allocation a where a.line_id = l.id and a.kind = 'acceptance'`,
    'I-44d',
  ],
  'an exception of one person': [updateOneRowSql('acceptance_request', 'decided_by = proposed_by', `state = 'DONE'`), 'I-44d'],
  'an exception without its request': [deleteOneRowSql('acceptance_request', `state = 'DONE'`), 'I-44d'],
  'an exception of another day': [updateOneRowSql('acceptance_request', 'value_day = value_day - 1', `state = 'DONE'`), 'I-44d'],
}

/** Ways in which an operator's mistake would break each of these invariants, and how it is repaired. */
export const acceptanceBreakages: Record<string, readonly [harm: string, mend: string]> = {
  'I-44': ['update credit_account set freed_fen = freed_fen + 1', 'update credit_account set freed_fen = freed_fen - 1'],
  'I-44b': [
    `update ledger_transfer set kind = 'collectAcceptance', to_account = 'acceptance' where kind = 'topUpByBank'`,
    `update ledger_transfer set kind = 'topUpByBank', to_account = 'wallet' where kind = 'collectAcceptance'`,
  ],
  'I-44c': [
    `insert into statement_entry (enterprise_id, id, month, kind, amount_fen, document, value_day, at)
      select enterprise_id, gen_random_uuid(), month, 'cover', 1, document, value_day, at from statement_entry where kind = 'repay'`,
    `delete from statement_entry where kind = 'cover'`,
  ],
  'I-44d': [
    `alter table bank_allocation drop constraint bank_allocation_back; update bank_allocation set kind = 'acceptance' where kind = 'payment'`,
    `update bank_allocation set kind = 'payment' where kind = 'acceptance'`,
  ],
}

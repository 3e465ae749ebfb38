import { deleteOneRowSql, forgeLedgerTransferSql, selectOneRowSql, type Tamperings, updateOneRowSql } from './tamper.ts'

/** Tamperings with written-off claims and with the provision for them. */
export const badDebtTamperings: Tamperings = {
  'a claim deleted': [deleteOneRowSql('bad_debt'), 'I-31'],
  'a claim deleted, with its history': [
    `with b as (select * from bad_debt where recovered_fen > 0 order by id limit 1), e as (delete from bad_debt_entry e using b where e.bad_debt_id = b.id returning 1)
      delete from bad_debt d using b where d.id = b.id`,
    'I-31',
  ],
  'a claim of a smaller amount': [updateOneRowSql('bad_debt', 'principal_fen = principal_fen - 1'), 'I-31'],
  'a claim without its interest': [updateOneRowSql('bad_debt', 'interest_fen = 0', 'interest_fen > 0'), 'I-31'],
  'a claim of another month': [updateOneRowSql('bad_debt', `month = '2026-12'`), 'I-31'],
  'the time of a claim': [updateOneRowSql('bad_debt', `written_off_at = written_off_at + interval '1 hour'`), 'I-31'],
  'the age of a claim': [updateOneRowSql('bad_debt', 'due_day = due_day + 30'), 'I-31'],
  'what the provision bore of a claim': [updateOneRowSql('bad_debt', 'provided_fen = 0', 'provided_fen > 0'), 'I-31'],
  'a claim that counts as recovered': [
    updateOneRowSql('bad_debt', 'recovered_fen = principal_fen + interest_fen - forgiven_fen', 'recovered_fen > 0'),
    'I-31b',
  ],
  'a claim that counts as forgiven': [
    updateOneRowSql('bad_debt', 'forgiven_fen = principal_fen + interest_fen', 'recovered_fen = 0'),
    'I-31b',
  ],
  'a recovery deleted': [deleteOneRowSql('bad_debt_entry', `kind = 'recover'`), 'I-31b'],
  'a recovery deleted, with its claim lowered': [
    `with e as (delete from bad_debt_entry where ctid = ${selectOneRowSql('bad_debt_entry', `kind = 'recover'`)} returning *)
      update bad_debt b set recovered_fen = recovered_fen - e.amount_fen from e where b.id = e.bad_debt_id`,
    'I-31b',
  ],
  'a bounce deleted, so that the claim stays recovered': [
    `with e as (delete from bad_debt_entry where kind = 'bounce' returning *)
      update bad_debt b set recovered_fen = recovered_fen - e.amount_fen from e where b.id = e.bad_debt_id`,
    'I-31b',
  ],
  'a recovery without money': [forgeLedgerTransferSql('recoverByBank'), 'I-31b'],
  'a forgiveness without a request': [
    `with e as (insert into bad_debt_entry (enterprise_id, id, bad_debt_id, kind, amount_fen, document, value_day, at)
      select enterprise_id, gen_random_uuid(), id, 'forgive', 100, gen_random_uuid(), (written_off_at at time zone 'Asia/Shanghai')::date, written_off_at from bad_debt
      order by id limit 1 returning *) update bad_debt b set forgiven_fen = forgiven_fen + 100 from e where b.id = e.bad_debt_id`,
    'I-31b',
  ],
  'a request to forgive that counts as agreed to': [
    updateOneRowSql('finance_request', `state = 'DONE', decided_by = id, decided_at = proposed_at`, `kind = 'forgive' and state = 'WAIT'`),
    'I-31b',
  ],
  'a claim closed as one before the rule': [
    `with e as (insert into bad_debt_entry (enterprise_id, id, bad_debt_id, kind, amount_fen, document, value_day, at)
      select enterprise_id, gen_random_uuid(), id, 'before', 100, id, (written_off_at at time zone 'Asia/Shanghai')::date, written_off_at from bad_debt
      order by id limit 1 returning *) update bad_debt b set forgiven_fen = forgiven_fen + 100 from e where b.id = e.bad_debt_id`,
    'I-31b',
  ],
  'a month that waits for recovery and counts as overdue': [
    updateOneRowSql('statement', `state = 'WRITTEN_OFF'`, `state = 'OVERDUE'`),
    'I-31c',
  ],
  'a provision posted twice': [forgeLedgerTransferSql('provide'), 'I-32'],
  'a provision deleted': [deleteOneRowSql('provision_run', 'change_fen <> 0'), 'I-32'],
  'a provision that required more': [
    updateOneRowSql('provision_run', 'required_fen = required_fen + 1, change_fen = change_fen + 1'),
    'I-32',
  ],
  'what was set aside before': [updateOneRowSql('provision_run', 'before_fen = before_fen + 1, change_fen = change_fen - 1'), 'I-32'],
  'the bands of a provision': [updateOneRowSql('provision_run', `bands = bands || '{"rate1Bp": 1, "notDueBp": 1}'`), 'I-32'],
  'a share of a provision': [updateOneRowSql('provision_line', 'rate = rate + 1'), 'I-32'],
  'the age in a provision': [updateOneRowSql('provision_line', 'late_days = late_days + 1'), 'I-32'],
  'a statement left out of a provision': [
    `with l as (delete from provision_line where ctid = ${selectOneRowSql('provision_line')} returning *)
      update provision_run r set base_fen = base_fen - l.unpaid_fen, required_fen = required_fen - l.amount_fen, change_fen = change_fen - l.amount_fen from l where r.month = l.month`,
    'I-32b',
  ],
}

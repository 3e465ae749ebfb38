import { openingBalanceTransferKinds } from '#contract/money/ledger/transfer-kinds.ts'
import type { Invariant } from './invariant.ts'

const kinds = openingBalanceTransferKinds.map((kind) => `'${kind}'`).join(', ')
const booked = (kind: (typeof openingBalanceTransferKinds)[number]) => `coalesce(sum(t.amount_fen) filter (where t.kind = '${kind}'), 0)`

/** Invariants of companies that were moved in from an older system. */
export const movingInInvariants: readonly Invariant[] = [
  {
    id: 'I-21',
    acrossCompanies: true,
    promise:
      'what the books opened for a company is what two people agreed to move in of it, once, and nothing was opened for any other; a run that moved all of its companies came to the sums of the older system',
    sql: `select 'company ' || c.id from moving_in_company c
        left join ledger_transfer t on t.enterprise_id = c.id and t.kind in (${kinds})
        where c.moved_at is not null group by c.id, c.wallet_fen, c.statements_fen, c.drawdowns_fen, c.interest_fen
        having (c.wallet_fen, c.statements_fen, c.drawdowns_fen, c.interest_fen)
          is distinct from (${openingBalanceTransferKinds.map(booked).join(', ')})
      union all select 'transfer ' || t.id from ledger_transfer t
        left join moving_in_company c on c.id = t.enterprise_id and c.moved_at is not null where t.kind in (${kinds}) and c.id is null
      union all select 'people ' || c.id from moving_in_company c join moving_in r on r.id = c.moving_in_id
        where c.moved_at is not null and (r.approved_by is null or r.submitted_by is null or r.approved_by = r.submitted_by)
      union all select 'sums ' || r.id from moving_in r where r.state = 'done' and r.sums is distinct from r.moved
        and not exists (select from moving_in_company c where c.moving_in_id = r.id and c.moved_at is null)`,
  },
]

import type { Invariant } from './invariant.ts'

/** Invariants of money that payment providers received or refunded. */
export const paymentInvariants: readonly Invariant[] = [
  {
    id: 'I-08',
    acrossCompanies: true,
    promise: 'what a provider took is in the books once: settled for what it came for, or set aside, and nothing is in them that none took',
    sql: `with docs as (select enterprise_id, id as payment_id, id as document from payment where channel is not null
          union all select enterprise_id, payment_id, order_id from payment_allocation),
        booked as (select d.enterprise_id, d.payment_id, sum(t.amount_fen) as fen from ledger_transfer t
          join docs d on d.enterprise_id = t.enterprise_id and d.document = t.document where t.from_account = 'gateway' group by 1, 2),
        taken as (select enterprise_id, payment_id, sum(amount_fen) as fen, count(*) filter (where outcome = 'settled') as settled
          from gateway_receipt group by 1, 2)
      select coalesce(t.payment_id, b.payment_id)::text from taken t full join booked b on b.enterprise_id = t.enterprise_id and b.payment_id = t.payment_id
      left join payment p on p.enterprise_id = t.enterprise_id and p.id = t.payment_id
      where coalesce(t.fen, 0) <> coalesce(b.fen, 0) or t.settled > 1 or (t.settled = 1) <> (p.state = 'SETTLED')
      union all select t.id::text from ledger_transfer t where t.from_account = 'gateway'
        and not exists (select from docs d where d.enterprise_id = t.enterprise_id and d.document = t.document)`,
  },
  {
    id: 'I-08b',
    promise: 'a refund by a provider is in the books once it has arrived, and not before; what was set aside from one is on its way back',
    sql: `select r.id::text from refund r left join ledger_transfer t on t.enterprise_id = r.enterprise_id and t.document = r.id and t.to_account = 'gateway'
      where r.way = 'gateway' and coalesce(t.amount_fen, 0) <> case when r.state = 'SETTLED' then r.amount_fen else 0 end
      union all select t.id::text from ledger_transfer t left join refund r on r.enterprise_id = t.enterprise_id and r.id = t.document
        where t.to_account = 'gateway' and r.id is null
      union all select t.id::text from ledger_transfer t
        left join refund r on r.enterprise_id = t.enterprise_id and r.payment_id = t.document and r.source = 'suspense' and r.seq = t.seq
        where t.kind = 'gatewayToSuspense' and r.amount_fen is distinct from t.amount_fen`,
  },
  {
    id: 'I-08c',
    promise: 'no more leaves suspense than came into it',
    sql: `select enterprise_id::text from ledger_transfer where from_account = 'suspense' or to_account = 'suspense'
      group by enterprise_id having sum(case when to_account = 'suspense' then amount_fen else -amount_fen end) < 0`,
  },
]

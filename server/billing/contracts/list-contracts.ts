import { sql } from 'kysely'
import type { ContractKind, ContractRow, contractsEndpoints } from '#contract/billing/contracts/api.ts'
import { contractKinds, orderStatesWithContract } from '#contract/billing/contracts/api.ts'
import type { InputOf } from '#contract/platform/core/endpoint.ts'
import { ZERO_FEN } from '#contract/platform/core/money.ts'
import { hasPermission } from '#contract/platform/core/permissions.ts'
import { findLettersByIdForEnterprise } from '#server/billing/collections/public.ts'
import { anyOfIdsSql, type Db } from '#server/platform/core/db.ts'
import { formatLikeContainsPattern } from '#server/platform/core/like-pattern.ts'
import { countRowsUpTo, fetchSlice, type RowSlice, toSlice } from '#server/platform/core/paging.ts'
import type { Member } from '#server/platform/http/caller.ts'
import { describeAcceptedCreditAgreements } from './accepted-agreement.ts'
import { findIssuedContracts } from './contract-store.ts'
import { CONTRACT_TERMS_VERSION } from './terms.ts'

interface Entry {
  id: string
  at: Date
  kind: ContractKind
}

const NOT_REQUESTED = sql<boolean>`false`

const purchases = (db: Db, enterpriseId: string, { asked, keyword }: { asked: boolean; keyword: string }) =>
  db
    .selectFrom('order')
    .leftJoin('purchase_contract as issued', (join) =>
      join.onRef('issued.enterprise_id', '=', 'order.enterprise_id').onRef('issued.id', '=', 'order.id'),
    )
    .select(['order.id', 'order.created_at as at', sql.lit<ContractKind>('purchase').as('kind')])
    .where('order.enterprise_id', '=', enterpriseId)
    .where('order.payable_fen', '>', ZERO_FEN)
    .where((eb) => eb.or([eb('order.state', 'in', orderStatesWithContract), eb('issued.id', 'is not', null)]))
    .$if(keyword !== '', (query) => query.where('order.order_no', 'like', formatLikeContainsPattern(keyword)))
    .$if(!asked, (query) => query.where(NOT_REQUESTED))

const agreements = (db: Db, enterpriseId: string, asked: boolean) =>
  db
    .selectFrom('credit_agreement')
    .select(['id', 'accepted_at as at', sql.lit<ContractKind>('credit').as('kind')])
    .where('enterprise_id', '=', enterpriseId)
    .$if(!asked, (query) => query.where(NOT_REQUESTED))

const letters = (db: Db, enterpriseId: string, asked: boolean) =>
  db
    .selectFrom('collection_letter')
    .select(['id', 'issued_at as at', sql.lit<ContractKind>('letter').as('kind')])
    .where('enterprise_id', '=', enterpriseId)
    .$if(!asked, (query) => query.where(NOT_REQUESTED))

/** The contracts that the caller may see, by kind. A search for an order number finds only purchase contracts. */
function entries(db: Db, caller: Member, { kind, keyword = '' }: InputOf<typeof contractsEndpoints.list>) {
  const { enterpriseId } = caller
  const asked = (one: ContractKind) => (kind ?? one) === one && hasPermission(caller, contractKinds[one].needs)
  return {
    orders: purchases(db, enterpriseId, { asked: asked('purchase'), keyword }),
    accepted: agreements(db, enterpriseId, asked('credit') && keyword === ''),
    sent: letters(db, enterpriseId, asked('letter') && keyword === ''),
  }
}

type Entries = ReturnType<typeof entries>

/**
 * Returns a page of all kinds, newest first. Each kind contributes as many rows as the page may need, from its own index in this order.
 */
function pageOfEntries(db: Db, { orders, accepted, sent }: Entries, slice: RowSlice) {
  const most = slice.offset + slice.limit
  const newestOrders = orders.orderBy('order.created_at', 'desc').orderBy('order.id').limit(most)
  const newestAccepted = accepted.orderBy('accepted_at', 'desc').orderBy('id').limit(most)
  const newestSent = sent.orderBy('issued_at', 'desc').orderBy('id').limit(most)
  const all = db
    .selectFrom(newestOrders.as('purchase'))
    .selectAll()
    .unionAll(db.selectFrom(newestAccepted.as('agreement')).selectAll())
    .unionAll(db.selectFrom(newestSent.as('letter')).selectAll())
  return fetchSlice(db.selectFrom(all.as('contract')).selectAll().orderBy('at', 'desc').orderBy('id'), slice)
}

async function describe(db: Db, enterpriseId: string, found: readonly Entry[]): Promise<ContractRow[]> {
  const idsOf = (kind: ContractKind) => found.filter((one) => one.kind === kind).map(({ id }) => id)
  const orders = await db
    .selectFrom('order')
    .select(['id', 'order_no', 'first_goods', 'goods_kinds', 'payable_fen', 'state'])
    .where('enterprise_id', '=', enterpriseId)
    .where('id', '=', anyOfIdsSql(idsOf('purchase')))
    .execute()
  const issued = await findIssuedContracts(db, enterpriseId, idsOf('purchase'))
  const accepted = await describeAcceptedCreditAgreements(db, enterpriseId, idsOf('credit'))
  const sent = await findLettersByIdForEnterprise(db, enterpriseId, idsOf('letter'))
  return found.flatMap(({ id, at }): ContractRow[] => {
    const order = orders.find((one) => one.id === id)
    const contract = issued.get(id)
    if (order)
      return [
        {
          kind: 'purchase' as const,
          id,
          at,
          orderNo: order.order_no,
          firstGoods: order.first_goods,
          goodsKinds: order.goods_kinds,
          amount: order.payable_fen,
          state: order.state,
          version: contract?.termsVersion ?? CONTRACT_TERMS_VERSION,
          hash: contract?.hash.toString('hex') ?? null,
        },
      ]
    const letter = sent.find((one) => one.id === id)
    if (letter) {
      const { kind: letterKind, letterNo, total, replyDay, textVersion, hash } = letter
      return [{ kind: 'letter', id, at, version: textVersion, hash, letterKind, letterNo, amount: total, replyDay }]
    }
    const agreement = accepted.get(id)
    if (!agreement) return []
    const { version, hash, by, ip, kept } = agreement
    return [{ kind: 'credit', id, at, version, hash, by: by || '主账号', ip, kept }]
  })
}

/** Returns a page of an enterprise's contracts, newest first, and their number up to `ROWS_REACHABLE_BY_PAGES_MAX`. */
export async function listContracts(
  db: Db,
  caller: Member,
  input: InputOf<typeof contractsEndpoints.list>,
): Promise<{ dataList: ContractRow[]; total: number }> {
  const slice = toSlice(input)
  const wanted = entries(db, caller, input)
  const found = await pageOfEntries(db, wanted, slice)
  const total = await countRowsUpTo(db, db.selectFrom(wanted.orders.unionAll(wanted.accepted).unionAll(wanted.sent).as('contract')))
  return { dataList: await describe(db, caller.enterpriseId, found), total }
}

import { sql } from 'kysely'
import type { ContractKind, ContractRow, contractsEndpoints } from '#contract/billing/contracts/api.ts'
import { contractKinds, orderStatesWithContract } from '#contract/billing/contracts/api.ts'
import { CREDIT_AGREEMENT_ID } from '#contract/content/content/api.ts'
import type { InputOf } from '#contract/platform/core/endpoint.ts'
import { ZERO } from '#contract/platform/core/money.ts'
import { hasPermission } from '#contract/platform/core/permissions.ts'
import { listAgreementHashes } from '#server/content/content/public.ts'
import { listCreditAgreementAcceptances } from '#server/money/credit/public.ts'
import { findDisplayNamesByUserId } from '#server/people/identity/public.ts'
import { anyOfIdsSql, type Db } from '#server/platform/core/db.ts'
import { formatLikePattern } from '#server/platform/core/like-pattern.ts'
import { fetchPage, toSlice } from '#server/platform/core/paging.ts'
import type { Member } from '#server/platform/http/caller.ts'
import { findIssuedContracts } from './contract-store.ts'
import { CONTRACT_TERMS_VERSION } from './terms.ts'

interface Entry {
  id: string
  at: Date
  kind: ContractKind
}

const NOT_ASKED_FOR = sql<boolean>`false`

const purchases = (db: Db, enterpriseId: string, { asked, keyword }: { asked: boolean; keyword: string }) =>
  db
    .selectFrom('order')
    .leftJoin('purchase_contract as issued', (join) =>
      join.onRef('issued.enterprise_id', '=', 'order.enterprise_id').onRef('issued.id', '=', 'order.id'),
    )
    .select(['order.id', 'order.created_at as at', sql.lit<ContractKind>('purchase').as('kind')])
    .where('order.enterprise_id', '=', enterpriseId)
    .where('order.payable_fen', '>', ZERO)
    .where((eb) => eb.or([eb('order.state', 'in', orderStatesWithContract), eb('issued.id', 'is not', null)]))
    .$if(keyword !== '', (query) => query.where('order.order_no', 'like', formatLikePattern(keyword)))
    .$if(!asked, (query) => query.where(NOT_ASKED_FOR))

const agreements = (db: Db, enterpriseId: string, asked: boolean) =>
  db
    .selectFrom('credit_agreement')
    .select(['id', 'accepted_at as at', sql.lit<ContractKind>('credit').as('kind')])
    .where('enterprise_id', '=', enterpriseId)
    .$if(!asked, (query) => query.where(NOT_ASKED_FOR))

/** Lists the contracts that the caller may see, by kind. A search for an order number finds only purchase contracts. */
function entries(db: Db, caller: Member, { kind, keyword = '' }: InputOf<typeof contractsEndpoints.list>) {
  const { enterpriseId } = caller
  const asked = (one: ContractKind) => (kind ?? one) === one && hasPermission(caller, contractKinds[one].needs)
  const orders = purchases(db, enterpriseId, { asked: asked('purchase'), keyword })
  return db.selectFrom(orders.unionAll(agreements(db, enterpriseId, asked('credit') && keyword === '')).as('contract'))
}

async function describe(db: Db, enterpriseId: string, found: readonly Entry[]): Promise<ContractRow[]> {
  const idsOf = (kind: ContractKind) => found.filter((one) => one.kind === kind).map(({ id }) => id)
  const orders = await db
    .selectFrom('order')
    .select(['id', 'order_no', 'first_goods', 'payable_fen', 'state'])
    .where('enterprise_id', '=', enterpriseId)
    .where('id', '=', anyOfIdsSql(idsOf('purchase')))
    .execute()
  const issued = await findIssuedContracts(db, enterpriseId, idsOf('purchase'))
  const accepted = await listCreditAgreementAcceptances(db, enterpriseId, idsOf('credit'))
  const names = await findDisplayNamesByUserId(
    db,
    enterpriseId,
    accepted.map(({ userId }) => userId),
  )
  const kept = await listAgreementHashes(db, CREDIT_AGREEMENT_ID)
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
          amount: order.payable_fen,
          state: order.state,
          version: contract?.termsVersion ?? CONTRACT_TERMS_VERSION,
          hash: contract?.hash.toString('hex') ?? null,
        },
      ]
    const agreement = accepted.find((one) => one.id === id)
    if (!agreement) return []
    const { userId, version, hash, ip } = agreement
    return [
      {
        kind: 'credit',
        id,
        at,
        version,
        hash: hash.toString('hex'),
        by: names.get(userId) ?? '主账号',
        ip,
        kept: kept.has(hash.toString('hex')),
      },
    ]
  })
}

/** Returns a page of an enterprise's contracts, newest first. */
export async function listContracts(
  db: Db,
  caller: Member,
  input: InputOf<typeof contractsEndpoints.list>,
): Promise<{ dataList: ContractRow[]; total: number }> {
  const { pageNo, pageSize } = input
  const { rows: found, total } = await fetchPage(
    entries(db, caller, input).select(['id', 'at', 'kind']).orderBy('at', 'desc').orderBy('id'),
    entries(db, caller, input),
    toSlice({ pageNo, pageSize }),
  )
  return { dataList: await describe(db, caller.enterpriseId, found), total }
}

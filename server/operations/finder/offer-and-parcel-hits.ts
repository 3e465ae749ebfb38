// Finds what comes before an order and before its parcel, by number: quotations, order proposals, waves, and waybills that wait.
import { sql } from 'kysely'
import { type OrderProposalState, orderProposalLifecycle } from '#contract/orders/order-proposals/order-proposal-lifecycle.ts'
import { type QuotationState, quotationLifecycle } from '#contract/orders/quotations/quotation-lifecycle.ts'
import { type WaveState, waveLifecycle } from '#contract/orders/waves/wave-lifecycle.ts'
import { type WaybillState, waybillLifecycle } from '#contract/orders/waybills/waybill-lifecycle.ts'
import { areAllInShopsOrUnrestrictedSql } from '#server/catalog/shops/public.ts'
import { beginsWithSql } from '#server/platform/core/like-pattern.ts'
import {
  enterpriseNameSql,
  type FindHitsOfOneKind,
  finderCandidatesLimitSql,
  finderHitsLimitSql,
  isOrderInShopsSql,
  toFinderHit,
} from './hits.ts'

interface QuotationFound {
  enterprise_id: string
  id: string
  quotation_no: string
  state: QuotationState
  valid_until: string | null
  first_goods: string
  name: string | null
}

/** By its number, from the day in it on. Quotations belong to no shop. */
export const findQuotationHits: FindHitsOfOneKind = async (db, { quotationNo }, { isSeenEnterprise }) => {
  if (quotationNo === undefined) return []
  const { rows } = await sql<QuotationFound>`
    select q.enterprise_id, q.id, q.quotation_no, q.state, q.valid_until, q.first_goods, ${enterpriseNameSql('q.enterprise_id')} as name
    from (select enterprise_id, id from quotation where ${beginsWithSql(sql`quotation_no`, quotationNo)} and ${isSeenEnterprise('enterprise_id')}
      order by quotation_no ${finderCandidatesLimitSql}) as found
    join quotation as q on q.enterprise_id = found.enterprise_id and q.id = found.id
    order by q.quotation_no = ${quotationNo} desc, q.created_at desc, q.id ${finderHitsLimitSql}`.execute(db)
  return rows.map(({ enterprise_id: enterpriseId, id, quotation_no, state, valid_until, first_goods, name }) => {
    const hit = { id, enterpriseId, title: quotation_no, exact: quotation_no === quotationNo }
    // The state as it is stored: whether the last day is over shows the day itself.
    return toFinderHit('quotation', hit, [
      name,
      first_goods,
      quotationLifecycle.states[state].label,
      state === 'QUOTED' ? `有效至 ${valid_until}` : null,
    ])
  })
}

interface OrderProposalFound {
  enterprise_id: string
  id: string
  proposal_no: string
  state: OrderProposalState
  valid_until: string
  first_goods: string
  name: string | null
}

/** By its number, from the day in it on. One with goods of a shop that the person does not keep is not his. */
export const findOrderProposalHits: FindHitsOfOneKind = async (db, { proposalNo }, { ownShops, isSeenEnterprise }) => {
  if (proposalNo === undefined) return []
  const own = sql`${areAllInShopsOrUnrestrictedSql('shop_ids', ownShops)} and ${isSeenEnterprise('enterprise_id')}`
  const { rows } = await sql<OrderProposalFound>`
    select p.enterprise_id, p.id, p.proposal_no, p.state, p.valid_until, p.first_goods, ${enterpriseNameSql('p.enterprise_id')} as name
    from (select enterprise_id, id from order_proposal where ${beginsWithSql(sql`proposal_no`, proposalNo)} and ${own} order by proposal_no ${finderCandidatesLimitSql}) as found
    join order_proposal as p on p.enterprise_id = found.enterprise_id and p.id = found.id
    order by p.proposal_no = ${proposalNo} desc, p.created_at desc, p.id ${finderHitsLimitSql}`.execute(db)
  return rows.map(({ enterprise_id: enterpriseId, id, proposal_no, state, valid_until, first_goods, name }) => {
    const hit = { id, enterpriseId, title: proposal_no, exact: proposal_no === proposalNo }
    return toFinderHit('orderProposal', hit, [
      name,
      first_goods,
      orderProposalLifecycle.states[state].label,
      state === 'SENT' ? `有效至 ${valid_until}` : null,
    ])
  })
}

interface WaveFound {
  id: string
  wave_no: string
  state: WaveState
  carrier: string
  about: string
}

/** By its number, from the day in it on. One with orders of a shop that the person does not keep is not his. */
export const findWaveHits: FindHitsOfOneKind = async (db, { waveNo }, { ownShops }) => {
  if (waveNo === undefined) return []
  const { rows } = await sql<WaveFound>`
    select w.id, w.wave_no, w.state, w.carrier, w.about
    from (select id from wave where ${beginsWithSql(sql`wave_no`, waveNo)} and ${areAllInShopsOrUnrestrictedSql('shop_ids', ownShops)} order by wave_no ${finderCandidatesLimitSql}) as found
    join wave as w on w.id = found.id
    order by w.wave_no = ${waveNo} desc, w.made_at desc, w.id ${finderHitsLimitSql}`.execute(db)
  return rows.map(({ id, wave_no, state, carrier, about }) =>
    toFinderHit('wave', { id, enterpriseId: null, title: wave_no, exact: wave_no === waveNo }, [
      carrier,
      about,
      waveLifecycle.states[state].label,
    ]),
  )
}

interface WaybillFound {
  enterprise_id: string
  tracking_no: string
  carrier: string
  state: WaybillState
  order_no: string
  name: string | null
}

/** By a number that was taken and with which no parcel has left, or its beginning: with a parcel it is the parcel that is found. */
export const findWaybillHits: FindHitsOfOneKind = async (db, { waybill }, { ownShops, isSeenEnterprise }) => {
  if (waybill === undefined) return []
  const { rows } = await sql<WaybillFound>`
    select o.enterprise_id, found.tracking_no, found.carrier, found.state, o.order_no, ${enterpriseNameSql('o.enterprise_id')} as name
    from (select enterprise_id, order_id, tracking_no, carrier, state from waybill
      where tracking_no <> '' and ${beginsWithSql(sql`tracking_no`, waybill)} and ${isSeenEnterprise('enterprise_id')}
        and ${isOrderInShopsSql('waybill', ownShops)}
      order by tracking_no ${finderCandidatesLimitSql}) as found
    join "order" as o on o.enterprise_id = found.enterprise_id and o.id = found.order_id
    where not exists (select from parcel as p
        where p.enterprise_id = o.enterprise_id and p.order_id = o.id and p.tracking_no = found.tracking_no)
    order by found.tracking_no, o.order_no ${finderHitsLimitSql}`.execute(db)
  return rows.map(({ enterprise_id: enterpriseId, tracking_no, carrier, state, order_no, name }) =>
    toFinderHit('waybill', { id: tracking_no, enterpriseId, title: tracking_no, exact: tracking_no === waybill }, [
      carrier,
      waybillLifecycle.states[state].label,
      `订单 ${order_no}`,
      name,
    ]),
  )
}

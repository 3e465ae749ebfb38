// Reads and writes the tables `order_proposal` and `order_proposal_line`.
import { type RawBuilder, sql } from 'kysely'
import {
  ORDER_PROPOSAL_DECLINED_DAYS,
  ORDER_PROPOSAL_ENDING_DAYS,
  type orderProposalQueues,
} from '#contract/orders/order-proposals/console-api.ts'
import {
  type OrderProposalState,
  type OrderProposalVerb,
  orderProposalLifecycle,
} from '#contract/orders/order-proposals/order-proposal-lifecycle.ts'
import type { OrderState } from '#contract/orders/orders/order-lifecycle.ts'
import type { Fen } from '#contract/platform/core/money.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { addDays, getStartOfShanghaiDay, toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { anyOfIdsSql, type Db, type Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'

export interface OrderProposalRef {
  enterpriseId: string
  id: string
}

export interface OrderProposal extends OrderProposalRef {
  proposalNo: string
  /** The state that counts; see `proposalStateOnDaySql`. */
  state: OrderProposalState
  userId: string
  preparedBy: string
  addressId: string | null
  shipTo: string
  remark: string
  firstGoods: string
  lineCount: number
  /** The last day on which it can be ordered, Asia/Shanghai. */
  validUntil: string
  reason: string
  createdAt: Date
}

export interface OrderProposalLineRow {
  lineNo: number
  skuId: string
  name: string
  spec: string
  unit: string
  skuCode: string
  quantity: number
  /** The unit prices in fen when it was sent. */
  sentSaleFen: Fen
  sentCreditFen: Fen | null
}

/** The state that counts on a day: a proposal has expired when its last day is over, also before the job has written it. */
export const proposalStateOnDaySql = (today: string): RawBuilder<OrderProposalState> => sql<OrderProposalState>`(case
  when order_proposal.state = 'SENT' and order_proposal.valid_until < ${today} then 'EXPIRED' else order_proposal.state end)`

/** SQL: whether a proposal waits for staff on a day. The states are literals, so that every plan can use the index of what waits. */
export const isInOrderProposalQueueSql = (queue: keyof typeof orderProposalQueues, today: string): RawBuilder<boolean> =>
  queue === 'ending'
    ? sql<boolean>`(order_proposal.state = 'SENT' and order_proposal.valid_until between ${today} and ${addDays(today, ORDER_PROPOSAL_ENDING_DAYS)})`
    : sql<boolean>`(order_proposal.state = 'DECLINED'
        and order_proposal.state_at >= ${getStartOfShanghaiDay(addDays(today, -ORDER_PROPOSAL_DECLINED_DAYS))})`

export const buildOrderProposalQuery = (db: Db, { now }: Pick<Moment, 'now'>) =>
  db
    .selectFrom('order_proposal')
    .select(['order_proposal.enterprise_id', 'order_proposal.id', 'order_proposal.proposal_no', 'order_proposal.user_id'])
    .select(['order_proposal.prepared_by', 'order_proposal.address_id', 'order_proposal.ship_to', 'order_proposal.remark'])
    .select(['order_proposal.first_goods', 'order_proposal.line_count', 'order_proposal.valid_until', 'order_proposal.reason'])
    .select(['order_proposal.created_at', proposalStateOnDaySql(toShanghaiDay(now)).as('state')])

type Row = Awaited<ReturnType<ReturnType<typeof buildOrderProposalQuery>['executeTakeFirstOrThrow']>>

export const toOrderProposal = (row: Row): OrderProposal => ({
  enterpriseId: row.enterprise_id,
  id: row.id,
  proposalNo: row.proposal_no,
  state: row.state,
  userId: row.user_id,
  preparedBy: row.prepared_by,
  addressId: row.address_id,
  shipTo: row.ship_to,
  remark: row.remark,
  firstGoods: row.first_goods,
  lineCount: row.line_count,
  validUntil: row.valid_until,
  reason: row.reason,
  createdAt: row.created_at,
})

/** Reads a proposal of an enterprise. Refuses ORDER_PROPOSAL_NOT_FOUND, also for one of another enterprise. */
export async function requireOrderProposal(
  db: Db,
  moment: Pick<Moment, 'now'>,
  { enterpriseId, id }: OrderProposalRef,
): Promise<OrderProposal> {
  const row = await buildOrderProposalQuery(db, moment)
    .where('order_proposal.enterprise_id', '=', enterpriseId)
    .where('order_proposal.id', '=', id)
    .executeTakeFirst()
  return row ? toOrderProposal(row) : refuse('ORDER_PROPOSAL_NOT_FOUND')
}

/** Does the same, with the row locked until the transaction ends. */
export async function requireLockedOrderProposal(
  tx: Tx,
  moment: Pick<Moment, 'now'>,
  { enterpriseId, id }: OrderProposalRef,
): Promise<OrderProposal> {
  const row = await buildOrderProposalQuery(tx, moment)
    .where('order_proposal.enterprise_id', '=', enterpriseId)
    .where('order_proposal.id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row ? toOrderProposal(row) : refuse('ORDER_PROPOSAL_NOT_FOUND')
}

/** Refuses ORDER_PROPOSAL_MOVED, which says what the proposal has become; for an order also ORDER_PROPOSAL_EXPIRED. */
export function requireOrderProposalVerbAllowed({ state }: Pick<OrderProposal, 'state'>, verb: OrderProposalVerb): void {
  const { from, label } = orderProposalLifecycle.verbs[verb]
  if (from.some((one) => one === state)) return
  if (verb === 'accept' && state === 'EXPIRED') refuse('ORDER_PROPOSAL_EXPIRED')
  refuse('ORDER_PROPOSAL_MOVED', { msg: `该代客下单${orderProposalLifecycle.states[state].label}，不能${label}，请刷新后查看` })
}

const NUMBER_BYTES = 5

export type NewOrderProposal = Pick<
  OrderProposal,
  'enterpriseId' | 'userId' | 'preparedBy' | 'addressId' | 'shipTo' | 'remark' | 'firstGoods' | 'validUntil'
> & { shopIds: readonly string[]; lines: readonly OrderProposalLineRow[] }

/** Inserts a proposal with its lines. Its number has the date and random digits, which do not reveal how many there are. */
export async function insertOrderProposal(
  tx: Tx,
  moment: Moment,
  given: NewOrderProposal,
): Promise<Pick<OrderProposal, 'id' | 'proposalNo'>> {
  const digits = moment.bytes(NUMBER_BYTES).toString('hex').toUpperCase()
  const [id, proposalNo] = [moment.newId(), `P${toShanghaiDay(moment.now).replaceAll('-', '')}${digits}`]
  const searched = [proposalNo, ...given.lines.flatMap(({ name, skuCode }) => [name, skuCode])].filter((word) => word !== '')
  await tx
    .insertInto('order_proposal')
    .values({
      enterprise_id: given.enterpriseId,
      id,
      proposal_no: proposalNo,
      state: 'SENT',
      user_id: given.userId,
      prepared_by: given.preparedBy,
      address_id: given.addressId,
      ship_to: given.shipTo,
      remark: given.remark,
      shop_ids: [...given.shopIds],
      first_goods: given.firstGoods,
      words: searched.join('\n').toLowerCase(),
      line_count: given.lines.length,
      valid_until: given.validUntil,
      state_at: moment.now,
      created_at: moment.now,
    })
    .execute()
  await tx
    .insertInto('order_proposal_line')
    .values(
      given.lines.map((line) => ({
        enterprise_id: given.enterpriseId,
        proposal_id: id,
        line_no: line.lineNo,
        sku_id: line.skuId,
        name: line.name,
        spec: line.spec,
        unit: line.unit,
        sku_code: line.skuCode,
        quantity: line.quantity,
        sent_sale_fen: line.sentSaleFen,
        sent_credit_fen: line.sentCreditFen,
      })),
    )
    .execute()
  return { id, proposalNo }
}

/** Lists the lines of proposals, those of one proposal together and in their order. */
export async function listLinesOfOrderProposals(
  db: Db,
  refs: readonly OrderProposalRef[],
): Promise<(OrderProposalLineRow & { proposalId: string })[]> {
  return db
    .selectFrom('order_proposal_line')
    .select(['line_no as lineNo', 'sku_id as skuId', 'name', 'spec', 'unit', 'sku_code as skuCode', 'quantity'])
    .select(['sent_sale_fen as sentSaleFen', 'sent_credit_fen as sentCreditFen', 'proposal_id as proposalId'])
    .where('enterprise_id', '=', anyOfIdsSql([...new Set(refs.map(({ enterpriseId }) => enterpriseId))]))
    .where('proposal_id', '=', anyOfIdsSql(refs.map(({ id }) => id)))
    .orderBy('proposal_id')
    .orderBy('line_no')
    .execute()
}

/** Lists the lines of a proposal in their order. */
export const listOrderProposalLines = (db: Db, ref: OrderProposalRef): Promise<OrderProposalLineRow[]> =>
  listLinesOfOrderProposals(db, [ref])

/** Lists the orders that were made of a proposal, also those that were cancelled since. */
export async function listOrdersOfProposal(
  db: Db,
  { enterpriseId, id }: OrderProposalRef,
): Promise<{ orderNo: string; state: OrderState }[]> {
  return db
    .selectFrom('trade')
    .innerJoin('order', (join) => join.onRef('order.enterprise_id', '=', 'trade.enterprise_id').onRef('order.trade_id', '=', 'trade.id'))
    .select(['order.order_no as orderNo', 'order.state'])
    .where('trade.enterprise_id', '=', enterpriseId)
    .where('trade.proposal_id', '=', id)
    .orderBy('order.order_no')
    .execute()
}

/** Sets the state of a locked proposal. */
export async function updateOrderProposalState(
  tx: Tx,
  moment: Moment,
  { enterpriseId, id }: OrderProposalRef,
  { to, reason }: { to: OrderProposalState; reason?: string },
): Promise<void> {
  await tx
    .updateTable('order_proposal')
    .set({ state: to, state_at: moment.now, ...(reason === undefined ? {} : { reason }) })
    .where('enterprise_id', '=', enterpriseId)
    .where('id', '=', id)
    .execute()
}

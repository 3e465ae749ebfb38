import { type RawBuilder, sql } from 'kysely'
import type { orderEndpoints } from '#contract/orders/orders/api.ts'
import type { consoleOrderEndpoints, OrderQueue } from '#contract/orders/orders/console-api.ts'
import type { OrderState } from '#contract/orders/orders/order-lifecycle.ts'
import type { ConsoleOrderRow, OrderRow } from '#contract/orders/orders/shapes.ts'
import type { InputOf } from '#contract/platform/core/endpoint.ts'
import type { Fen } from '#contract/platform/core/money.ts'
import type { PermissionHolder } from '#contract/platform/core/permissions.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { getStartOfNextShanghaiDay, getStartOfShanghaiDay } from '#contract/platform/core/shanghai.ts'
import type { ShipDueFilter, ShippingCalendar } from '#contract/sites/delivery-times/ship-by-day.ts'
import { selectShopNames, skuIdsOfCategorySql } from '#server/catalog/goods/public.ts'
import { addCheckToConsoleHandlers, findShopIdsStaffIsLimitedTo, isInShopsOrUnrestrictedSql } from '#server/catalog/shops/public.ts'
import {
  isEnterpriseOfAccountManagerSql,
  isEnterpriseTaggedSql,
  isOrderTaggedSql,
  selectTagsOfOrders,
} from '#server/people/account-managers/public.ts'
import { selectEnterpriseNames } from '#server/people/organisation/public.ts'
import { anyOfIdsSql, awaitAllAndThrowFirstError, type Db, runOnOneConnection } from '#server/platform/core/db.ts'
import { formatLikeContainsPattern } from '#server/platform/core/like-pattern.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { countOfFullPage, countRowsUpTo, limitToSlice, type PageInput, startWithPage, toSlice } from '#server/platform/core/paging.ts'
import { withoutTenantGuard } from '#server/platform/core/tenant-guard.ts'
import { isShipDueSql, readShippingCalendar } from '#server/sites/delivery-times/public.ts'
import { isOrderSoldWithinSql } from './order-events.ts'
import { buildOrderQuery, provinceOfOrderSql, toOrder, toShipSinceSql } from './order-store.ts'
import { computeShipByDayOfOrder, readOrderListRows, toOrderHeadOutput } from './order-view.ts'

/** The days that a range without a beginning or an end reaches. */
const [FIRST_DAY, LAST_DAY] = ['2000-01-01', '2099-12-31'] as const

type ListInput = InputOf<typeof orderEndpoints.list>
type Bounds = { state?: OrderState | undefined; dateFrom?: string | undefined; dateTo?: string | undefined }

/**
 * Orders by the filters that the buyer's list and the console's list share. The query leaves out the trades, so that an index can count and
 * page it.
 */
function matchBounds(db: Db, { state, dateFrom, dateTo }: Bounds) {
  let query = db.selectFrom('order')
  if (state) query = query.where('order.state', '=', state)
  if (dateFrom) query = query.where('order.created_at', '>=', getStartOfShanghaiDay(dateFrom))
  if (dateTo) query = query.where('order.created_at', '<', getStartOfNextShanghaiDay(dateTo))
  return query
}

type OrderMatch = ReturnType<typeof matchBounds>
type OwnFilter = Bounds & { keyword?: string | undefined; projectId?: string | undefined }

function matchOwnOrders(db: Db, enterpriseId: string, { keyword, projectId, ...bounds }: OwnFilter) {
  let query = matchBounds(db, bounds).where('order.enterprise_id', '=', enterpriseId)
  if (projectId) query = query.where('order.project_id', '=', projectId)
  return keyword ? query.where('order.words', 'like', formatLikeContainsPattern(keyword.toLowerCase())) : query
}

interface WantedPage extends PageInput {
  by: RawBuilder<Date>
  direction: 'asc' | 'desc'
  /** The company of a buyer's list. */
  enterpriseId?: string
}

/**
 * A query for a page of orders and, as `total`, how many there are. The keys are found first: rows that a page skips are read only in the index,
 * and are not sorted. Only a full page is counted: one that is not full is the last, so its rows give the total.
 */
function buildOrderPageQuery(db: Db, matching: OrderMatch, { pageNo, pageSize, by, direction, enterpriseId }: WantedPage) {
  const slice = toSlice({ pageNo, pageSize })
  const keys = matching.select(['order.enterprise_id', 'order.id']).orderBy(by, direction).orderBy('order.id')
  const page = buildOrderQuery(startWithPage(db, limitToSlice(keys, slice)))
    .innerJoin(countOfFullPage(db, matching, slice).as('counted'), (join) => join.onTrue())
    .select('counted.total')
    .where(sql<boolean>`("order".enterprise_id, "order".id) in (select enterprise_id, id from page)`)
  const own = enterpriseId === undefined ? page : page.where('order.enterprise_id', '=', enterpriseId)
  return own.orderBy(by, direction).orderBy('order.id')
}

/** How many orders there are, by the rows of a page. A page behind the last one has none, and they are counted by a statement of its own. */
const readTotalOfPage = (db: Db, matching: OrderMatch, { rows, pageNo, pageSize }: PageInput & { rows: readonly { total: number }[] }) =>
  rows.length < pageSize && (rows.length > 0 || pageNo === 1)
    ? toSlice({ pageNo, pageSize }).offset + rows.length
    : (rows[0]?.total ?? countRowsUpTo(db, matching))

const createdAtSql = sql<Date>`"order".created_at`

/** Returns a page of an enterprise's orders, newest first. */
export async function listOrdersOfEnterprise(
  db: Db,
  { pageNo, pageSize, ...filter }: ListInput,
  viewer: PermissionHolder & { enterpriseId: string },
): Promise<{ dataList: OrderRow[]; total: number }> {
  const { enterpriseId } = viewer
  const wanted = { pageNo, pageSize, by: createdAtSql, direction: 'desc', enterpriseId } as const
  return runOnOneConnection(db, async (one) => {
    const matching = matchOwnOrders(one, enterpriseId, filter)
    const rows = await buildOrderPageQuery(one, matching, wanted).execute()
    const total = await readTotalOfPage(one, matching, { rows, pageNo, pageSize })
    return { dataList: await readOrderListRows(one, rows.map(toOrder), viewer), total }
  })
}

export async function countOrdersOfEnterpriseByState(db: Db, enterpriseId: string): Promise<{ state: OrderState; count: number }[]> {
  return db
    .selectFrom('order')
    .select(['state', db.fn.countAll<number>().as('count')])
    .where('enterprise_id', '=', enterpriseId)
    .groupBy('state')
    .execute()
}

/** The time since when an order waits in a queue. Those to be shipped begin with what is due first. */
const waitsSince: Record<OrderQueue, RawBuilder<Date>> = { waitSend: toShipSinceSql, cancelAsked: sql<Date>`"order".cancel_asked_at` }

/** Selects the orders of a queue. An order is not shipped while its buyer requests to cancel it. */
function waiting(query: OrderMatch, queue: OrderQueue): OrderMatch {
  if (queue === 'cancelAsked') return query.where('order.cancel_asked_at', 'is not', null)
  // The states are literals in the text, so that every plan can use their index.
  return query.where(sql<boolean>`"order".state in ('WAIT_SEND', 'PART_SENT')`).where('order.cancel_asked_at', 'is', null)
}

type SalesFilter = Pick<
  InputOf<typeof consoleOrderEndpoints.list>,
  'soldFrom' | 'soldTo' | 'shopId' | 'skuId' | 'categoryId' | 'province' | 'method' | 'couponTemplateId'
>

/** Applies the filters with which reports name the orders behind a figure. */
function narrowToSales(query: OrderMatch, filter: SalesFilter): OrderMatch {
  const { soldFrom, soldTo, shopId, skuId, categoryId, province, method, couponTemplateId } = filter
  const hasLine = (
    isOne: RawBuilder<unknown>,
  ) => sql<boolean>`exists (select from order_line l where l.enterprise_id = "order".enterprise_id
    and l.order_id = "order".id and l.gift_id is null and ${isOne})`
  let narrowed = query
  if (soldFrom || soldTo) narrowed = narrowed.where(isOrderSoldWithinSql(soldFrom ?? FIRST_DAY, soldTo ?? LAST_DAY))
  if (shopId) narrowed = narrowed.where('order.shop_id', '=', shopId)
  if (skuId) narrowed = narrowed.where(hasLine(sql`l.sku_id = ${skuId}`))
  if (categoryId) narrowed = narrowed.where(hasLine(sql`l.sku_id in ${skuIdsOfCategorySql(categoryId)}`))
  if (province) narrowed = narrowed.where(sql<boolean>`${sql.raw(provinceOfOrderSql('"order"'))} = ${province}`)
  if (method)
    narrowed = narrowed.where(sql<boolean>`exists (select from trade t where t.enterprise_id = "order".enterprise_id
      and t.id = "order".trade_id and t.method = ${method})`)
  if (couponTemplateId)
    narrowed = narrowed.where(sql<boolean>`exists (select from coupon c where c.enterprise_id = "order".enterprise_id
      and c.id = "order".coupon_id and c.template_id = ${couponTemplateId})`)
  return narrowed
}

/** The order waits to be shipped, and not for a decision about its cancellation. */
const isToShip = (query: OrderMatch, { due, calendar, now }: { due: ShipDueFilter; calendar: ShippingCalendar; now: Date }): OrderMatch =>
  waiting(query, 'waitSend').where(isShipDueSql(toShipSinceSql, { due, calendar, now }))

/** Adds the names of shop and company, and the tags, to the orders of a page. */
const nameOrdersOfPage = (db: Db, page: ReturnType<typeof buildOrderPageQuery>) =>
  page
    .leftJoin(selectShopNames(db).as('shop'), 'shop.id', 'order.shop_id')
    .leftJoin(selectEnterpriseNames(db).as('company'), 'company.id', 'order.enterprise_id')
    .leftJoin(
      selectTagsOfOrders(db)
        .where(sql<boolean>`(tagged.enterprise_id, tagged.order_id) in (select enterprise_id, id from page)`)
        .as('given'),
      (join) => join.onRef('given.enterprise_id', '=', 'order.enterprise_id').onRef('given.order_id', '=', 'order.id'),
    )
    .select(['shop.name as shopName', 'company.name as enterpriseName', 'given.tags'])

/**
 * Returns a page of the orders of all enterprises, for a staff member: those of the shops that he keeps. A queue, and orders by when they are
 * due, are sorted by waiting time, longest first; other lists newest first.
 */
export async function listOrdersForConsole(
  db: Db,
  moment: Pick<Moment, 'now'>,
  { staffId, input: { pageNo, pageSize, ...filter } }: { staffId: string; input: InputOf<typeof consoleOrderEndpoints.list> },
): Promise<{ dataList: ConsoleOrderRow[]; total: number }> {
  const [ownShops, calendar] = await runOnOneConnection(db, (one) =>
    awaitAllAndThrowFirstError(findShopIdsStaffIsLimitedTo(one, staffId), readShippingCalendar(one, moment)),
  )
  const { shipDue, queue = shipDue && 'waitSend' } = filter
  const all = withoutTenantGuard(db, 'console')
  let matching = matchBounds(all, filter)
    .where(isInShopsOrUnrestrictedSql('order.shop_id', ownShops))
    .where(isEnterpriseOfAccountManagerSql('order.enterprise_id', { manager: filter.manager, staffId }))
    .where(isOrderTaggedSql(filter.tagId))
    .where(isEnterpriseTaggedSql('order.enterprise_id', filter.companyTagId))
  if (filter.queue) matching = waiting(matching, filter.queue)
  if (shipDue) matching = isToShip(matching, { due: shipDue, calendar, now: moment.now })
  if (filter.orderNo) matching = matching.where('order.order_no', '=', filter.orderNo)
  if (filter.poNumber) matching = matching.where('order.po_number', '=', filter.poNumber)
  if (filter.enterpriseId) matching = matching.where('order.enterprise_id', '=', filter.enterpriseId)
  matching = narrowToSales(matching, filter)
  const wanted = queue ? ({ by: waitsSince[queue], direction: 'asc' } as const) : ({ by: createdAtSql, direction: 'desc' } as const)
  const rows = await nameOrdersOfPage(all, buildOrderPageQuery(all, matching, { pageNo, pageSize, ...wanted })).execute()
  const dataList = rows.map((row) => ({
    ...toOrderHeadOutput(toOrder(row), row.shopName),
    enterpriseId: row.enterprise_id,
    enterpriseName: row.enterpriseName,
    parentName: row.parent_name,
    receiverRegion: row.receiver_region,
    firstGoods: row.first_goods,
    tags: row.tags ?? [],
    shipByDay: computeShipByDayOfOrder(toOrder(row), calendar),
  }))
  return { dataList, total: await readTotalOfPage(all, matching, { rows, pageNo, pageSize }) }
}

/** How many of a company's latest orders are searched for suggestions. */
const ORDERS_SEARCHED = 200

/** Finds SKUs that an enterprise ordered lately, by any of some texts in the name or number, newest first. */
export async function findRecentlyOrderedSkusByText(
  db: Db,
  enterpriseId: string,
  { variants, limit }: { variants: readonly string[]; limit: number },
): Promise<{ skuId: string }[]> {
  const patterns = variants.map(formatLikeContainsPattern)
  const found = db
    .selectFrom((inner) =>
      inner
        .selectFrom('order')
        .select(['enterprise_id', 'id', 'created_at'])
        .where('enterprise_id', '=', enterpriseId)
        .orderBy('created_at', 'desc')
        .limit(ORDERS_SEARCHED)
        .as('latest'),
    )
    .innerJoin('order_line as line', (join) =>
      join.onRef('line.enterprise_id', '=', 'latest.enterprise_id').onRef('line.order_id', '=', 'latest.id'),
    )
    .select('line.sku_id as skuId')
    .where('line.enterprise_id', '=', enterpriseId)
    .where(sql<boolean>`line.goods_name || ' ' || line.sku_code ilike any(${patterns}::text[])`)
    .groupBy('line.sku_id')
  return found
    .orderBy((eb) => eb.fn.max('latest.created_at'), 'desc')
    .orderBy('line.sku_id')
    .limit(limit)
    .execute()
}

/** Finds the numbers of an enterprise's latest orders that begin or end with a text, newest first. */
export async function findRecentOrderNumbersByEitherEnd(
  db: Db,
  enterpriseId: string,
  { text, limit }: { text: string; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ orderNo: string }>`
    select order_no as "orderNo" from (select order_no, created_at from "order" where enterprise_id = ${enterpriseId}
      order by created_at desc limit ${ORDERS_SEARCHED}) as latest
    where starts_with(order_no, ${text}) or right(order_no, ${text.length}) = ${text} order by created_at desc limit ${limit}`.execute(db)
  return rows.map(({ orderNo }) => orderNo)
}

/**
 * Sums the discounts in fen of used coupons of all enterprises, by template. One statement with a join, because a template may have
 * thousands of coupons.
 */
export async function sumCouponDiscountsByTemplate(db: Db, templateIds: readonly string[]): Promise<Map<string, Fen>> {
  const rows = await withoutTenantGuard(db, 'console')
    .selectFrom('coupon')
    .innerJoin('order', (join) => join.onRef('order.enterprise_id', '=', 'coupon.enterprise_id').onRef('order.id', '=', 'coupon.order_id'))
    .select(['coupon.template_id', sql<Fen>`sum("order".discount_fen + "order".freight_discount_fen)::bigint`.as('discount_fen')])
    .where('coupon.template_id', '=', anyOfIdsSql(templateIds))
    .where('coupon.state', '=', 'used')
    .groupBy('coupon.template_id')
    .execute()
  return new Map(rows.map(({ template_id, discount_fen }) => [template_id, discount_fen]))
}

/** Whether an enterprise has an order that is not cancelled, in whatever state: then no other of its orders is its first (decision 540). */
export async function hasUncancelledOrder(db: Db, enterpriseId: string): Promise<boolean> {
  const orders = db.selectFrom('order').select('id').where('enterprise_id', '=', enterpriseId).where('state', '<>', 'CANCELLED')
  return (await orders.limit(1).executeTakeFirst()) !== undefined
}

/**
 * Refuses ORDER_NOT_FOUND for an order of a shop that the staff member does not keep. The call itself handles an order that does not exist.
 */
async function refuseOrderOfOtherShop(
  db: Db,
  { enterpriseId, orderNo, staffId }: { enterpriseId: string; orderNo: string; staffId: string },
) {
  const own = await findShopIdsStaffIsLimitedTo(db, staffId)
  if (own === null) return
  const order = db.selectFrom('order').select('shop_id').where('enterprise_id', '=', enterpriseId).where('order_no', '=', orderNo)
  const shopId = (await order.executeTakeFirst())?.shop_id
  if (shopId !== undefined && !own.includes(shopId)) refuse('ORDER_NOT_FOUND')
}

const isAboutOrder = (input: object): input is { enterpriseId: string; orderNo: string } =>
  'enterpriseId' in input && typeof input.enterpriseId === 'string' && 'orderNo' in input && typeof input.orderNo === 'string'

/** Limits handlers of the console whose input names one order. Lists, which only filter by an order, limit themselves. */
export const limitOrderHandlersToStaffShops = <Group extends Parameters<typeof addCheckToConsoleHandlers>[0]>(handlers: Group): Group =>
  addCheckToConsoleHandlers(handlers, async (input, { db, caller: { staffId } }) => {
    if (isAboutOrder(input)) await refuseOrderOfOtherShop(db, { ...input, staffId })
  })

// Lists and adds up the lines that make revenue (收入明细). Held amounts are no revenue yet, so they are left out.
import { sql } from 'kysely'
import {
  findRevenueRecognitionPointOfParcel,
  type RevenueAndTaxSettings,
  type RevenueRecognitionPoint,
} from '#contract/billing/journal/tax-settings.ts'
import { type consoleRevenueEndpoints, REVENUE_DAYS_MAX, type RevenueLine, type RevenueTotals } from '#contract/billing/revenue/api.ts'
import {
  findRevenueLineGroup,
  formatRevenueLineKind,
  interestRevenueKinds,
  RECOGNISE_KIND,
  type RevenueLineGroup,
  reducingRevenueKinds,
} from '#contract/billing/revenue/line-kinds.ts'
import type { InputOf } from '#contract/platform/core/endpoint.ts'
import { type Fen, subtractFen, sum } from '#contract/platform/core/money.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { countDaysInclusive, toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { listShopNamesById } from '#server/catalog/goods/public.ts'
import { findShopIdsStaffIsLimitedTo, isInShopsOrUnrestrictedSql } from '#server/catalog/shops/public.ts'
import { readJournalSettings } from '#server/content/content/public.ts'
import { attachEnterpriseNamesToRows } from '#server/people/organisation/public.ts'
import type { Db } from '#server/platform/core/db.ts'
import { countRowsUpTo, fetchSlice, toSlice } from '#server/platform/core/paging.ts'
import { withoutTenantGuard } from '#server/platform/core/tenant-guard.ts'

type Filter = InputOf<typeof consoleRevenueEndpoints.totals>

/** Lines with an amount of revenue: the condition of two indexes. */
const earned = (db: Db) => db.selectFrom('revenue_line as l').where(sql<boolean>`l.earned_fen <> 0`)
type Lines = ReturnType<typeof earned>

const notSales = [...interestRevenueKinds, ...reducingRevenueKinds]
const isFreightSql = sql<boolean>`(l.order_id is not null and l.line_no = 0)`
const groupConditions: Record<RevenueLineGroup, (lines: Lines) => Lines> = {
  goods: (lines) => lines.where('l.kind', 'not in', notSales).where(sql<boolean>`not ${isFreightSql}`),
  freight: (lines) => lines.where('l.kind', 'not in', notSales).where(isFreightSql),
  back: (lines) => lines.where('l.kind', 'in', reducingRevenueKinds),
  interest: (lines) => lines.where('l.kind', 'in', interestRevenueKinds),
}

/** Refuses REVENUE_RANGE for a range that ends before it begins, or is too long. */
function requireRevenueRange({ dateFrom, dateTo }: Filter): void {
  const days = countDaysInclusive(dateFrom, dateTo)
  if (days < 1 || days > REVENUE_DAYS_MAX) refuse('REVENUE_RANGE')
}

/** The lines that a filter matches, of the shops that a person keeps. Refuses REVENUE_RANGE. */
async function matchLines(guarded: Db, staffId: string, filter: Filter): Promise<{ lines: Lines }> {
  requireRevenueRange(filter)
  const { dateFrom, dateTo, enterpriseId, shopId, rate, group } = filter
  let lines = earned(withoutTenantGuard(guarded, 'console'))
    .where('l.day', '>=', dateFrom)
    .where('l.day', '<=', dateTo)
    .where(isInShopsOrUnrestrictedSql('l.shop_id', await findShopIdsStaffIsLimitedTo(guarded, staffId)))
  if (enterpriseId !== undefined) lines = lines.where('l.enterprise_id', '=', enterpriseId)
  if (shopId !== undefined) lines = lines.where('l.shop_id', '=', shopId)
  if (rate !== undefined) lines = rate === 'none' ? lines.where('l.rate_bp', 'is', null) : lines.where('l.rate_bp', '=', Number(rate))
  // A query is a thenable, so it is returned in an object.
  return { lines: group === undefined ? lines : groupConditions[group](lines) }
}

interface Row {
  enterprise_id: string
  source_id: string
  line_no: number
  part_no: number
  day: string
  kind: string
  order_id: string | null
  shop_id: string | null
  tax_code: string | null
  rate_bp: number | null
  earned_fen: Fen
  earned_tax_fen: Fen
}

/** What the line is about: its order, goods, parcel or after-sale, and the day of interest. */
interface Subject {
  orderNo: string | null
  goodsName: string | null
  skuCode: string | null
  skuProps: Record<string, string> | null
  parcelNo: number | null
  sentAt: Date | null
  afterSaleId: string | null
  afterSaleNo: string | null
  valueDay: string | null
}

/** Reads what lines are about, in their order. */
async function readSubjects(db: Db, rows: readonly Row[]): Promise<Subject[]> {
  const keys = rows.map(({ enterprise_id, source_id, order_id, line_no }, place) => ({
    enterprise_id,
    source_id,
    order_id,
    line_no,
    place,
  }))
  const { rows: subjects } = await sql<Subject>`
    select o.order_no as "orderNo", line.goods_name as "goodsName", line.sku_code as "skuCode", line.sku_props as "skuProps", p.parcel_no as "parcelNo",
      p.sent_at as "sentAt", a.id as "afterSaleId", a.after_sale_no as "afterSaleNo", t.value_day::text as "valueDay"
    from jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) w(enterprise_id uuid, source_id uuid, order_id uuid, line_no smallint, place int)
      left join "order" o on o.enterprise_id = w.enterprise_id and o.id = w.order_id
      left join order_line line on line.enterprise_id = w.enterprise_id and line.order_id = w.order_id and line.line_no = w.line_no
      left join ledger_transfer t on t.enterprise_id = w.enterprise_id and t.id = w.source_id
      left join parcel p on p.enterprise_id = w.enterprise_id and p.id = case when t.id is null then w.source_id when t.kind = 'draw' then t.document end
      left join refund r on r.enterprise_id = t.enterprise_id and r.id = t.document
      left join refund n on n.enterprise_id = o.enterprise_id and n.order_id = o.id and n.order_id = t.document and n.seq = t.seq
      left join after_sale a on a.enterprise_id = w.enterprise_id and a.id = coalesce(r.after_sale_id, n.after_sale_id)
    order by w.place`.execute(db)
  return subjects
}

/** At which point a line became revenue; null: it is no delivery. On credit a drawdown is revenue when its parcel is sent. */
function findPoint({ kind, day }: Row, { sentAt }: Subject, settings: RevenueAndTaxSettings): RevenueRecognitionPoint | null {
  if (sentAt === null) return null
  const sentDay = toShanghaiDay(sentAt)
  if (kind === RECOGNISE_KIND) return sentDay === day ? findRevenueRecognitionPointOfParcel(settings, sentDay) : 'receipt'
  return 'shipment'
}

/** Lists a page of the lines of revenue, the latest day first. Refuses REVENUE_RANGE. */
export async function listRevenueLines(
  db: Db,
  { pageNo, pageSize, ...filter }: InputOf<typeof consoleRevenueEndpoints.lines>,
  staffId: string,
): Promise<{ dataList: RevenueLine[]; total: number }> {
  const { lines } = await matchLines(db, staffId, filter)
  const ordered = lines
    .select(['l.enterprise_id', 'l.source_id', 'l.line_no', 'l.part_no', 'l.day', 'l.kind', 'l.order_id', 'l.shop_id', 'l.tax_code'])
    .select(['l.rate_bp', 'l.earned_fen', 'l.earned_tax_fen'])
    .orderBy('l.day', 'desc')
    .orderBy('l.source_id', 'desc')
    .orderBy('l.line_no')
    .orderBy('l.part_no')
  const rows: Row[] = await fetchSlice(ordered, toSlice({ pageNo, pageSize }))
  const subjects = await readSubjects(withoutTenantGuard(db, 'console'), rows)
  const shops = await listShopNamesById(db)
  const { tax: settings } = await readJournalSettings(db)
  const listed = rows.flatMap((row, place) => {
    const subject = subjects[place]
    return subject ? [toLine(row, subject, { shops, settings })] : []
  })
  return { dataList: await attachEnterpriseNamesToRows(db, listed), total: await countRowsUpTo(withoutTenantGuard(db, 'console'), lines) }
}

function toLine(
  row: Row,
  subject: Subject,
  { shops, settings }: { shops: ReadonlyMap<string, string>; settings: RevenueAndTaxSettings },
): Omit<RevenueLine, 'enterpriseName'> {
  const group = findRevenueLineGroup({ kind: row.kind, orderId: row.order_id, lineNo: row.line_no })
  const { orderNo, goodsName, skuCode, skuProps, parcelNo, afterSaleId, afterSaleNo, valueDay } = subject
  return {
    key: [row.source_id, row.line_no, row.part_no].join(' '),
    day: row.day,
    group,
    title: formatRevenueLineKind(row.kind),
    enterpriseId: row.enterprise_id,
    orderNo,
    parcelNo,
    afterSaleId,
    afterSaleNo,
    interestDay: group === 'interest' ? valueDay : null,
    shopName: row.shop_id && (shops.get(row.shop_id) ?? ''),
    goodsName,
    skuCode,
    skuProps: skuProps && JSON.stringify(skuProps),
    taxCode: row.tax_code,
    rateBp: row.rate_bp,
    net: subtractFen(row.earned_fen, row.earned_tax_fen),
    tax: row.earned_tax_fen,
    gross: row.earned_fen,
    point: findPoint(row, subject, settings),
  }
}

/** Adds up the lines of revenue that a filter matches, by rate. Refuses REVENUE_RANGE. */
export async function sumRevenueLines(db: Db, filter: Filter, staffId: string): Promise<RevenueTotals> {
  const { lines } = await matchLines(db, staffId, filter)
  const rows = await lines
    .select(['l.rate_bp as rateBp'])
    .select([
      sql<number>`count(*)`.as('lines'),
      sql<Fen>`sum(l.earned_fen)::bigint`.as('gross'),
      sql<Fen>`sum(l.earned_tax_fen)::bigint`.as('tax'),
    ])
    .groupBy('l.rate_bp')
    .orderBy('l.rate_bp', (rate) => rate.desc().nullsLast())
    .execute()
  const rates = rows.map((row) => ({ ...row, net: subtractFen(row.gross, row.tax) }))
  const total = (of: (rate: (typeof rates)[number]) => Fen) => sum(rates.map(of))
  return { net: total(({ net }) => net), tax: total(({ tax }) => tax), gross: total(({ gross }) => gross), rates }
}

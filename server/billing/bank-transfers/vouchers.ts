// Reads and writes the tables `voucher` and `voucher_picture`.
import { sql } from 'kysely'
import { type VoucherState, voucherLifecycle } from '#contract/billing/bank/voucher-lifecycle.ts'
import type { Fen } from '#contract/platform/core/money.ts'
import { hasKeywordInEnterpriseNameSql } from '#server/people/organisation/public.ts'
import { anyOfIdsSql, type Db, type Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { fetchPageWithTotal } from '#server/platform/core/paging.ts'
import { withoutTenantGuard } from '#server/platform/core/tenant-guard.ts'

export interface VoucherRef {
  enterpriseId: string
  id: string
}

export interface Voucher extends VoucherRef {
  paymentId: string
  no: number
  state: VoucherState
  remark: string
  fileIds: string[]
  submittedBy: string
  submittedAt: Date
  firstBy: string | null
  firstFen: Fen | null
  firstLineId: string | null
  opinion: string | null
  decidedBy: string | null
  decidedAt: Date | null
}

const rows = (db: Db) =>
  db
    .selectFrom('voucher')
    .select(['enterprise_id', 'id', 'payment_id', 'no', 'state', 'remark', 'submitted_by', 'submitted_at'])
    .select(['first_by', 'first_fen', 'first_line_id', 'opinion', 'decided_by', 'decided_at'])
    .select(
      sql<
        string[]
      >`array(select p.file_id from voucher_picture p where p.enterprise_id = voucher.enterprise_id and p.voucher_id = voucher.id
        order by p.position)`.as('file_ids'),
    )

type Row = Awaited<ReturnType<ReturnType<typeof rows>['executeTakeFirstOrThrow']>>

const voucherFrom = (row: Row): Voucher => ({
  enterpriseId: row.enterprise_id,
  id: row.id,
  paymentId: row.payment_id,
  no: row.no,
  state: row.state,
  remark: row.remark,
  fileIds: row.file_ids,
  submittedBy: row.submitted_by,
  submittedAt: row.submitted_at,
  firstBy: row.first_by,
  firstFen: row.first_fen,
  firstLineId: row.first_line_id,
  opinion: row.opinion,
  decidedBy: row.decided_by,
  decidedAt: row.decided_at,
})

export async function findVoucher(db: Db, { enterpriseId, id }: VoucherRef): Promise<Voucher | undefined> {
  const row = await rows(db).where('enterprise_id', '=', enterpriseId).where('id', '=', id).executeTakeFirst()
  return row && voucherFrom(row)
}

/** Lists all vouchers of the given payments of one enterprise, newest first. */
export async function findVouchersOfPayments(db: Db, enterpriseId: string, paymentIds: readonly string[]): Promise<Voucher[]> {
  if (paymentIds.length === 0) return []
  const found = await rows(db)
    .where('enterprise_id', '=', enterpriseId)
    .where('payment_id', '=', anyOfIdsSql(paymentIds))
    .orderBy('submitted_at', 'desc')
    .orderBy('no', 'desc')
    .execute()
  return found.map(voucherFrom)
}

/** SQL: matches a part of the enterprise's name, a remark code, or the number of a paid order. */
const aboutSql = (keyword: string) => sql<boolean>`(
  ${hasKeywordInEnterpriseNameSql('voucher.enterprise_id', keyword)}
  or exists (select from payment p where p.enterprise_id = voucher.enterprise_id and p.id = voucher.payment_id and (
    p.remark_code = ${keyword.toUpperCase()} or exists (
      select from "order" o where o.enterprise_id = p.enterprise_id and o.trade_id = p.trade_id and o.order_no = ${keyword}))))`

export interface VoucherFilter {
  state?: VoucherState | undefined
  keyword?: string | undefined
  limit: number
  offset: number
}

/** Returns a page of the queue of all enterprises: waiting vouchers oldest first, decided ones newest first. */
export async function listVouchersOfAllEnterprises(
  db: Db,
  { state, keyword, limit, offset }: VoucherFilter,
): Promise<{ vouchers: Voucher[]; total: number }> {
  const all = withoutTenantGuard(db, 'console')
  const filtered = () => {
    const inState = state === undefined ? rows(all) : rows(all).where('state', '=', state)
    return keyword ? inState.where(aboutSql(keyword)) : inState
  }
  const waits = state === 'REVIEW' || state === 'SECOND'
  const { rows: page, total } = await fetchPageWithTotal(
    filtered()
      .orderBy('submitted_at', waits ? 'asc' : 'desc')
      .orderBy('id'),
    filtered(),
    { limit, offset },
  )
  return { vouchers: page.map(voucherFrom), total }
}

/** The numbers of the orders that vouchers pay, by voucher. Cancelled orders are left out. */
export async function listOrderNosOfVouchers(db: Db, vouchers: readonly VoucherRef[]): Promise<Map<string, string[]>> {
  if (vouchers.length === 0) return new Map()
  const { rows: found } = await sql<{ id: string; order_nos: string[] }>`
    select v.id, array_agg(o.order_no order by o.order_no) as order_nos
    from voucher v
    join payment p on p.enterprise_id = v.enterprise_id and p.id = v.payment_id
    join "order" o on o.enterprise_id = p.enterprise_id and o.trade_id = p.trade_id and o.state <> 'CANCELLED'
    where v.enterprise_id = any(${vouchers.map(({ enterpriseId }) => enterpriseId)}::uuid[]) and v.id = any(${vouchers.map(({ id }) => id)}::uuid[])
    group by v.id`.execute(withoutTenantGuard(db, 'console'))
  return new Map(found.map(({ id, order_nos }) => [id, order_nos]))
}

export interface NewVoucher {
  enterpriseId: string
  paymentId: string
  userId: string
  remark: string
}

/** Inserts a voucher. The caller has locked the payment, so that its vouchers are counted correctly. */
export async function insertVoucher(tx: Tx, moment: Moment, { enterpriseId, paymentId, userId, remark }: NewVoucher): Promise<string> {
  const id = moment.newId()
  const { no } = await tx
    .selectFrom('voucher')
    .select(sql<number>`coalesce(max(no), 0) + 1`.as('no'))
    .where('enterprise_id', '=', enterpriseId)
    .where('payment_id', '=', paymentId)
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('voucher')
    .values({
      enterprise_id: enterpriseId,
      id,
      payment_id: paymentId,
      no,
      state: 'REVIEW',
      remark,
      submitted_by: userId,
      submitted_at: moment.now,
    })
    .execute()
  return id
}

export async function insertVoucherPictures(
  tx: Tx,
  { enterpriseId, id }: VoucherRef,
  pictures: readonly { fileId: string; hash: Buffer }[],
): Promise<void> {
  const kept = pictures.map(({ fileId, hash }, position) => ({
    enterprise_id: enterpriseId,
    voucher_id: id,
    file_id: fileId,
    position,
    hash,
  }))
  await tx.insertInto('voucher_picture').values(kept).execute()
}

export interface VoucherStateChange {
  verb: keyof typeof voucherLifecycle.verbs
  staffId?: string
  opinion?: string
  first?: { amountFen: Fen; lineId: string }
}

/**
 * Changes the state of a voucher if the verb is allowed in its present state. Of two concurrent calls one succeeds; the other gets false.
 */
export async function updateVoucherState(
  tx: Tx,
  moment: Moment,
  { enterpriseId, id }: VoucherRef,
  change: VoucherStateChange,
): Promise<boolean> {
  const { from, to } = voucherLifecycle.verbs[change.verb]
  const first = change.first && {
    first_by: change.staffId,
    first_at: moment.now,
    first_fen: change.first.amountFen,
    first_line_id: change.first.lineId,
  }
  const row = await tx
    .updateTable('voucher')
    .set({
      state: to,
      ...(first ?? (change.verb === 'withdraw' ? {} : { decided_by: change.staffId ?? null, decided_at: moment.now })),
      ...(change.opinion === undefined ? {} : { opinion: change.opinion }),
    })
    .where('enterprise_id', '=', enterpriseId)
    .where('id', '=', id)
    .where('state', 'in', from)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Finds vouchers of other payments, of any enterprise, that contain one of the same pictures. */
export async function findVouchersWithSamePictures(
  db: Db,
  { enterpriseId, id, paymentId }: Pick<Voucher, 'enterpriseId' | 'id' | 'paymentId'>,
): Promise<Voucher[]> {
  const { rows: same } = await sql<{ enterprise_id: string; voucher_id: string }>`
    select distinct o.enterprise_id, o.voucher_id from voucher_picture p join voucher_picture o on o.hash = p.hash
    where p.enterprise_id = ${enterpriseId} and p.voucher_id = ${id} and o.voucher_id <> p.voucher_id limit 20`.execute(
    withoutTenantGuard(db, 'console'),
  )
  const found: Voucher[] = []
  for (const { enterprise_id, voucher_id } of same) {
    const voucher = await findVoucher(db, { enterpriseId: enterprise_id, id: voucher_id })
    if (voucher && voucher.paymentId !== paymentId) found.push(voucher)
  }
  return found
}

// The table `row_edit`: how often staff have changed a row that is edited as a whole, and the person and content of the last change.
import { type RawBuilder, sql } from 'kysely'
import { type FieldChange, formatFieldChanges } from '#contract/people/staff/field-changes.ts'
import type { Db, Tx } from './db.ts'
import type { Moment } from './moment.ts'
import { type LatestRowChange, requireRowVersion } from './row-version.ts'

/**
 * The kinds of rows that are edited as a whole: whether a SKU is sold, the head of a price list, a coupon's terms, a year's holidays,
 * content of staff, shops with the staff who keep them, categories, brands, kinds of licences, an attribute with its choices, a set of
 * attributes, the set of a category, a machine model, a word of the search, a section of the home page, the order of these, the name and
 * roles of a staff account, a role of the mall's own, the tax class of goods, how long delivery takes, a tag of companies, a supplier, the draft of a purchase order, a warehouse, where a SKU lies in it, whether it has batches,
 * the days of a batch, the draft of a stock transfer, a count sheet,
 * an invoice of a supplier, the target of an account manager for a month.
 */
export type EditedRowKind =
  | 'shelf'
  | 'priceList'
  | 'coupon'
  | 'announcement'
  | 'holidays'
  | 'banner'
  | 'helpCategory'
  | 'shop'
  | 'staffShops'
  | 'category'
  | 'brand'
  | 'licenceKind'
  | 'attribute'
  | 'attributeSet'
  | 'categoryAttributeSet'
  | 'machineModel'
  | 'picture'
  | 'searchWord'
  | 'homeSection'
  | 'homeSectionOrder'
  | 'staff'
  | 'customRole'
  | 'goodsTaxClass'
  | 'shopLicence'
  | 'parcel'
  | 'skuBin'
  | 'skuBatched'
  | 'stockBatch'
  | 'movingInSums'
  | 'deliveryTerms'
  | 'enterpriseTag'
  | 'supplier'
  | 'purchaseOrder'
  | 'warehouse'
  | 'warehouseBin'
  | 'stockTransfer'
  | 'stockCount'
  | 'supplierInvoice'
  | 'salesTarget'

interface Row {
  kind: EditedRowKind
  key: string
}

/**
 * Selects the version of a row in the same query as the row. In a separate query a change between the two would be overwritten unnoticed.
 * `key` is the column with the row's key, or an expression. A row that was never changed has version 0.
 */
export const buildRowVersionSubquery = (kind: EditedRowKind, key: string | RawBuilder<string>) =>
  sql<number>`coalesce((select version from row_edit where kind = ${kind} and row_key = ${typeof key === 'string' ? sql.ref(key) : key}::text), 0)`

/** Reads the version of one row. */
export async function readRowVersion(db: Db, { kind, key }: Row): Promise<number> {
  const found = await db.selectFrom('row_edit').select('version').where('kind', '=', kind).where('row_key', '=', key).executeTakeFirst()
  return found?.version ?? 0
}

/** Finds the last change of a row. It includes the staff member's name, because every module that uses it shows the name. */
async function findLatest(tx: Tx, { kind, key }: Row): Promise<LatestRowChange | undefined> {
  const edits = tx.selectFrom('row_edit as edit').innerJoin('staff', 'staff.id', 'edit.changed_by')
  const found = await edits
    .select(['staff.name', 'edit.changed_at', 'edit.what'])
    .where('edit.kind', '=', kind)
    .where('edit.row_key', '=', key)
    .executeTakeFirst()
  return found && { by: found.name, at: found.changed_at, ...(found.what === '' ? {} : { what: found.what }) }
}

/**
 * Locks a row against other editors until the transaction ends. Refuses ROW_CHANGED if somebody has changed it since version `seen` was
 * read.
 */
export async function lockOutEditorsAndRequireRowVersion(tx: Tx, { seen, ...row }: Row & { seen: number }): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`row ${row.kind} ${row.key}`}, 0))`.execute(tx)
  await requireRowAtVersion(tx, { ...row, seen })
}

/** The same for a row that the caller has locked himself, or that belongs to what he has locked. */
export async function requireRowAtVersion(tx: Tx, { seen, ...row }: Row & { seen: number }): Promise<void> {
  await requireRowVersion({ seen, current: await readRowVersion(tx, row) }, () => findLatest(tx, row))
}

/** Counts a change of many rows of one kind with one statement. */
export async function recordRowEditsOfKind(
  tx: Tx,
  moment: Pick<Moment, 'now'>,
  { kind, rows, staffId }: { kind: EditedRowKind; rows: readonly { key: string; what: string }[]; staffId: string },
): Promise<void> {
  if (rows.length === 0) return
  const edit = { changed_by: staffId, changed_at: moment.now }
  await tx
    .insertInto('row_edit')
    .values(rows.map(({ key, what }) => ({ kind, row_key: key, version: 1, what, ...edit })))
    .onConflict((conflict) =>
      conflict
        .columns(['kind', 'row_key'])
        .doUpdateSet((eb) => ({ ...edit, what: eb.ref('excluded.what'), version: sql`row_edit.version + 1` })),
    )
    .execute()
}

/** Counts a change of a locked row. `what` describes it for people: '标题 春季 → 夏季'. It is empty if there is nothing to describe. */
export const recordRowEdit = (
  tx: Tx,
  moment: Pick<Moment, 'now'>,
  { kind, key, staffId, what }: Row & { staffId: string; what: string },
): Promise<void> => recordRowEditsOfKind(tx, moment, { kind, rows: [{ key, what }], staffId })

type Value = string | number | boolean | null | undefined

const SHOWN = 40
const formatValue = (value: Value): string => {
  if (value === null || value === undefined || value === '') return '无'
  if (typeof value === 'boolean') return value ? '是' : '否'
  const text = [...String(value)]
  return text.length <= SHOWN ? text.join('') : `${text.slice(0, SHOWN).join('')}…`
}

/** Describes an edit in one line with the Chinese names of its fields. Long texts are cut. */
export function formatRowEdit<Name extends string>(
  labels: Readonly<Record<Name, string>>,
  before: Readonly<Record<NoInfer<Name>, Value>>,
  after: Readonly<Record<NoInfer<Name>, Value>>,
): string {
  const names = Object.keys(labels) as Name[]
  const changes = names
    .filter((name) => before[name] !== after[name])
    .map((name): FieldChange => ({ name, label: labels[name], from: formatValue(before[name]), to: formatValue(after[name]) }))
  return formatFieldChanges(changes)
}

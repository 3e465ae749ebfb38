// What staff can do with attribute sets: save, delete.
import { type AttributeSetInput, getReasonAgainstAttributeFlag } from '#contract/catalog/attributes/save-input.ts'
import {
  ATTRIBUTE_SETS_MAX,
  type AttributeFlagValues,
  type AttributeSetDetail,
  type AttributeSetRow,
  attributeFlags,
} from '#contract/catalog/attributes/shapes.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { incrementCatalogVersion } from '#server/catalog/catalog-version/public.ts'
import type { Db, Tx } from '#server/platform/core/db.ts'
import { formatNamesAndCount } from '#server/platform/core/format-names-and-count.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import type { RowSlice } from '#server/platform/core/paging.ts'
import { formatRowEdit, lockOutEditorsAndRequireRowVersion, recordRowEdit } from '#server/platform/core/row-edits.ts'
import { findAttributesById } from './attribute-store.ts'
import { findCategoriesByAttributeSet } from './category-sets.ts'
import { lockAllAttributesAndSets } from './lock-attributes.ts'
import {
  type AttributeSetRecord,
  countAttributeSets,
  deleteAttributeSetRow,
  findAttributeSet,
  findAttributeSetByName,
  insertAttributeSet,
  insertAttributeSetLines,
  listAttributeSetLines,
  listAttributeSetRecords,
  replaceAttributeSetLines,
  updateAttributeSetNameColumn,
} from './set-store.ts'

const requireSet = async (db: Db, id: string): Promise<AttributeSetRecord> =>
  (await findAttributeSet(db, id)) ?? refuse('ATTRIBUTE_SET_NOT_FOUND')

/** Returns a page of sets by name, with the categories that use them. */
export async function listAttributeSets(
  db: Db,
  filter: RowSlice & { keyword?: string | undefined },
): Promise<{ dataList: AttributeSetRow[]; total: number }> {
  const { rows, total } = await listAttributeSetRecords(db, filter)
  const categories = await findCategoriesByAttributeSet(
    db,
    rows.map(({ setId }) => setId),
  )
  return { dataList: rows.map((row) => ({ ...row, categories: categories.get(row.setId) ?? [] })), total }
}

/** Reads a set with its lines. Refuses ATTRIBUTE_SET_NOT_FOUND. */
export async function readAttributeSet(db: Db, id: string): Promise<AttributeSetDetail> {
  const set = await requireSet(db, id)
  const categories = (await findCategoriesByAttributeSet(db, [id])).get(id) ?? []
  return { ...set, categories, lines: await listAttributeSetLines(db, id) }
}

interface SetLine extends AttributeFlagValues {
  attributeId: string
  name: string
}

/** Completes the lines with the usual flags of their attributes. Refuses ATTRIBUTE_NOT_FOUND, and flags that an attribute cannot have. */
async function completeLines(db: Db, { lines }: AttributeSetInput): Promise<SetLine[]> {
  const found = await findAttributesById(
    db,
    lines.map(({ attributeId }) => attributeId),
  )
  const known = new Map(found.map((attribute) => [attribute.attributeId, attribute]))
  return lines.map(({ attributeId, ...given }, at) => {
    const attribute = known.get(attributeId) ?? refuse('ATTRIBUTE_NOT_FOUND', { field: `lines.${at}.attributeId` })
    const flagOf = (name: keyof AttributeFlagValues): boolean => {
      const flag = given[name] ?? attribute[name]
      const msg = flag ? getReasonAgainstAttributeFlag(attribute, name) : undefined
      if (msg !== undefined) refuse('INVALID_INPUT', { field: `lines.${at}.${name}`, msg: `${attribute.name}：${msg}` })
      return flag
    }
    return {
      attributeId,
      name: attribute.name,
      required: flagOf('required'),
      filterable: flagOf('filterable'),
      compared: flagOf('compared'),
      makesSkus: flagOf('makesSkus'),
      onCard: flagOf('onCard'),
    }
  })
}

async function requireFreeName(tx: Tx, { id, name }: AttributeSetInput): Promise<void> {
  const other = await findAttributeSetByName(tx, name)
  if (other && other.id !== id) refuse('ATTRIBUTE_SET_NAME_TAKEN', { field: 'name' })
}

/** Creates a set. Refuses ATTRIBUTE_SET_NAME_TAKEN, ATTRIBUTE_SETS_FULL, ATTRIBUTE_NOT_FOUND. */
export async function createAttributeSet(tx: Tx, moment: Moment, input: AttributeSetInput): Promise<{ id: string }> {
  await lockAllAttributesAndSets(tx, 'change')
  await requireFreeName(tx, input)
  if ((await countAttributeSets(tx)) >= ATTRIBUTE_SETS_MAX) refuse('ATTRIBUTE_SETS_FULL')
  const lines = await completeLines(tx, input)
  const id = await insertAttributeSet(tx, moment, input.name)
  await insertAttributeSetLines(tx, id, toRows(lines))
  return { id }
}

const toRows = (lines: readonly SetLine[]) => lines.map(({ name: _, ...line }) => line)

const describeLines = (lines: readonly (AttributeFlagValues & { name: string })[]): string =>
  lines
    .map((line) => {
      const flags = keysOf(attributeFlags).filter((flag) => line[flag])
      return flags.length === 0 ? line.name : `${line.name}（${flags.map((flag) => attributeFlags[flag].label).join('、')}）`
    })
    .join('，')

/** Changes a set and its lines. Refuses ROW_CHANGED, ATTRIBUTE_SET_NOT_FOUND, ATTRIBUTE_SET_NAME_TAKEN, ATTRIBUTE_NOT_FOUND. */
export async function changeAttributeSet(
  tx: Tx,
  moment: Moment,
  { id, staffId, ...input }: AttributeSetInput & { id: string; staffId: string },
): Promise<{ id: string }> {
  await lockAllAttributesAndSets(tx, 'change')
  const row = { kind: 'attributeSet', key: id } as const
  await lockOutEditorsAndRequireRowVersion(tx, { ...row, seen: input.rowVersion })
  const known = await requireSet(tx, id)
  await requireFreeName(tx, { id, ...input })
  const before = { name: known.name, lines: describeLines(await listAttributeSetLines(tx, id)) }
  const lines = await completeLines(tx, input)
  await updateAttributeSetNameColumn(tx, id, input.name)
  await replaceAttributeSetLines(tx, id, toRows(lines))
  const what = formatRowEdit({ name: '名称', lines: '参数' }, before, { name: input.name, lines: describeLines(lines) })
  await recordRowEdit(tx, moment, { ...row, staffId, what })
  await incrementCatalogVersion(tx)
  return { id }
}

/** Deletes a set. Refuses ROW_CHANGED, ATTRIBUTE_SET_NOT_FOUND, and ATTRIBUTE_SET_IN_USE with the categories that use it. */
export async function deleteAttributeSet(tx: Tx, { id, rowVersion }: { id: string; rowVersion: number }): Promise<void> {
  await lockAllAttributesAndSets(tx, 'change')
  await lockOutEditorsAndRequireRowVersion(tx, { kind: 'attributeSet', key: id, seen: rowVersion })
  const { categories } = await readAttributeSet(tx, id)
  const names = categories.map(({ name, parentName }) => (parentName === null ? name : `${parentName} / ${name}`))
  if (names.length > 0)
    refuse('ATTRIBUTE_SET_IN_USE', { categories: names, msg: `${formatNamesAndCount('分类', names)}正在使用该模板，不能删除` })
  await deleteAttributeSetRow(tx, id)
}

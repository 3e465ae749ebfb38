import { CATEGORIES_MAX } from '#contract/catalog/categories/console-api.ts'
import type { TaxClass } from '#contract/catalog/goods/tax-class.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { findLicenceKindsById, requireLicenceKindsExist } from '#server/catalog/licences/public.ts'
import { markNewPictureUsed } from '#server/catalog/pictures/public.ts'
import type { Db, Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { formatRowEdit, lockOutEditorsAndRequireRowVersion, recordRowEdit } from '#server/platform/core/row-edits.ts'
import {
  type CategoryFields,
  type CategoryRecord,
  insertCategory,
  listCategoryRecords,
  lockCategoryTree,
  updateCategoryRow,
} from './category-store.ts'

/** The category, the version that the editor has read, and the editor. */
export interface CategoryAtRowVersion {
  categoryId: number
  rowVersion: number
  staffId: string
}

/** The locked tree, and the category in it that changes. */
export interface LockedCategoryTree {
  tree: CategoryRecord[]
  category: CategoryRecord
}

/** Locks the tree. Refuses CATEGORY_NOT_FOUND, and ROW_CHANGED if the category was changed since the editor read it. */
export async function lockCategoryTreeAtCategoryVersion(
  tx: Tx,
  { categoryId, rowVersion }: Omit<CategoryAtRowVersion, 'staffId'>,
): Promise<LockedCategoryTree> {
  await lockCategoryTree(tx, 'change')
  const tree = await listCategoryRecords(tx)
  const category = tree.find(({ id }) => id === categoryId) ?? refuse('CATEGORY_NOT_FOUND')
  await lockOutEditorsAndRequireRowVersion(tx, { kind: 'category', key: String(categoryId), seen: rowVersion })
  return { tree, category }
}

export const recordCategoryEdit = (
  tx: Tx,
  moment: Moment,
  { categoryId, staffId }: Omit<CategoryAtRowVersion, 'rowVersion'>,
  what: string,
): Promise<void> => recordRowEdit(tx, moment, { kind: 'category', key: String(categoryId), staffId, what })

const formatTaxClass = (taxClass: TaxClass | null): string => (taxClass ? `${taxClass.taxName} ${taxClass.taxCode}` : '')
const labels = { name: '名称', shown: '显示', pictureId: '图片', tax: '税收分类', licences: '需要的许可证' }

/** Describes categories for the history, with the names of the licences that they demand. */
async function describeFields(db: Db, fields: readonly CategoryFields[]) {
  const kinds = await findLicenceKindsById(
    db,
    fields.flatMap(({ licenceKindIds }) => licenceKindIds),
  )
  return fields.map(({ taxClass, licenceKindIds, ...facts }) => ({
    ...facts,
    tax: formatTaxClass(taxClass),
    licences: licenceKindIds.map((id) => kinds.get(id)?.name ?? '').join('、'),
  }))
}

/** Records a change of a category with the differences. */
async function recordFieldsEdit(
  tx: Tx,
  moment: Moment,
  edit: Omit<CategoryAtRowVersion, 'rowVersion'>,
  { before, after }: { before: CategoryFields; after: CategoryFields },
): Promise<void> {
  const [was, is] = await describeFields(tx, [before, after])
  if (was && is) await recordCategoryEdit(tx, moment, edit, formatRowEdit(labels, was, is))
}

/**
 * Creates a category after its siblings. Fields that are left out stay empty. Refuses CATEGORY_NOT_FOUND for its parent, CATEGORY_TOO_DEEP,
 * CATEGORY_NAME_TAKEN, CATEGORIES_FULL.
 */
export async function createCategory(
  tx: Tx,
  { parentId, ...facts }: Pick<CategoryFields, 'name'> & Partial<CategoryFields> & { parentId: number | null },
): Promise<number> {
  await lockCategoryTree(tx, 'change')
  const tree = await listCategoryRecords(tx)
  if (tree.length >= CATEGORIES_MAX) refuse('CATEGORIES_FULL')
  if (parentId !== null) {
    const parent = tree.find(({ id }) => id === parentId) ?? refuse('CATEGORY_NOT_FOUND', { field: 'parentId' })
    if (parent.parentId !== null) refuse('CATEGORY_TOO_DEEP', { field: 'parentId' })
  }
  return insertCategory(tx, { parentId, shown: true, pictureId: null, taxClass: null, licenceKindIds: [], ...facts })
}

/**
 * Creates a category, or updates the one with the given id; `renamed` is true if the search needs the new name. Refuses like
 * `createCategory`, PICTURE_NOT_FOUND, LICENCE_KIND_NOT_FOUND and ROW_CHANGED.
 */
export async function saveCategory(
  tx: Tx,
  moment: Moment,
  {
    categoryId,
    parentId = null,
    rowVersion,
    staffId,
    ...facts
  }: CategoryFields & { categoryId?: number | undefined; parentId?: number | null | undefined; rowVersion: number; staffId: string },
): Promise<{ categoryId: number; renamed: boolean }> {
  await requireLicenceKindsExist(tx, facts.licenceKindIds)
  if (categoryId === undefined) {
    const id = await createCategory(tx, { parentId, ...facts })
    await markNewPictureUsed(tx, moment, { was: null, is: facts.pictureId })
    return { categoryId: id, renamed: false }
  }
  const { category } = await lockCategoryTreeAtCategoryVersion(tx, { categoryId, rowVersion })
  await markNewPictureUsed(tx, moment, { was: category.pictureId, is: facts.pictureId })
  await updateCategoryRow(tx, categoryId, facts)
  await recordFieldsEdit(tx, moment, { categoryId, staffId }, { before: category, after: facts })
  return { categoryId, renamed: category.name !== facts.name }
}

/** Sets or removes only the tax class of a category. Refuses CATEGORY_NOT_FOUND, ROW_CHANGED. */
export async function setCategoryTaxClass(
  tx: Tx,
  moment: Moment,
  { categoryId, taxClass, rowVersion, staffId }: CategoryAtRowVersion & { taxClass: TaxClass | null },
): Promise<void> {
  const { category } = await lockCategoryTreeAtCategoryVersion(tx, { categoryId, rowVersion })
  const after = { ...category, taxClass }
  await updateCategoryRow(tx, categoryId, after)
  await recordFieldsEdit(tx, moment, { categoryId, staffId }, { before: category, after })
}

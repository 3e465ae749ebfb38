import { refuse } from '#contract/platform/core/refusals.ts'
import type { Db, Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { type CategoryRecord, deleteCategoryRows, updateCategoryParentsAndPositions } from './category-store.ts'
import { type CategoryAtRowVersion, lockCategoryTreeAtCategoryVersion, recordCategoryEdit } from './save-category.ts'

/** The category that replaces another one. */
export interface CategoryReassignment {
  from: number
  to: number
}

interface Difference {
  path: string
  label: string
  from: string
  to: string
}

/** Who changes goods, when, and how their history names it. */
interface GoodsChange {
  staffId: string
  now: Date
  note: string
}

/** The functions of goods and coupons that categories need. They are passed in, because these modules are above this one. */
export interface GoodsAndCouponFunctions {
  /** Counts the goods of each category, on the shelf or not. */
  countGoodsByCategory(db: Db): Promise<ReadonlyMap<number, number>>
  /** Moves goods to other categories, also in the search, and records it in their history. Returns how many. */
  moveGoodsBetweenCategories(
    tx: Tx,
    replacements: readonly (CategoryReassignment & { differences: readonly Difference[] })[],
    change: GoodsChange,
  ): Promise<number>
  /** Records in the history of the goods of categories that these were moved. */
  recordMoveOfCategories(
    tx: Tx,
    moved: { categoryIds: readonly number[]; differences: readonly Difference[] },
    change: GoodsChange,
  ): Promise<void>
  /** Updates in the search the upper category of the goods of a category. */
  setParentInSearch(tx: Tx, move: { categoryIds: readonly number[]; parentId: number }): Promise<void>
  /** Counts the coupon templates that name a category. */
  countCouponsOfCategory(db: Db, categoryId: number): Promise<number>
  replaceCategoriesOfCoupons(tx: Tx, replacements: readonly CategoryReassignment[]): Promise<void>
}

const PARENT = { path: 'parentCategory', label: '上级分类' }

const childrenOf = (tree: readonly CategoryRecord[], id: number | null): CategoryRecord[] => tree.filter(({ parentId }) => parentId === id)
const idOf = ({ id }: CategoryRecord): number => id

/**
 * Refuses a new parent that does not exist, is the category itself or is not a top category, and a category that would bring its own
 * children or goods there.
 */
function requirePlace(
  { tree, category }: { tree: readonly CategoryRecord[]; category: CategoryRecord },
  { parentId, goodsCount }: { parentId: number | null; goodsCount: number },
): void {
  if (parentId === category.id) refuse('CATEGORY_UNDER_ITSELF', { field: 'parentId' })
  if (parentId === null) {
    if (goodsCount > 0) refuse('CATEGORY_HAS_GOODS', { field: 'parentId' })
    return
  }
  const parent = tree.find(({ id }) => id === parentId) ?? refuse('CATEGORY_NOT_FOUND', { field: 'parentId' })
  if (parent.parentId === category.id) refuse('CATEGORY_UNDER_ITSELF', { field: 'parentId' })
  if (parent.parentId !== null || childrenOf(tree, category.id).length > 0) refuse('CATEGORY_TOO_DEEP', { field: 'parentId' })
}

/**
 * Moves a category to a position, from 0, among the children of `parentId`; null: among the top categories. Refuses CATEGORY_NOT_FOUND, ROW_CHANGED,
 * CATEGORY_UNDER_ITSELF, CATEGORY_TOO_DEEP, CATEGORY_HAS_GOODS, CATEGORY_NAME_TAKEN.
 */
export async function moveCategory(
  tx: Tx,
  moment: Moment,
  users: GoodsAndCouponFunctions,
  { parentId, position, ...editing }: CategoryAtRowVersion & { parentId: number | null; position: number },
): Promise<void> {
  const locked = await lockCategoryTreeAtCategoryVersion(tx, editing)
  const { tree, category } = locked
  const { id } = category
  const isElsewhere = parentId !== category.parentId
  if (isElsewhere) requirePlace(locked, { parentId, goodsCount: (await users.countGoodsByCategory(tx)).get(id) ?? 0 })
  const order = childrenOf(tree, parentId)
    .map(idOf)
    .filter((one) => one !== id)
  order.splice(position, 0, id)
  await updateCategoryParentsAndPositions(tx, parentId, order)
  const nameOf = (one: number | null) => tree.find((category) => category.id === one)?.name ?? '一级分类'
  const above = nameOf(parentId)
  if (isElsewhere && parentId !== null) {
    await users.setParentInSearch(tx, { categoryIds: [id], parentId })
    const difference = { ...PARENT, from: nameOf(category.parentId), to: above }
    const change = { staffId: editing.staffId, now: moment.now, note: `分类 ${category.name} 移到 ${above}` }
    await users.recordMoveOfCategories(tx, { categoryIds: [id], differences: [difference] }, change)
  }
  await recordCategoryEdit(tx, moment, editing, isElsewhere ? `移到 ${above}` : `移到第 ${order.indexOf(id) + 1} 位`)
}

/**
 * Merges a category into another one of the same level: its goods, its children and its coupons move along, and children with the same name
 * are merged too. Returns how many goods were moved, and which categories received something. Refuses CATEGORY_NOT_FOUND, ROW_CHANGED,
 * CATEGORY_INTO_ITSELF, CATEGORY_OTHER_LEVEL.
 */
export async function mergeCategory(
  tx: Tx,
  moment: Moment,
  users: GoodsAndCouponFunctions,
  { intoId, ...editing }: CategoryAtRowVersion & { intoId: number },
): Promise<{ goodsCount: number; changed: number[] }> {
  const { tree, category } = await lockCategoryTreeAtCategoryVersion(tx, editing)
  const { id } = category
  if (intoId === id) refuse('CATEGORY_INTO_ITSELF', { field: 'intoId' })
  const into = tree.find((one) => one.id === intoId) ?? refuse('CATEGORY_NOT_FOUND', { field: 'intoId' })
  if ((into.parentId === null) !== (category.parentId === null)) refuse('CATEGORY_OTHER_LEVEL', { field: 'intoId' })
  const there = childrenOf(tree, intoId)
  const twins = childrenOf(tree, id).flatMap((child): CategoryReassignment[] => {
    const twin = there.find(({ name }) => name === child.name)
    return twin ? [{ from: child.id, to: twin.id }] : []
  })
  const goers = childrenOf(tree, id)
    .map(idOf)
    .filter((child) => !twins.some(({ from }) => from === child))
  const replacements = [...twins, { from: id, to: intoId }]
  const nameOf = (one: number) => tree.find((category) => category.id === one)?.name ?? ''
  const change = { staffId: editing.staffId, now: moment.now, note: `分类 ${category.name} 并入 ${into.name}` }
  const ofParent = into.parentId === null ? [{ ...PARENT, from: category.name, to: into.name }] : []
  const moves = (into.parentId === null ? twins : replacements).map(({ from, to }) => ({
    from,
    to,
    differences: [{ path: 'categoryId', label: '分类', from: nameOf(from), to: nameOf(to) }, ...ofParent],
  }))
  const goodsCount = await users.moveGoodsBetweenCategories(tx, moves, change)
  if (goers.length > 0) {
    await updateCategoryParentsAndPositions(tx, intoId, [...there.map(idOf), ...goers])
    await users.setParentInSearch(tx, { categoryIds: goers, parentId: intoId })
    await users.recordMoveOfCategories(tx, { categoryIds: goers, differences: ofParent }, change)
  }
  await users.replaceCategoriesOfCoupons(tx, replacements)
  await deleteCategoryRows(
    tx,
    replacements.map(({ from }) => from),
  )
  await recordCategoryEdit(tx, moment, { ...editing, categoryId: intoId }, `并入 ${category.name}`)
  await recordCategoryEdit(tx, moment, editing, `并入 ${into.name}`)
  return { goodsCount, changed: [...new Set([intoId, ...twins.map(({ to }) => to), ...goers])] }
}

/** Deletes an empty category. Refuses CATEGORY_NOT_FOUND, ROW_CHANGED, and CATEGORY_IN_USE with the places of use. */
export async function deleteCategory(
  tx: Tx,
  users: Pick<GoodsAndCouponFunctions, 'countGoodsByCategory' | 'countCouponsOfCategory'>,
  edit: Omit<CategoryAtRowVersion, 'staffId'>,
): Promise<void> {
  const { tree, category } = await lockCategoryTreeAtCategoryVersion(tx, edit)
  const { id } = category
  const uses = [
    [childrenOf(tree, id).length, '个子分类'],
    [(await users.countGoodsByCategory(tx)).get(id) ?? 0, '个商品'],
    [await users.countCouponsOfCategory(tx, id), '张优惠券'],
  ] as const
  const found = uses.filter(([count]) => count > 0).map(([count, unit]) => `${count} ${unit}`)
  if (found.length > 0) refuse('CATEGORY_IN_USE', { msg: `分类正在使用：${found.join('、')}，请先移走或合并` })
  await deleteCategoryRows(tx, [id])
}

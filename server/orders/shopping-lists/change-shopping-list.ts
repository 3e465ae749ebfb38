import { SHOPPING_LIST_LINES_MAX, SHOPPING_LISTS_PER_ENTERPRISE_MAX } from '#contract/orders/shopping-lists/api.ts'
import { QUANTITY_MAX } from '#contract/platform/core/fields.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { findSkusById } from '#server/catalog/goods/public.ts'
import type { Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import {
  deleteShoppingListLineRows,
  deleteShoppingListRow,
  insertShoppingList,
  listShoppingListLines,
  lockShoppingListAndSetChangeTime,
  lockShoppingLists,
  type ShoppingListLineRow,
  type ShoppingListRef,
  updateShoppingListLinePositions,
  updateShoppingListLineRow,
  updateShoppingListNameColumn,
  upsertShoppingListLines,
} from './shopping-lists.ts'

async function hold(tx: Tx, moment: Moment, list: ShoppingListRef): Promise<void> {
  if (!(await lockShoppingListAndSetChangeTime(tx, moment, list))) refuse('LIST_NOT_FOUND')
}

/** A line of the input. */
interface NewLine {
  skuId: string
  goodsNum: number
  note?: string | undefined
}

/**
 * Merges lines of the same SKU by adding their quantities. Refuses SKU_NOT_FOUND for unknown SKUs. A SKU may be off the shelf; the cart
 * checks that.
 */
async function merged(tx: Tx, lines: readonly NewLine[]): Promise<ShoppingListLineRow[]> {
  const bySku = new Map<string, ShoppingListLineRow>()
  for (const line of lines) {
    const known = bySku.get(line.skuId)
    const goodsNum = Math.min(QUANTITY_MAX, line.goodsNum + (known?.goodsNum ?? 0))
    bySku.set(line.skuId, { skuId: line.skuId, goodsNum, note: known?.note || line.note || '' })
  }
  const skus = await findSkusById(tx, [...bySku.keys()])
  if (skus.length !== bySku.size) refuse('SKU_NOT_FOUND')
  return [...bySku.values()]
}

/** Creates a list, with or without lines, and returns its id. Refuses LISTS_FULL, LIST_NAME_TAKEN, SKU_NOT_FOUND. */
export async function createShoppingList(
  tx: Tx,
  moment: Moment,
  { owner, name, lines }: { owner: { enterpriseId: string; userId: string }; name: string; lines: readonly NewLine[] },
): Promise<string> {
  const { enterpriseId, userId } = owner
  const known = await lockShoppingLists(tx, enterpriseId)
  if (known.some((one) => one.name === name)) refuse('LIST_NAME_TAKEN', { field: 'name' })
  if (known.length >= SHOPPING_LISTS_PER_ENTERPRISE_MAX) refuse('LISTS_FULL')
  const id = await insertShoppingList(tx, moment, { enterpriseId, userId, name })
  await upsertShoppingListLines(tx, { enterpriseId, id }, await merged(tx, lines), 1)
  return id
}

export async function changeShoppingListName(
  tx: Tx,
  moment: Moment,
  { list, name }: { list: ShoppingListRef; name: string },
): Promise<void> {
  const known = await lockShoppingLists(tx, list.enterpriseId)
  if (known.some((one) => one.name === name && one.id !== list.id)) refuse('LIST_NAME_TAKEN', { field: 'name' })
  await hold(tx, moment, list)
  await updateShoppingListNameColumn(tx, list, name)
}

export async function deleteShoppingList(tx: Tx, list: ShoppingListRef): Promise<void> {
  if (!(await deleteShoppingListRow(tx, list))) refuse('LIST_NOT_FOUND')
}

/** Adds all given lines or none. Refuses LIST_NOT_FOUND, LIST_FULL, SKU_NOT_FOUND. */
export async function addShoppingListLines(
  tx: Tx,
  moment: Moment,
  { list, lines }: { list: ShoppingListRef; lines: readonly NewLine[] },
): Promise<{ added: number; changed: number }> {
  await hold(tx, moment, list)
  const wanted = await merged(tx, lines)
  const known = new Set((await listShoppingListLines(tx, list)).map(({ skuId }) => skuId))
  const added = wanted.filter(({ skuId }) => !known.has(skuId)).length
  if (known.size + added > SHOPPING_LIST_LINES_MAX) refuse('LIST_FULL')
  await upsertShoppingListLines(tx, list, wanted, known.size + 1)
  return { added, changed: wanted.length - added }
}

export async function changeShoppingListLine(
  tx: Tx,
  moment: Moment,
  { list, line }: { list: ShoppingListRef; line: ShoppingListLineRow },
): Promise<void> {
  await hold(tx, moment, list)
  if (!(await updateShoppingListLineRow(tx, list, line))) refuse('LIST_LINE_NOT_FOUND')
}

export async function deleteShoppingListLines(
  tx: Tx,
  moment: Moment,
  { list, skuIds }: { list: ShoppingListRef; skuIds: readonly string[] },
): Promise<void> {
  await hold(tx, moment, list)
  await deleteShoppingListLineRows(tx, list, skuIds)
}

/** Moves the given SKUs to the front, in this order; the others keep their sequence. SKUs that are not in the list are ignored. */
export async function moveShoppingListLinesToFront(
  tx: Tx,
  moment: Moment,
  { list, skuIds }: { list: ShoppingListRef; skuIds: readonly string[] },
): Promise<void> {
  await hold(tx, moment, list)
  const known = (await listShoppingListLines(tx, list)).map(({ skuId }) => skuId)
  const named = [...new Set(skuIds)].filter((skuId) => known.includes(skuId))
  await updateShoppingListLinePositions(tx, list, [...named, ...known.filter((skuId) => !named.includes(skuId))])
}

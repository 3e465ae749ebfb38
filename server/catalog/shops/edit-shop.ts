import { MALL_SHOPS_MAX } from '#contract/catalog/shops/console-api.ts'
import { type ShopVerb, shopLifecycle } from '#contract/catalog/shops/shop-lifecycle.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { markNewPictureUsed } from '#server/catalog/pictures/public.ts'
import type { Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { formatRowEdit, lockOutEditorsAndRequireRowVersion, recordRowEdit } from '#server/platform/core/row-edits.ts'
import { countShops, findShop, insertShop, type ShopFields, type ShopRecord, updateShopRow, updateShopStateColumn } from './shop-store.ts'
import { findShopIdsStaffIsLimitedTo } from './staff-shops.ts'

const labels = {
  name: '名称',
  city: '城市',
  notice: '公告',
  contactName: '联系人',
  contactPhone: '联系电话',
  returnAddress: '退货地址',
  taxPartyName: '开票主体',
  taxPartyCode: '开票主体税号',
  pictureId: '标志',
} as const satisfies Record<keyof ShopFields, string>

const nothingElse: Omit<ShopFields, 'name' | 'city'> = {
  notice: '',
  contactName: '',
  contactPhone: '',
  returnAddress: '',
  taxPartyName: null,
  taxPartyCode: null,
  pictureId: null,
}

/** Creates an open shop. Fields that are left out stay empty. Refuses SHOP_NAME_TAKEN, SHOPS_FULL, PICTURE_NOT_FOUND. */
export async function createShop(tx: Tx, moment: Moment, facts: Pick<ShopFields, 'name' | 'city'> & Partial<ShopFields>): Promise<string> {
  if ((await countShops(tx)) >= MALL_SHOPS_MAX) refuse('SHOPS_FULL')
  await markNewPictureUsed(tx, moment, { was: null, is: facts.pictureId ?? null })
  return insertShop(tx, moment, { ...nothingElse, ...facts })
}

/** The shop, the version that the editor has read, and the editor. */
interface Editing {
  shopId: string
  rowVersion: number
  staffId: string
}

/** Locks a shop against other editors. Refuses SHOP_NOT_FOUND, also for a shop that the editor does not keep, and ROW_CHANGED. */
async function lockAsSeen(tx: Tx, { shopId, rowVersion, staffId }: Editing): Promise<ShopRecord> {
  const kept = await findShopIdsStaffIsLimitedTo(tx, staffId)
  if (kept !== null && !kept.includes(shopId)) refuse('SHOP_NOT_FOUND')
  await lockOutEditorsAndRequireRowVersion(tx, { kind: 'shop', key: shopId, seen: rowVersion })
  return (await findShop(tx, shopId)) ?? refuse('SHOP_NOT_FOUND')
}

const record = (tx: Tx, moment: Moment, { shopId: key, staffId }: Editing, what: string) =>
  recordRowEdit(tx, moment, { kind: 'shop', key, staffId, what })

/**
 * Creates a shop, or updates the one with the given id. Refuses like `createShop`, SHOP_NOT_YOURS if staff of certain shops create one,
 * SHOP_NOT_FOUND, ROW_CHANGED.
 */
export async function saveShop(
  tx: Tx,
  moment: Moment,
  { shopId, rowVersion, staffId, ...facts }: ShopFields & { shopId?: string | undefined; rowVersion: number; staffId: string },
): Promise<string> {
  if (shopId === undefined) {
    if ((await findShopIdsStaffIsLimitedTo(tx, staffId)) !== null) refuse('SHOP_NOT_YOURS')
    return createShop(tx, moment, facts)
  }
  const editing = { shopId, rowVersion, staffId }
  const before = await lockAsSeen(tx, editing)
  await markNewPictureUsed(tx, moment, { was: before.pictureId, is: facts.pictureId })
  await updateShopRow(tx, shopId, facts)
  await record(tx, moment, editing, formatRowEdit(labels, before, facts))
  return shopId
}

/** Pauses or opens a shop. Refuses SHOP_NOT_FOUND, SHOP_MOVED, ROW_CHANGED. */
export async function pauseOrOpenShop(tx: Tx, moment: Moment, editing: Editing, verb: ShopVerb): Promise<void> {
  const { state } = await lockAsSeen(tx, editing)
  const { from, to, label } = shopLifecycle.verbs[verb]
  if (!from.includes(state)) refuse('SHOP_MOVED')
  await updateShopStateColumn(tx, editing.shopId, to)
  await record(tx, moment, editing, label)
}

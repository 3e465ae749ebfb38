import type { FastifyBaseLogger } from 'fastify'
import type { consoleLicenceEndpoints, ShopLicence } from '#contract/catalog/licences/console-api.ts'
import type { BinaryFile, InputOf } from '#contract/platform/core/endpoint.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { addHours, toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { findShopIdsStaffIsLimitedTo, findShopNames } from '#server/catalog/shops/public.ts'
import {
  type FileStore,
  type FileVault,
  readAndDecryptPicture,
  reencodeAndEncryptPicture,
  renderPictureWithWatermark,
} from '#server/people/files/public.ts'
import { findStaff, listStaffNamesById } from '#server/people/staff/public.ts'
import { type Db, runInTransaction, type Tx } from '#server/platform/core/db.ts'
import { forEachFoundCollectingErrors } from '#server/platform/core/isolated-batches.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { recordRowEdit, requireRowAtVersion } from '#server/platform/core/row-edits.ts'
import { findLicenceKindsById, lockExistingLicenceKindIds } from './kind-store.ts'
import { maskLicenceNumber, sealLicenceNumber } from './licence-number.ts'
import {
  deleteUnstoredShopLicenceRow,
  findShopLicencePicture,
  findUnstoredShopLicenceIds,
  hasCurrentShopLicence,
  insertShopLicence,
  lockShopLicences,
  markShopLicenceEnded,
  replaceCurrentShopLicence,
  type ShopLicenceRecord,
} from './shop-licence-store.ts'

/** Describes licences of shops, with the names of shops and staff. */
export async function readShopLicenceOutputs(
  db: Db,
  moment: Pick<Moment, 'now'>,
  rows: readonly ShopLicenceRecord[],
): Promise<ShopLicence[]> {
  const today = toShanghaiDay(moment.now)
  const shops = await findShopNames(
    db,
    rows.map(({ shopId }) => shopId),
  )
  const staff = await listStaffNamesById(db)
  return rows.map(({ numberMasked, staffId, ...row }) => ({
    ...row,
    shopName: shops.get(row.shopId) ?? '',
    licenceNo: numberMasked,
    expired: row.validUntil < today,
    enteredBy: staff.get(staffId) ?? '',
  }))
}

/** Refuses a shop that does not exist or that the staff member does not keep. */
async function requireOwnShop(
  db: Db,
  { shopId, staffId }: { shopId: string; staffId: string },
  name: 'SHOP_NOT_FOUND' | 'LICENCE_NOT_FOUND',
) {
  const kept = await findShopIdsStaffIsLimitedTo(db, staffId)
  if (kept !== null && !kept.includes(shopId)) refuse(name)
  if (!(await findShopNames(db, [shopId])).has(shopId)) refuse(name)
}

const toEditedRow = ({ shopId, kindId }: { shopId: string; kindId: string }) =>
  ({ kind: 'shopLicence', key: `${shopId} ${kindId}` }) as const

/**
 * Locks the licences of a shop, and refuses ROW_CHANGED if somebody has entered or removed the one of this kind since the editor read it. Who
 * read that there is none, where there is none, overwrites nothing.
 */
async function lockShopLicenceAtVersion(tx: Tx, ref: { shopId: string; kindId: string; rowVersion: number }): Promise<void> {
  await lockShopLicences(tx, ref.shopId)
  if (ref.rowVersion > 0 || (await hasCurrentShopLicence(tx, ref)))
    await requireRowAtVersion(tx, { ...toEditedRow(ref), seen: ref.rowVersion })
}

interface Entering {
  db: Db
  moment: Moment
  vault: FileVault
  log: FastifyBaseLogger
  write: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
  staffId: string
  file: Buffer
}

/**
 * Enters a licence of a shop with its picture; it replaces the current one. The row is inserted before the bytes are stored, so that an
 * interruption leaves a row, which the retention job deletes, and never bytes without a row. Refuses LICENCE_ENDED, SHOP_NOT_FOUND,
 * LICENCE_KIND_NOT_FOUND, NOT_AN_IMAGE, IMAGE_TOO_LARGE.
 */
export async function createShopLicenceWithPicture(
  { db, moment, vault, log, write, staffId, file }: Entering,
  { shopId, kindId, licenceNo, validUntil, rowVersion }: InputOf<typeof consoleLicenceEndpoints.saveOfShop>,
): Promise<string> {
  if (validUntil < toShanghaiDay(moment.now)) refuse('LICENCE_ENDED', { field: 'validUntil' })
  await requireOwnShop(db, { shopId, staffId }, 'SHOP_NOT_FOUND')
  const id = moment.newId()
  const { row: picture, stored } = await reencodeAndEncryptPicture(vault.keys, moment, {
    table: 'shop_licence',
    id,
    file,
    purpose: 'tradeLicence',
  })
  const ref = { shopId, kindId, rowVersion }
  await runInTransaction(db, async (tx) => {
    await lockShopLicenceAtVersion(tx, ref)
    await lockExistingLicenceKindIds(tx, [kindId])
    const kind = (await findLicenceKindsById(tx, [kindId])).get(kindId)
    if (!kind?.ofShop) refuse('LICENCE_KIND_NOT_FOUND', { field: 'kindId' })
    const sealed = sealLicenceNumber(vault.keys, moment, { table: 'shop_licence', id, licenceNo })
    await insertShopLicence(tx, moment, {
      shopId,
      kindId,
      sealed,
      numberMasked: maskLicenceNumber(licenceNo),
      validUntil,
      staffId,
      picture,
    })
  })
  await vault.store.put(id, stored).catch(async (error: unknown) => {
    log.error({ err: error }, 'the store did not take the picture of a licence')
    await runInTransaction(db, (tx) => deleteUnstoredShopLicenceRow(tx, id))
    refuse('OVERLOADED')
  })
  await write(async (tx) => {
    await lockShopLicenceAtVersion(tx, ref)
    await replaceCurrentShopLicence(tx, moment, { id, shopId, kindId })
    const what = `登记 ${maskLicenceNumber(licenceNo)}，有效期至 ${validUntil}`
    await recordRowEdit(tx, moment, { ...toEditedRow(ref), staffId, what })
  })
  return id
}

interface ShopLicenceRef {
  shopId: string
  id: string
  staffId: string
}

/** Ends a licence of a shop. Refuses LICENCE_NOT_FOUND. */
export async function endShopLicence(tx: Tx, moment: Moment, { staffId, ...ref }: ShopLicenceRef): Promise<void> {
  await requireOwnShop(tx, { shopId: ref.shopId, staffId }, 'LICENCE_NOT_FOUND')
  await lockShopLicences(tx, ref.shopId)
  const { kindId } = (await markShopLicenceEnded(tx, moment, ref)) ?? refuse('LICENCE_NOT_FOUND')
  await recordRowEdit(tx, moment, { ...toEditedRow({ shopId: ref.shopId, kindId }), staffId, what: '撤销' })
}

/** Reads the picture of a shop's licence with a watermark. The caller's transaction has recorded the access. Refuses LICENCE_NOT_FOUND. */
export async function readWatermarkedShopLicencePicture(
  { db, moment, vault, write }: Pick<Entering, 'db' | 'moment' | 'vault' | 'write'>,
  { staffId, ...ref }: ShopLicenceRef,
): Promise<BinaryFile> {
  await requireOwnShop(db, { shopId: ref.shopId, staffId }, 'LICENCE_NOT_FOUND')
  // This is a write, because the audit trail records the access before staff see the picture.
  const { picture, viewer } = await write(async (tx) => ({
    picture: (await findShopLicencePicture(tx, ref)) ?? refuse('LICENCE_NOT_FOUND'),
    viewer: await findStaff(tx, staffId),
  }))
  const bytes = await readAndDecryptPicture(vault, 'shop_licence', picture)
  return renderPictureWithWatermark(bytes, { viewer: viewer?.email ?? staffId, purpose: 'licence', at: moment.now })
}

const UNSTORED_HOURS = 24

/** Deletes licences whose pictures did not arrive in the store within a day. Returns how many. */
export const deleteUnstoredShopLicences = (db: Db, moment: Moment, store: FileStore): Promise<number> =>
  forEachFoundCollectingErrors(
    (skip) => findUnstoredShopLicenceIds(db, { before: addHours(moment.now, -UNSTORED_HOURS), skip }),
    async (id) => {
      await store.delete(id)
      await runInTransaction(db, (tx) => deleteUnstoredShopLicenceRow(tx, id))
      return true
    },
  )

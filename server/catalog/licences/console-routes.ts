import type { consoleLicenceEndpoints } from '#contract/catalog/licences/console-api.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { incrementCatalogVersion } from '#server/catalog/catalog-version/public.ts'
import { findShopIdsStaffIsLimitedTo } from '#server/catalog/shops/public.ts'
import type { FileVault } from '#server/people/files/public.ts'
import { recordAudit } from '#server/platform/core/audit.ts'
import { toSlice } from '#server/platform/core/paging.ts'
import type { Handlers } from '#server/platform/http/context.ts'
import { deleteLicenceKind, type LicenceRequirementFunctions, listLicenceKinds, saveLicenceKind } from './kind-store.ts'
import { findLicence, type LicenceRef, listAllLicences } from './licence-store.ts'
import {
  approveLicence,
  claimLicenceForReview,
  readLicenceCaseOutput,
  readLicenceRowOutputs,
  rejectLicence,
  releaseLicenceToReviewQueue,
} from './review-licence.ts'
import { listCurrentShopLicences } from './shop-licence-store.ts'
import { createShopLicenceWithPicture, endShopLicence, readShopLicenceOutputs, readWatermarkedShopLicencePicture } from './shop-licences.ts'

/** The entry of the audit trail when staff see the number of a licence in clear. */
const opened = ({ enterpriseId, id }: LicenceRef, staffId: string) => ({
  actor: { kind: 'staff', id: staffId, enterpriseId } as const,
  action: 'open licence',
  objectKind: 'licence',
  objectId: id,
})

/** 许可证: the kinds that goods demand are part of cached answers, so every change of a kind increases the catalog version. */
export const createConsoleLicenceHandlers = (
  vault: FileVault,
  demands: LicenceRequirementFunctions,
): Handlers<typeof consoleLicenceEndpoints> => ({
  kinds: async (_, { db }) => {
    const counts = await demands.countGoodsRequiringLicences(db)
    return (await listLicenceKinds(db)).map((kind) => ({ ...kind, ...(counts.get(kind.kindId) ?? { goodsCount: 0, categoryCount: 0 }) }))
  },
  saveKind: (given, { caller: { staffId }, moment, write }) =>
    write(async (tx) => {
      const kindId = await saveLicenceKind(tx, moment, { ...given, staffId })
      await incrementCatalogVersion(tx)
      return { kindId }
    }),
  deleteKind: async (seen, { write }) => {
    await write(async (tx) => {
      await deleteLicenceKind(tx, demands, seen)
      await incrementCatalogVersion(tx)
    })
    return null
  },
  list: async ({ licenceState, kindId, ...page }, { db, moment }) => {
    const { rows, total } = await listAllLicences(db, { state: licenceState, kindId, slice: toSlice(page) })
    return { dataList: await readLicenceRowOutputs(db, moment, rows), total }
  },
  view: async (ref, { db, caller: { staffId }, moment, origin, writeSeparately }) => {
    // A write, because the audit trail records the look before anybody sees the number.
    const row = await writeSeparately(async (tx) => {
      const found = (await findLicence(tx, ref)) ?? refuse('LICENCE_NOT_FOUND')
      await recordAudit(tx, moment, { origin, ...opened(ref, staffId) })
      return found
    })
    return readLicenceCaseOutput(db, moment, { keys: vault.keys, row })
  },
  claim: (ref, { caller: { staffId }, moment, origin, write }) =>
    write(async (tx) => {
      const row = await claimLicenceForReview(tx, { moment, staffId }, ref)
      await recordAudit(tx, moment, { origin, ...opened(ref, staffId) })
      return readLicenceCaseOutput(tx, moment, { keys: vault.keys, row })
    }),
  release: async (ref, { caller: { staffId }, moment, write }) => {
    await write((tx) => releaseLicenceToReviewQueue(tx, { moment, staffId }, ref))
    return null
  },
  approve: async (ref, { caller: { staffId }, moment, write }) => {
    await write((tx) => approveLicence(tx, { moment, staffId }, ref))
    return null
  },
  reject: async (given, { caller: { staffId }, moment, write }) => {
    await write((tx) => rejectLicence(tx, { moment, staffId }, given))
    return null
  },
  shopList: async ({ shopId, ...page }, { db, moment, caller: { staffId } }) => {
    const kept = await findShopIdsStaffIsLimitedTo(db, staffId)
    const { rows, total } = await listCurrentShopLicences(db, { kept, shopId, slice: toSlice(page) })
    return { dataList: await readShopLicenceOutputs(db, moment, rows), total }
  },
  saveOfShop: async (given, { db, moment, log, write, file, caller: { staffId } }) => ({
    id: await createShopLicenceWithPicture({ db, moment, vault, log, write, staffId, file }, given),
  }),
  removeOfShop: async (ref, { moment, write, caller: { staffId } }) => {
    await write((tx) => endShopLicence(tx, moment, { ...ref, staffId }))
    return null
  },
  viewOfShop: (ref, { db, moment, write, caller: { staffId } }) =>
    readWatermarkedShopLicencePicture({ db, moment, vault, write }, { ...ref, staffId }),
})

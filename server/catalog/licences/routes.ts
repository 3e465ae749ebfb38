import type { licenceEndpoints } from '#contract/catalog/licences/api.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import type { Db } from '#server/platform/core/db.ts'
import type { Keys } from '#server/platform/core/keys.ts'
import type { Handlers } from '#server/platform/http/context.ts'
import { type GoodsWithLicenceRequirements, readLicenceNeedsByGoods } from './licence-status.ts'
import { listCompanyLicenceKindsAndLicences, submitLicence, withdrawLicence } from './submit-licence.ts'

interface LicenceWiring {
  keys: Keys
  /** Goods that were published at least once, with the kinds that they and their categories demand. */
  findGoods(db: Db, ids: readonly string[]): Promise<(GoodsWithLicenceRequirements & { onShelf: boolean })[]>
}

export const createLicenceHandlers = ({ keys, findGoods }: LicenceWiring): Handlers<typeof licenceEndpoints> => ({
  list: (_, { db, caller, moment }) => listCompanyLicenceKindsAndLicences(db, moment, caller.enterpriseId),
  submit: (given, { caller, moment, origin, write }) => write((tx) => submitLicence(tx, moment, { keys, caller, origin, given })),
  withdraw: async ({ id }, { caller, moment, write }) => {
    await write((tx) => withdrawLicence(tx, moment, { enterpriseId: caller.enterpriseId, id }))
    return null
  },
  ofGoods: async ({ goodsId }, { db, caller, moment }) => {
    const [goods] = await findGoods(db, [goodsId])
    if (!goods?.onShelf) refuse('GOODS_NOT_FOUND')
    const enterpriseId = caller.kind === 'member' ? caller.enterpriseId : null
    return (await readLicenceNeedsByGoods(db, moment, { enterpriseId, goods: [goods] })).get(goodsId) ?? []
  },
})

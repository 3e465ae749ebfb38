import { refuse } from '#contract/platform/core/refusals.ts'
import type { consoleDeliveryTimeEndpoints, deliveryTimeEndpoints } from '#contract/sites/delivery-times/delivery-time-api.ts'
import { listPromisingWarehouses } from '#server/catalog/inventory/public.ts'
import type { Db } from '#server/platform/core/db.ts'
import type { Handlers } from '#server/platform/http/context.ts'
import { provinceNamesByCodePrefix } from '#server/sites/address/public.ts'
import { addDeliveryTerms, listDeliveryTerms, readDeliveryTermsVersion } from './delivery-terms.ts'
import { readSpecialDaysAround } from './ship-due.ts'

const provinceNames = [...provinceNamesByCodePrefix].map(([code, name]) => ({ code, name }))

const toOutput = ({ provinces, ...terms }: Awaited<ReturnType<typeof listDeliveryTerms>>[number]) => ({
  ...terms,
  provinces: [...provinces],
})

/** The codes of provinces by their names. Warehouses have names, as orders have. */
const provinceCodesByName = new Map([...provinceNamesByCodePrefix].map(([code, name]) => [name, code]))
const toCodes = (names: readonly string[]): string[] => names.flatMap((name) => provinceCodesByName.get(name) ?? [])

/** The warehouses as promised days are computed from them. */
async function readPromisingWarehouses(db: Db) {
  return (await listPromisingWarehouses(db)).map(({ warehouseId, open, provinces, terms }) => ({
    open,
    warehouseId,
    provinces: toCodes(provinces),
    terms: terms.map((one) => ({
      effectiveAt: one.effectiveAt,
      provinces: toCodes(one.provinces),
      servedDays: one.servedDays,
      moreDays: one.moreDays,
    })),
  }))
}

export const deliveryTimeHandlers: Handlers<typeof deliveryTimeEndpoints> = {
  calendar: async (_, { db, moment }) => {
    const [terms, special, warehouses] = await Promise.all([
      listDeliveryTerms(db),
      readSpecialDaysAround(db, moment),
      readPromisingWarehouses(db),
    ])
    const days = [...special].map(([day, working]) => ({ day, working }))
    const [open, closed] = [true, false].map((isOpen) => warehouses.filter((one) => one.open === isOpen).map(({ open: _, ...one }) => one))
    return { terms: terms.map(toOutput), days, names: provinceNames, warehouses: open ?? [], closedWarehouses: closed ?? [] }
  },
}

export const consoleDeliveryTimeHandlers: Handlers<typeof consoleDeliveryTimeEndpoints> = {
  detail: async (_, { db }) => {
    // The version is read first, so that a change in between is detected and not overwritten.
    const rowVersion = await readDeliveryTermsVersion(db)
    const [latest] = await listDeliveryTerms(db)
    if (!latest) throw new Error('no delivery terms')
    return { names: provinceNames, terms: toOutput(latest), rowVersion }
  },
  save: async (terms, { caller: { staffId }, moment, write }) => {
    if (terms.provinces.some(({ code }) => !provinceNamesByCodePrefix.has(code))) refuse('REGION_UNKNOWN')
    await write((tx) => addDeliveryTerms(tx, moment, { ...terms, staffId }))
    return null
  },
}

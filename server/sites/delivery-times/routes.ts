import { refuse } from '#contract/platform/core/refusals.ts'
import type { consoleDeliveryTimeEndpoints, deliveryTimeEndpoints } from '#contract/sites/delivery-times/delivery-time-api.ts'
import type { Handlers } from '#server/platform/http/context.ts'
import { provinceNamesByCodePrefix } from '#server/sites/address/public.ts'
import { readDeliveryCalendar } from './delivery-calendar.ts'
import { addDeliveryTerms, listDeliveryTerms, readDeliveryTermsVersion } from './delivery-terms.ts'

const provinceNames = [...provinceNamesByCodePrefix].map(([code, name]) => ({ code, name }))

const toOutput = ({ provinces, ...terms }: Awaited<ReturnType<typeof listDeliveryTerms>>[number]) => ({
  ...terms,
  provinces: [...provinces],
})

export const deliveryTimeHandlers: Handlers<typeof deliveryTimeEndpoints> = {
  calendar: async (_, { db, moment }) => {
    const { terms, special, warehouses, closedWarehouses } = await readDeliveryCalendar(db, moment)
    const days = [...special].map(([day, working]) => ({ day, working }))
    return { terms: terms.map(toOutput), days, names: provinceNames, warehouses, closedWarehouses }
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

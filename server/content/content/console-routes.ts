import type { consoleHolidayEndpoints } from '#contract/operations/settings/holiday-api.ts'
import type { Handlers } from '#server/platform/http/context.ts'
import { deleteHolidayEntry, listHolidays, setHolidayEntries } from './holidays.ts'

export const consoleHolidayHandlers: Handlers<typeof consoleHolidayEndpoints> = {
  list: ({ year }, { db }) => listHolidays(db, year),
  set: async (holiday, { caller: { staffId }, moment, write }) => {
    await write((tx) => setHolidayEntries(tx, moment, { ...holiday, staffId }))
    return null
  },
  remove: async (seen, { caller: { staffId }, moment, write }) => {
    await write((tx) => deleteHolidayEntry(tx, moment, { ...seen, staffId }))
    return null
  },
}

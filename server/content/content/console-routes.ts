import type { consoleHolidayEndpoints } from '#contract/operations/settings/holiday-api.ts'
import type { Handlers } from '#server/platform/http/context.ts'
import { deleteStaffHolidayEntry, listHolidaysAndMakeUpWorkdaysOfYear, setHolidayOrWorkdayForDays } from './holidays.ts'

export const consoleHolidayHandlers: Handlers<typeof consoleHolidayEndpoints> = {
  list: ({ year }, { db }) => listHolidaysAndMakeUpWorkdaysOfYear(db, year),
  set: async (holiday, { caller: { staffId }, moment, write }) => {
    await write((tx) => setHolidayOrWorkdayForDays(tx, moment, { ...holiday, staffId }))
    return null
  },
  remove: async (seen, { caller: { staffId }, moment, write }) => {
    await write((tx) => deleteStaffHolidayEntry(tx, moment, { ...seen, staffId }))
    return null
  },
}

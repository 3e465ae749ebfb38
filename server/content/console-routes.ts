import type { consoleHoliday, consoleSetting, SettingGroup, Settings } from '../../contract/content/console-api.ts'
import type { Handlers } from '../http/context.ts'
import type { Db, Tx } from '../platform/db.ts'
import type { Moment } from '../platform/moment.ts'
import { listHolidays, removeHoliday, setHoliday } from './holidays.ts'
import { readSettings, saveSettings } from './settings.ts'

export const consoleHolidayHandlers: Handlers<typeof consoleHoliday> = {
  list: ({ year }, { db }) => listHolidays(db, year),
  set: async (holiday, { write }) => {
    await write((tx) => setHoliday(tx, holiday))
    return null
  },
  remove: async ({ day }, { write }) => {
    await write((tx) => removeHoliday(tx, day))
    return null
  },
}

interface Saving {
  moment: Moment
  write: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
}

const save =
  <G extends SettingGroup>(group: G) =>
  async (values: Settings[G], { moment, write }: Saving) => {
    await write((tx) => saveSettings(tx, moment, group, values))
    return null
  }

/** What is done before a rate changes: the days until now are charged at the rate that was in force on them. */
type BeforeRate = (db: Db, moment: Moment) => Promise<unknown>

export const consoleSettingHandlers = (beforeRate: BeforeRate): Handlers<typeof consoleSetting> => ({
  read: (_, { db }) => readSettings(db),
  setSite: save('site'),
  setCredit: async (values, context) => {
    await beforeRate(context.db, context.moment)
    return save('credit')(values, context)
  },
  setBank: save('bank'),
  setLevels: save('levels'),
})

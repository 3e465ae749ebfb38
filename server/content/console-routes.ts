import type { consoleHoliday, consoleSetting, SettingGroup, Settings } from '../../contract/content/console-api.ts'
import type { Handlers } from '../http/context.ts'
import type { Tx } from '../platform/db.ts'
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

export const consoleSettingHandlers: Handlers<typeof consoleSetting> = {
  read: (_, { db }) => readSettings(db),
  setSite: save('site'),
  setCredit: save('credit'),
  setBank: save('bank'),
  setLevels: save('levels'),
}

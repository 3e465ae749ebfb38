// The only file that writes the table `holiday`.
import calendar from 'chinese-days/dist/chinese-days.json' with { type: 'json' }
import type { Holiday } from '../../contract/content/console-api.ts'
import { refuse } from '../../contract/refusals.ts'
import { addDays } from '../../contract/shanghai.ts'
import type { Db, Tx } from '../platform/db.ts'

// The package's tables alone: its functions reckon weekdays in the zone of the machine.
const { holidays, workdays: makeUpDays }: { holidays: Readonly<Record<string, string>>; workdays: Readonly<Record<string, string>> } =
  calendar

/** 'National Day,国庆节,3' */
const chineseName = (entry: string): string => entry.split(',')[1] ?? entry

const seeded = (days: Readonly<Record<string, string>>, year: string, working: boolean): Holiday[] =>
  Object.entries(days)
    .filter(([day]) => day.startsWith(year))
    .map(([day, entry]) => ({ day, working, title: chineseName(entry), source: 'calendar' }))

/** The days of a year that are not what their weekday says, in order; what staff wrote goes before the calendar. */
export async function listHolidays(db: Db, year: number): Promise<{ known: boolean; days: Holiday[] }> {
  const prefix = `${year}-`
  const rows = await db
    .selectFrom('holiday')
    .select(['day', 'working', 'name'])
    .where('day', '>=', `${prefix}01-01`)
    .where('day', '<=', `${prefix}12-31`)
    .execute()
  const seeds = [...seeded(holidays, prefix, false), ...seeded(makeUpDays, prefix, true)]
  const days = new Map(seeds.map((seed) => [seed.day, seed]))
  for (const { day, working, name: title } of rows) days.set(day, { day, working, title, source: 'staff' })
  return { known: seeds.length > 0, days: [...days.values()].sort((a, b) => (a.day < b.day ? -1 : 1)) }
}

interface Span extends Omit<Holiday, 'source'> {
  dayTo?: string | undefined
}

/** Writes staff's word on a day, or on each of a span of days. */
export async function setHoliday(tx: Tx, { day, dayTo = day, working, title }: Span): Promise<void> {
  const rows = []
  for (let one = day; one <= dayTo; one = addDays(one, 1)) rows.push({ day: one, working, name: title })
  await tx
    .insertInto('holiday')
    .values(rows)
    .onConflict((conflict) => conflict.column('day').doUpdateSet({ working, name: title }))
    .execute()
}

/** Takes staff's word on a day back: the calendar's counts again. */
export async function removeHoliday(tx: Tx, day: string): Promise<void> {
  const { numDeletedRows } = await tx.deleteFrom('holiday').where('day', '=', day).executeTakeFirst()
  if (numDeletedRows === 0n) refuse('HOLIDAY_NOT_FOUND')
}

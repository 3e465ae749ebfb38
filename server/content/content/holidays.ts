// Reads and writes the table `holiday`.
import calendar from 'chinese-days/dist/chinese-days.json' with { type: 'json' }
import type { Holiday } from '#contract/operations/settings/holiday-api.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { addDays } from '#contract/platform/core/shanghai.ts'
import type { SpecialWorkingDays } from '#contract/platform/core/working-days.ts'
import type { Db, Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { lockOutEditorsAndRequireRowVersion, readRowVersion, recordRowEdit } from '#server/platform/core/row-edits.ts'

// Imports only the data of the package: its functions compute weekdays in the time zone of the machine.
const { holidays, workdays: makeUpDays }: { holidays: Readonly<Record<string, string>>; workdays: Readonly<Record<string, string>> } =
  calendar

/** 'National Day,国庆节,3' */
const chineseName = (entry: string): string => entry.split(',')[1] ?? entry

const seeded = (days: Readonly<Record<string, string>>, year: string, working: boolean): Holiday[] =>
  Object.entries(days)
    .filter(([day]) => day.startsWith(year))
    .map(([day, entry]) => ({ day, working, title: chineseName(entry), source: 'calendar' }))

/** The days of all known years that the calendar of the State Council calls otherwise than the week does. Entries of staff override them. */
export const officialHolidaysAndMakeUpWorkdays: readonly Pick<Holiday, 'day' | 'working'>[] = [
  ...Object.keys(holidays).map((day) => ({ day, working: false })),
  ...Object.keys(makeUpDays).map((day) => ({ day, working: true })),
]

/** Lists the days of a year whose working status differs from their weekday, in order. An entry of staff overrides the calendar. */
export async function listHolidaysAndMakeUpWorkdaysOfYear(
  db: Db,
  year: number,
): Promise<{ known: boolean; days: Holiday[]; rowVersion: number }> {
  // The version is read before the days, so that a change in between is detected and not overwritten.
  const rowVersion = await readRowVersion(db, { kind: 'holidays', key: String(year) })
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
  return { known: seeds.length > 0, days: [...days.values()].sort((a, b) => (a.day < b.day ? -1 : 1)), rowVersion }
}

/** Days that differ from their weekday. */
type SpecialDay = Pick<Holiday, 'day' | 'working'>
/** The days of both ends, too. */
interface DaySpan {
  from: string
  until: string
}

/** A query for what staff have entered for the days of a span; `addOfficialDays` completes its rows. */
export const selectEnteredSpecialDays = (db: Db, { from, until }: DaySpan) =>
  db.selectFrom('holiday').select(['day', 'working']).where('day', '>=', from).where('day', '<=', until)

/** The days of a span that differ from their weekday, in order. An entry of staff overrides the calendar. */
export function addOfficialDays(entered: readonly SpecialDay[], { from, until }: DaySpan): SpecialWorkingDays {
  const official = officialHolidaysAndMakeUpWorkdays.filter(({ day }) => day >= from && day <= until)
  const days = new Map([...official, ...entered].map(({ day, working }) => [day, working]))
  return new Map([...days].sort(([one], [other]) => (one < other ? -1 : 1)))
}

/** Reads the days of a span that differ from their weekday. One statement. */
export const readHolidaysAndMakeUpWorkdaysInSpan = async (db: Db, span: DaySpan): Promise<SpecialWorkingDays> =>
  addOfficialDays(await selectEnteredSpecialDays(db, span).execute(), span)

interface Span extends Omit<Holiday, 'source'> {
  dayTo?: string | undefined
}

interface Editor {
  /** The version of the year that the editor has read. */
  rowVersion: number
  staffId: string
}

/** All holidays of a year share one row version. */
const yearOf = (day: string) => ({ kind: 'holidays', key: day.slice(0, 4) }) as const

/** Sets a day, or each day of a span within one year, as a holiday or a working day. Refuses ROW_CHANGED. */
export async function setHolidayOrWorkdayForDays(
  tx: Tx,
  moment: Moment,
  { day, dayTo = day, working, title, rowVersion, staffId }: Span & Editor,
): Promise<void> {
  await lockOutEditorsAndRequireRowVersion(tx, { ...yearOf(day), seen: rowVersion })
  const what = `${day === dayTo ? day : `${day} 至 ${dayTo}`} ${working ? '上班' : '休息'}（${title}）`
  await recordRowEdit(tx, moment, { ...yearOf(day), staffId, what })
  const rows = []
  for (let one = day; one <= dayTo; one = addDays(one, 1)) rows.push({ day: one, working, name: title })
  await tx
    .insertInto('holiday')
    .values(rows)
    .onConflict((conflict) => conflict.column('day').doUpdateSet({ working, name: title }))
    .execute()
}

/** Deletes the entry of staff for a day, so that the calendar applies again. Refuses ROW_CHANGED, HOLIDAY_NOT_FOUND. */
export async function deleteStaffHolidayEntry(
  tx: Tx,
  moment: Moment,
  { day, rowVersion, staffId }: Editor & { day: string },
): Promise<void> {
  await lockOutEditorsAndRequireRowVersion(tx, { ...yearOf(day), seen: rowVersion })
  await recordRowEdit(tx, moment, { ...yearOf(day), staffId, what: `恢复 ${day}` })
  const { numDeletedRows } = await tx.deleteFrom('holiday').where('day', '=', day).executeTakeFirst()
  if (numDeletedRows === 0n) refuse('HOLIDAY_NOT_FOUND')
}

import { isIdNumber, toComparedText } from '#contract/people/verification/checks.ts'
import type { ReadableDocument, ReadValues } from '#contract/people/verification/readings.ts'
import { parseRegisteredCapital } from './registered-capital.ts'

type Fields = Record<string, unknown>

/** The largest answer that is taken, in bytes. A real one has a few thousand. */
export const READING_ANSWER_BYTES_MAX = 200_000

/** The first characters of a text; empty: it is none. A long text is cut before it is taken apart, because each of its characters becomes an object. */
export const cutText = (value: unknown, max: number): string =>
  typeof value === 'string' ? [...value.slice(0, max * 4)].slice(0, max).join('') : ''

/** A text of an answer without control characters, cut; undefined: there is none. */
function text(value: unknown, max: number): string | undefined {
  if (typeof value !== 'string') return undefined
  const plain = cutText(
    value
      .slice(0, max * 4)
      .replace(/\p{Cc}/gu, '')
      .trim(),
    max,
  )
  return plain === '' ? undefined : plain
}

const code = (value: unknown): string | undefined => {
  const given = text(value, 40)
  return given === undefined ? undefined : toComparedText(given).slice(0, 18)
}

const isDay = (day: string): boolean => {
  const at = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day)
}

/** Parses `2015年06月30日`, `2015.06.30` and `2015-06-30 00:00:00` as a day; undefined: it is none. */
function parseDay(value: unknown): string | undefined {
  const [, year, month = '', date = ''] = /^(\d{4})[年./-](\d{1,2})[月./-](\d{1,2})/.exec(text(value, 40) ?? '') ?? []
  if (year === undefined) return undefined
  const day = `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`
  return isDay(day) ? day : undefined
}

/** The end of `2015.08.21-2035.08.21`, as a day or 长期. */
function parseValidUntil(value: unknown): string | undefined {
  const end = (text(value, 60) ?? '').split('-').at(-1) ?? ''
  return end.includes('长期') ? '长期' : parseDay(end)
}

/** Leaves out what was not there. */
const present = (values: { [Name in keyof ReadValues]: ReadValues[Name] | undefined }): ReadValues =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))

const toValues: Record<ReadableDocument, (fields: Fields) => ReadValues> = {
  licence: ({ Name, RegNum, Capital, SetDate, Person, Address }) =>
    present({
      enterpriseName: text(Name, 80),
      creditCode: code(RegNum),
      registeredCapital: parseRegisteredCapital(text(Capital, 60) ?? ''),
      foundDate: parseDay(SetDate),
      legalName: text(Person, 30),
      registeredAddress: text(Address, 120),
    }),
  // A number with a wrong check digit was misread, so it would only have to be deleted.
  idFront: ({ Name, IdNum }) => {
    const idNo = code(IdNum)
    return present({ personName: text(Name, 30), idNo: idNo !== undefined && isIdNumber(idNo) ? idNo : undefined })
  },
  idBack: ({ ValidDate }) => present({ validUntil: parseValidUntil(ValidDate) }),
}

/** The values in an answer of Tencent Cloud about a paper. Its texts are bounded, and what cannot be parsed is left out. */
export const toReadValues = (kind: ReadableDocument, fields: Fields): ReadValues => toValues[kind](fields)

/** The values in an answer of a register. The names of the fields are those of Qichacha. */
export const toRegisterValues = ({ Name, CreditCode, RegistCapi, StartDate, OperName, Address, Status }: Fields): ReadValues =>
  present({
    enterpriseName: text(Name, 80),
    creditCode: code(CreditCode),
    registeredCapital: parseRegisteredCapital(text(RegistCapi, 60) ?? ''),
    foundDate: parseDay(StartDate),
    legalName: text(OperName, 30),
    registeredAddress: text(Address, 120),
    companyState: text(Status, 20),
  })

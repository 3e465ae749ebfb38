import * as z from 'zod/mini'
import { statementEndpoints } from '#contract/money/statements/api.ts'
import { computeAmountOfDisputedUnits, type DisputedUnits } from '#contract/money/statements/disputed-units.ts'
import { type Fen, formatMoney, minFen, parseYuan, subtractFen } from '#contract/platform/core/money.ts'
import type { StatementLine, statementListAndDisputeApi } from '#storefront/billing/bills/bill-api.ts'

const { reason, pictures } = statementEndpoints.dispute.input.shape

/** What is left of a line of a statement. */
export const computeAmountLeftOfLine = ({ amount, refunded }: Pick<StatementLine, 'amount' | 'refunded'>): Fen =>
  subtractFen(amount, refunded)

/** The name of the field with the units of a line of the parcel. A number alone would be the index of a list. */
export const toUnitsFieldName = (lineNo: number): `line${number}` => `line${lineNo}`

/** The units that are typed. undefined: one of them is not a number of units of the parcel. */
function parseDisputedUnits(goods: StatementLine['goods'], typed: Readonly<Record<string, string>>): DisputedUnits[] | undefined {
  const units = goods.map(({ lineNo, quantity }) => {
    const text = (typed[toUnitsFieldName(lineNo)] ?? '').normalize('NFKC').trim()
    const wanted = text === '' ? 0 : /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
    return wanted <= quantity ? { lineNo, quantity: wanted } : undefined
  })
  if (!units.every((one) => one !== undefined)) return undefined
  return units.filter(({ quantity }) => quantity > 0)
}

/** The amount of the typed units, at most what is left of the line; undefined: they are not valid, or there are none. */
export function computeTypedUnitsAmount(line: StatementLine, typed: Readonly<Record<string, string>>): Fen | undefined {
  const units = parseDisputedUnits(line.goods, typed)
  const amount = units === undefined || units.length === 0 ? undefined : computeAmountOfDisputedUnits(line.goods, units)
  return amount === undefined ? undefined : minFen(amount, computeAmountLeftOfLine(line))
}

const Values = z.object({
  by: z.enum(['amount', 'units']),
  amount: z.string(),
  units: z.record(z.string(), z.string()),
  pictures,
  reason,
})
export type DisputeFormValues = z.output<typeof Values>

/** The form of a line of which an amount is left: an amount of at most that, or units of its parcel. */
export function createDisputeForm(line: StatementLine) {
  const left = computeAmountLeftOfLine(line)
  const ofAmount = (isValid: (amount: number) => boolean) => (values: DisputeFormValues) =>
    values.by === 'units' || isValid(parseYuan(values.amount) ?? 0)
  return Values.check(
    z.refine(
      ofAmount((amount) => amount > 0),
      { path: ['amount'], message: '请输入大于 0 的金额，最多两位小数' },
    ),
    z.refine(
      ofAmount((amount) => amount <= left),
      { path: ['amount'], message: `不能超过 ${formatMoney(left)}` },
    ),
    z.refine(({ by, units }) => by === 'amount' || (computeTypedUnitsAmount(line, units) ?? 0) > 0, {
      path: ['units'],
      message: '请填写有异议的数量，不超过该笔发货的数量',
    }),
  )
}

/**
 * The input of the call. Without pictures it does not name them, because the release before this one refuses what it does not know. Without
 * amount and lines it is the whole line, so that a refund meanwhile leaves nothing of it that is due.
 */
export function toDisputeInput(
  month: string,
  line: StatementLine,
  { by, amount, units, ...rest }: DisputeFormValues,
): Parameters<typeof statementListAndDisputeApi.dispute>[0] {
  const stated = { month, id: line.id, reason: rest.reason }
  const given = rest.pictures.length === 0 ? stated : { ...stated, pictures: rest.pictures }
  if (by === 'units') return { ...given, lines: parseDisputedUnits(line.goods, units) ?? [] }
  const part = parseYuan(amount)
  return part === undefined || part === computeAmountLeftOfLine(line) ? given : { ...given, amount: part }
}

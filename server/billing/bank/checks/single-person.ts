import { sql } from 'kysely'
import { VALUE_DAYS_WITHOUT_SECOND_PERSON } from '#contract/billing/bank/value-day.ts'
import { type Fen, formatMoney, sum, ZERO } from '#contract/platform/core/money.ts'
import { addDays, dayOf, startOfDay } from '#contract/platform/core/shanghai.ts'
import { sumSinglePersonAllocations } from '#server/billing/bank/allocations.ts'
import type { BankLineRecord } from '#server/billing/bank/line-store.ts'
import { readBankSettings } from '#server/content/content/public.ts'
import { isSecondPerson, requireSecondPerson } from '#server/people/dual-control/public.ts'
import type { Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'

/** A use of a line that the caller has locked: who makes it, and for which companies how much. */
export interface LineAllocation {
  line: BankLineRecord
  staffId: string
  parts: readonly { enterpriseId: string; amountFen: Fen }[]
}

interface Verdict {
  /** Nobody but this person says that the money is there: no statement, no other person. */
  alone: boolean
  /** Why that does not suffice, as a sentence; undefined: it does. */
  why: string | undefined
}

/** Who has said that the money came, and on which day: whoever typed the line, and whoever imported the statement that has it. */
const giversOf = ({ typedBy, importedBy }: BankLineRecord): string[] => [typedBy, importedBy].filter((id) => id !== null)

async function isVouchedForByAnother(tx: Tx, moment: Moment, { line, staffId }: LineAllocation): Promise<boolean> {
  for (const firstId of giversOf(line)) if (await isSecondPerson(tx, { firstId, secondId: staffId }, moment)) return true
  return false
}

/** Whether one person's typed money of a day, or that for one of the companies, comes to more than one person may say is there. */
async function whyTooMuch(tx: Tx, moment: Moment, { line, staffId, parts }: LineAllocation): Promise<string | undefined> {
  // One after the other, or several at once would each find that there is room for it.
  await sql`select pg_advisory_xact_lock(hashtextextended('typed bank lines', 0))`.execute(tx)
  const { secondAbove } = await readBankSettings(tx)
  if (line.amountFen > secondAbove) return `人工登记的流水超过 ${formatMoney(secondAbove)}`
  const before = await sumSinglePersonAllocations(tx, { since: startOfDay(dayOf(moment.now)), staffId })
  const own = sum([before.byPerson, ...parts.map(({ amountFen }) => amountFen)])
  if (own > secondAbove) return `您今日登记并使用、未经对账单确认的到账合计将达 ${formatMoney(own)}，超过 ${formatMoney(secondAbove)}`
  for (const enterpriseId of new Set(parts.map((part) => part.enterpriseId))) {
    const added = parts.filter((part) => part.enterpriseId === enterpriseId).map(({ amountFen }) => amountFen)
    const company = sum([before.byCompany.get(enterpriseId) ?? ZERO, ...added])
    if (company > secondAbove) return `该企业今日未经对账单确认的到账合计将达 ${formatMoney(company)}，超过 ${formatMoney(secondAbove)}`
  }
  return undefined
}

/**
 * Whether one person suffices for a use of a line. A second one is needed for a day that lies more than three days before it was said, and where
 * typed money that no statement has confirmed comes to more than the bound: the line, the person's of the day, or the company's of the day.
 */
export async function evaluateSinglePerson(tx: Tx, moment: Moment, use: LineAllocation): Promise<Verdict> {
  const { line } = use
  const isOld = line.day < addDays(dayOf(line.at), -VALUE_DAYS_WITHOUT_SECOND_PERSON)
  if (line.source === 'statement' && !isOld) return { alone: false, why: undefined }
  if (await isVouchedForByAnother(tx, moment, use)) return { alone: false, why: undefined }
  if (isOld) return { alone: true, why: `流水日期 ${line.day} 早于登记日 ${VALUE_DAYS_WITHOUT_SECOND_PERSON} 天以上` }
  return { alone: true, why: await whyTooMuch(tx, moment, use) }
}

/**
 * Demands that a use of a line needs no second person, and tells whether it rests on this person alone, which the use is then marked with. Refuses
 * SECOND_PERSON_NEEDED, SECOND_PERSON_TIED.
 */
export async function requireSecondPersonIfNeeded(tx: Tx, moment: Moment, use: LineAllocation): Promise<boolean> {
  const { alone, why } = await evaluateSinglePerson(tx, moment, use)
  if (why === undefined) return alone
  const msg = `${why}，须两人确认：请在“银行流水”登记后由另一位财务人员认领，或导入对账单`
  for (const firstId of giversOf(use.line)) await requireSecondPerson(tx, { firstId, secondId: use.staffId }, moment, msg)
  return alone
}

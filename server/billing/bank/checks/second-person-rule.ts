import { sql } from 'kysely'
import { VALUE_DAYS_BACK_MAX_FOR_ONE_PERSON } from '#contract/billing/bank/value-day.ts'
import { type Fen, formatMoney, sum, ZERO_FEN } from '#contract/platform/core/money.ts'
import { addDays, getStartOfShanghaiDay, toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { sumAllocationsMadeByOnePersonAlone } from '#server/billing/bank/allocations.ts'
import type { BankLineRecord } from '#server/billing/bank/bank-line-store.ts'
import { readBankTransferSecondPersonThreshold, readCollectionAndTypedBankLineSettings } from '#server/content/content/public.ts'
import { areIndependentPeople, requireSecondPersonToAll } from '#server/people/dual-control/public.ts'
import type { Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'

/** The use of a locked line: the person, and the amount in fen for each enterprise. */
export interface BankLineSecondPersonRuleInput {
  line: BankLineRecord
  staffId: string
  parts: readonly { enterpriseId: string; amountFen: Fen }[]
}

interface Verdict {
  /** Only this person has confirmed that the money arrived: no statement and no second person. */
  alone: boolean
  /** Why one person is not enough, as a sentence; undefined: one is enough. */
  why: string | undefined
}

/** The people who have confirmed the money and its day: who typed the line, who agreed to its day, and who imported the statement. */
const giversOf = ({ typedBy, agreedBy, importedBy }: BankLineRecord): string[] =>
  [typedBy, agreedBy, importedBy].filter((id) => id !== null)

async function isVouchedForByAnother(tx: Tx, moment: Moment, { line, staffId }: BankLineSecondPersonRuleInput): Promise<boolean> {
  for (const firstId of giversOf(line)) if (await areIndependentPeople(tx, { firstId, secondId: staffId }, moment)) return true
  return false
}

/**
 * Returns why the amount is too large for one person: the sum of the person's typed lines of the day, or the sum for one of the
 * enterprises.
 */
async function whyTooMuch(tx: Tx, moment: Moment, { line, staffId, parts }: BankLineSecondPersonRuleInput): Promise<string | undefined> {
  // Locked, so that several concurrent calls cannot each stay below the limit.
  await sql`select pg_advisory_xact_lock(hashtextextended('typed bank lines', 0))`.execute(tx)
  const secondAbove = await readBankTransferSecondPersonThreshold(tx)
  if (line.amountFen > secondAbove) return `人工登记的流水超过 ${formatMoney(secondAbove)}`
  const before = await sumAllocationsMadeByOnePersonAlone(tx, { since: getStartOfShanghaiDay(toShanghaiDay(moment.now)), staffId })
  const own = sum([before.byPerson, ...parts.map(({ amountFen }) => amountFen)])
  if (own > secondAbove) return `您今日登记并使用、未经对账单确认的到账合计将达 ${formatMoney(own)}，超过 ${formatMoney(secondAbove)}`
  for (const enterpriseId of new Set(parts.map((part) => part.enterpriseId))) {
    const added = parts.filter((part) => part.enterpriseId === enterpriseId).map(({ amountFen }) => amountFen)
    const company = sum([before.byCompany.get(enterpriseId) ?? ZERO_FEN, ...added])
    if (company > secondAbove) return `该企业今日未经对账单确认的到账合计将达 ${formatMoney(company)}，超过 ${formatMoney(secondAbove)}`
  }
  return undefined
}

/**
 * Returns why the person may not use a line although the bank's file may have confirmed it: he, or somebody who does not count as another
 * person, has typed it, and it is above the sum of the settings.
 */
async function whyNotByTyper(tx: Tx, moment: Moment, { line, staffId }: BankLineSecondPersonRuleInput): Promise<string | undefined> {
  if (line.typedBy === null) return undefined
  const { typerAssignsUpTo } = await readCollectionAndTypedBankLineSettings(tx)
  if (line.amountFen <= typerAssignsUpTo) return undefined
  if (await areIndependentPeople(tx, { firstId: line.typedBy, secondId: staffId }, moment)) return undefined
  return `登记人不能认领自己登记的、超过 ${formatMoney(typerAssignsUpTo)} 的流水（设置“催收与登记人认领限额”）`
}

/**
 * Decides whether one person is enough to use a line. Nobody uses a line above a sum of the settings that he has typed himself. A second person is needed if the line's day is more than three days before it was
 * recorded. For a typed line that no statement has confirmed, a second person is also needed if the line, the person's sum of the day or
 * the enterprise's sum of the day exceeds the limit.
 */
export async function evaluateBankLineSecondPersonRule(
  tx: Tx,
  moment: Moment,
  allocation: BankLineSecondPersonRuleInput,
): Promise<Verdict> {
  const { line } = allocation
  const typed = await whyNotByTyper(tx, moment, allocation)
  if (typed !== undefined) return { alone: true, why: typed }
  const isOld = line.day < addDays(toShanghaiDay(line.at), -VALUE_DAYS_BACK_MAX_FOR_ONE_PERSON)
  if (line.source === 'statement' && !isOld) return { alone: false, why: undefined }
  if (await isVouchedForByAnother(tx, moment, allocation)) return { alone: false, why: undefined }
  if (isOld) return { alone: true, why: `流水日期 ${line.day} 早于登记日 ${VALUE_DAYS_BACK_MAX_FOR_ONE_PERSON} 天以上` }
  return { alone: true, why: await whyTooMuch(tx, moment, allocation) }
}

/**
 * Refuses SECOND_PERSON_NEEDED or SECOND_PERSON_TIED if a use needs a second person. Returns whether the use is confirmed by this person
 * alone, so that it can be marked.
 */
export async function requireBankLineSecondPersonIfNeeded(
  tx: Tx,
  moment: Moment,
  allocation: BankLineSecondPersonRuleInput,
): Promise<boolean> {
  const { alone, why } = await evaluateBankLineSecondPersonRule(tx, moment, allocation)
  if (why === undefined) return alone
  const msg = `${why}，须两人确认：请在“银行流水”登记后由另一位财务人员认领，或导入对账单`
  const people = { firstIds: giversOf(allocation.line), secondId: allocation.staffId }
  await requireSecondPersonToAll(tx, people, moment, msg)
  return alone
}

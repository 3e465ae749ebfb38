import { formatLastDayOnTime } from '#contract/money/statements/amounts.ts'
import { createMessageTextWithValues } from '#contract/people/messaging/message-texts/texts.ts'
import { type Fen, formatMoney } from '#contract/platform/core/money.ts'
import { addDays, addMonths, getShanghaiMonthInterval, toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { listTempLimitsEndingBetween } from '#server/money/credit/public.ts'
import { listStatementsOfMonthClosedSince, listUnpaidDues } from '#server/money/statements/public.ts'
import { type Db, runInTransaction } from '#server/platform/core/db.ts'
import { forEachChunkRetryingFailedSingly, forEachCollectingErrors } from '#server/platform/core/isolated-batches.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { closeMonthsAndChargeInterest } from './close-months.ts'
import {
  type CreditMessage,
  createStatementMessageTarget,
  creditAccountMessageTarget,
  filterAndRecordUnsentDueNotices,
  sendCreditMessagesToPermittedMembers,
} from './credit-messages.ts'

const CHUNK = 200

interface Notice extends CreditMessage {
  /** The subject of the notice. It is sent once for each subject. */
  subject: string
}

/** Sends notices that were not sent yet. Returns how many were new. */
const send = (db: Db, moment: Moment, notices: readonly Notice[]): Promise<number> =>
  forEachChunkRetryingFailedSingly(notices, CHUNK, (chunk) =>
    runInTransaction(db, async (tx) => {
      const fresh = await filterAndRecordUnsentDueNotices(tx, moment, chunk)
      await sendCreditMessagesToPermittedMembers(tx, moment, fresh)
      return fresh.length
    }),
  )

/** Days relative to the due day on which a reminder is sent (domain §6). */
const REMINDERS = [-3, 0, 1, 3, 7]

const daysBetween = (from: string, to: string): number => Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000)

/** How many days before (negative) or after the due day a day is. Where the due day is a holiday, the days until the last day on time are not late. */
function countReminderDays({ dueDay, onTimeDay }: { dueDay: string; onTimeDay: string }, today: string): number {
  if (today > onTimeDay) return daysBetween(onTimeDay, today)
  return Math.min(0, daysBetween(dueDay, today))
}

function reminderFor(
  today: string,
  due: { enterpriseId: string; month: string; dueDay: string; onTimeDay: string; amountFen: Fen },
): Notice[] {
  const late = countReminderDays(due, today)
  const step = REMINDERS.findLast((days) => days <= late)
  if (step === undefined || due.amountFen <= 0) return []
  const facts = { month: due.month, amount: formatMoney(due.amountFen) }
  const onTime = formatLastDayOnTime(due)
  const dueDay = onTime === '' ? due.dueDay : `${due.dueDay}（${onTime}）`
  const coming =
    late === 0 && onTime === ''
      ? createMessageTextWithValues('dueToday', facts)
      : createMessageTextWithValues('dueSoon', { ...facts, dueDay })
  return [
    {
      enterpriseId: due.enterpriseId,
      subject: `due ${due.month} ${due.dueDay} ${step}`,
      target: createStatementMessageTarget(due.month),
      alert: 'due',
      says: late > 0 ? createMessageTextWithValues('dueLate', { ...facts, dueDay: due.dueDay, days: String(late) }) : coming,
    },
  ]
}

/**
 * 还款提醒: sends a reminder 3 days before a due day, on it, and 1, 3 and 7 days after it, each once. After an outage only the latest one is
 * sent. Returns how many were sent.
 */
export async function sendDueReminders(db: Db, moment: Moment): Promise<number> {
  const today = toShanghaiDay(moment.now)
  const closes = async () => {
    await closeMonthsAndChargeInterest(db, moment)
    return 0
  }
  const reminds = async () => {
    const dues = await listUnpaidDues(db, { until: addDays(today, 3) })
    return send(
      db,
      moment,
      dues.flatMap((due) => reminderFor(today, due)),
    )
  }
  // A failure to update one enterprise does not stop the reminders of the others.
  return forEachCollectingErrors([closes, reminds], (pass) => pass())
}

/** 临时额度: sends a notice 3 days before its last day and one after its end. Returns how many were sent. */
export async function sendTempLimitExpiryReminders(db: Db, moment: Moment): Promise<number> {
  const today = toShanghaiDay(moment.now)
  const limits = await listTempLimitsEndingBetween(db, { from: addDays(today, -7), until: addDays(today, 3) })
  const notices = limits.map(({ enterpriseId, limitFen, endDay }): Notice => {
    const ended = endDay < today
    const says = createMessageTextWithValues(ended ? 'tempLimitEnded' : 'tempLimitEnding', {
      amount: formatMoney(limitFen),
      dueDay: endDay,
    })
    return { enterpriseId, subject: `temp ${endDay} ${ended ? 'ended' : 'ending'}`, target: creditAccountMessageTarget, says }
  })
  return send(db, moment, notices)
}

/** Until this day of a month the statements of the month before are announced: a job that did not run at its beginning makes up for it. */
const ANNOUNCED_UNTIL_DAY = '07'

/** 月账单已出: announces the statements of the month before, each once. Returns how many. */
export async function sendNoticesOfNewStatements(db: Db, moment: Moment): Promise<number> {
  const today = toShanghaiDay(moment.now)
  if (today.slice(8) > ANNOUNCED_UNTIL_DAY) return 0
  const month = addMonths(today.slice(0, 7), -1)
  const posted = await listStatementsOfMonthClosedSince(db, month, getShanghaiMonthInterval(month).until)
  const notices = posted.map(({ enterpriseId, totalFen, dueDay, isPaid }): Notice => {
    const pay = isPaid ? '已还清。' : `请于 ${dueDay}（含）前还款。`
    const says = createMessageTextWithValues('statementPosted', { month, amount: formatMoney(totalFen), pay })
    return { enterpriseId, subject: `statement ${month}`, target: createStatementMessageTarget(month), alert: 'statement', says }
  })
  return send(db, moment, notices)
}

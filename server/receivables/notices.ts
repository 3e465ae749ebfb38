import { say } from '../../contract/messaging/texts/texts.ts'
import { type Fen, formatYuan } from '../../contract/money.ts'
import { addDays, dayOf } from '../../contract/shanghai.ts'
import { listEndingLimits } from '../credit/public.ts'
import { type Db, inTransaction } from '../platform/db.ts'
import type { Moment } from '../platform/moment.ts'
import { listUnpaidDues } from '../statements/public.ts'
import { keepUpToDate } from './keep-up-to-date.ts'
import { creditAccount, type News, onlyNew, statementOf, tell } from './tell.ts'

const yuan = (amount: Fen) => `¥${formatYuan(amount, { grouped: true })}`
const CHUNK = 200

interface Notice extends News {
  /** What it is about: told once. */
  subject: string
}

/** Tells what has not been told yet. Returns how many companies' notices were new. */
async function send(db: Db, moment: Moment, notices: readonly Notice[]): Promise<number> {
  let sent = 0
  for (let at = 0; at < notices.length; at += CHUNK) {
    sent += await inTransaction(db, async (tx) => {
      const fresh = await onlyNew(tx, moment, notices.slice(at, at + CHUNK))
      await tell(tx, moment, fresh)
      return fresh.length
    })
  }
  return sent
}

/** Days from a due day on which its company is reminded (domain §6). */
const REMINDERS = [-3, 0, 1, 3, 7]

const daysBetween = (from: string, to: string): number => Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000)

function reminderFor(today: string, due: { enterpriseId: string; month: string; dueDay: string; amountFen: Fen }): Notice[] {
  const late = daysBetween(due.dueDay, today)
  const step = REMINDERS.findLast((days) => days <= late)
  if (step === undefined || due.amountFen <= 0) return []
  const facts = { month: due.month, amount: yuan(due.amountFen) }
  const coming = late === 0 ? say('dueToday', facts) : say('dueSoon', { ...facts, dueDay: due.dueDay })
  return [
    {
      enterpriseId: due.enterpriseId,
      subject: `due ${due.month} ${due.dueDay} ${step}`,
      target: statementOf(due.month),
      alert: 'due',
      says: late > 0 ? say('dueLate', { ...facts, dueDay: due.dueDay, days: String(late) }) : coming,
    },
  ]
}

/**
 * 还款提醒: 3 days before a due day, on it, and 1, 3 and 7 days after, each once. After days off only the latest of them is sent. Returns how
 * many were sent.
 */
export async function remindOfDues(db: Db, moment: Moment): Promise<number> {
  await keepUpToDate(db, moment)
  const today = dayOf(moment.now)
  const dues = await listUnpaidDues(db, { today, until: addDays(today, 3) })
  return send(
    db,
    moment,
    dues.flatMap((due) => reminderFor(today, due)),
  )
}

/** 临时额度: told 3 days before its last day, and once it has ended. Returns how many were told. */
export async function tellOfEndingLimits(db: Db, moment: Moment): Promise<number> {
  const today = dayOf(moment.now)
  const limits = await listEndingLimits(db, { from: addDays(today, -7), until: addDays(today, 3) })
  const notices = limits.map(({ enterpriseId, limitFen, endDay }): Notice => {
    const ended = endDay < today
    const says = say(ended ? 'tempLimitEnded' : 'tempLimitEnding', { amount: yuan(limitFen), dueDay: endDay })
    return { enterpriseId, subject: `temp ${endDay} ${ended ? 'ended' : 'ending'}`, target: creditAccount, says }
  })
  return send(db, moment, notices)
}

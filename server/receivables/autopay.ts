import { say } from '../../contract/messaging/texts/texts.ts'
import { type Fen, formatYuan } from '../../contract/money.ts'
import { dayOf } from '../../contract/shanghai.ts'
import { repayable } from '../../contract/statements/repayment.ts'
import { type Db, inTransaction, type Tx } from '../platform/db.ts'
import type { Moment } from '../platform/moment.ts'
import { acrossEnterprises } from '../platform/tenant-guard.ts'
import { lockDebts, onlyDue, repayDue } from '../statements/public.ts'
import { keepUpToDate } from './keep-up-to-date.ts'
import { onlyNew, repaying, tell } from './tell.ts'

const yuan = (amount: Fen) => `¥${formatYuan(amount, { grouped: true })}`

async function findDue(db: Db, moment: Moment): Promise<string[]> {
  const rows = await acrossEnterprises(db, 'finding work')
    .selectFrom('repayment_terms as terms')
    .innerJoin('statement', 'statement.enterprise_id', 'terms.enterprise_id')
    .select('terms.enterprise_id')
    .distinct()
    .where('terms.auto_repay', '=', true)
    .where('statement.state', 'in', ['CLOSED', 'OVERDUE'])
    .where('statement.due_day', '<=', dayOf(moment.now))
    .execute()
  return rows.map(({ enterprise_id }) => enterprise_id)
}

async function repayOne(tx: Tx, moment: Moment, enterpriseId: string): Promise<Fen | undefined> {
  const made = await repayDue(tx, moment, enterpriseId)
  const left = repayable(onlyDue(await lockDebts(tx, moment, enterpriseId)))
  if (made) {
    const amount = yuan(made.amountFen)
    const says = left > 0 ? say('autoRepaidPart', { amount, left: yuan(left) }) : say('autoRepaid', { amount })
    await tell(tx, moment, [{ enterpriseId, target: repaying, says }])
    return made.amountFen
  }
  if (left === 0) return undefined
  // An empty wallet is told of once a day.
  const short = { enterpriseId, subject: `auto ${dayOf(moment.now)}` }
  const says = say('autoRepayFailed', { amount: yuan(left) })
  await tell(
    tx,
    moment,
    (await onlyNew(tx, moment, [short])).map(() => ({ enterpriseId, target: repaying, says })),
  )
  return undefined
}

/**
 * 自动还款: of everybody who has asked for it, what is due today or was before, as far as the wallet reaches. Run again, there is nothing due
 * or nothing in the wallet, so twice is once. Returns how much was repaid, in fen, of how many companies.
 */
export async function repayAutomatically(db: Db, moment: Moment): Promise<{ companies: number; amount: number }> {
  await keepUpToDate(db, moment)
  let [companies, amount] = [0, 0]
  for (const enterpriseId of await findDue(db, moment)) {
    const repaid = await inTransaction(db, (tx) => repayOne(tx, moment, enterpriseId))
    companies += repaid === undefined ? 0 : 1
    amount += repaid ?? 0
  }
  return { companies, amount }
}

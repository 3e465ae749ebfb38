// Moves one company in, completely in one transaction, or not at all.
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { updatePricesAndRecordChanges } from '#server/catalog/price-lists/public.ts'
import { insertPriceList } from '#server/catalog/pricing/public.ts'
import { applyCreditLimitChange } from '#server/money/credit/public.ts'
import { createLedgerAccountsOfEnterprise, type LedgerTransfer, postTransfersOfEnterprise } from '#server/money/ledger/public.ts'
import { insertOpeningStatements } from '#server/money/statements/public.ts'
import { insertMovedInUsers } from '#server/people/identity/public.ts'
import { insertEnterprise, insertMembershipsOfNewEnterprise, reserveUnusedEnterpriseName } from '#server/people/organisation/public.ts'
import { takeOverVerification } from '#server/people/verification/public.ts'
import { recordAudit } from '#server/platform/core/audit.ts'
import type { Tx } from '#server/platform/core/db.ts'
import type { Keys } from '#server/platform/core/keys.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { insertAddressesOfNewEnterprise } from '#server/sites/address/public.ts'
import { markCompanyMovedIn } from './company-store.ts'
import type { PlannedCompanyContent, PlannedPriceList } from './plan/company-plan.ts'

interface Run {
  id: string
  fileName: string
  /** The second person, who is responsible for the move. */
  staffId: string
}

interface Moving {
  no: number
  companyId: string
  content: PlannedCompanyContent
}

const LIMIT_REASON = '系统迁入'

async function setLimits(
  tx: Tx,
  moment: Moment,
  { staffId }: Run,
  { companyId: enterpriseId, content: { limits } }: Moving,
): Promise<void> {
  if (!limits) return
  const { baseFen, tempFen, tempEndDay } = limits
  const change = { enterpriseId, reason: LIMIT_REASON, staffId }
  await applyCreditLimitChange(tx, moment, { ...change, kind: 'base', limitFen: baseFen })
  if (tempFen !== null && tempEndDay !== null)
    await applyCreditLimitChange(tx, moment, { ...change, kind: 'temp', limitFen: tempFen, endDay: tempEndDay })
}

/** Posts the balances and debts of the company, and creates the statements of its debts. The documents are the run or the statement. */
async function postOpeningBalances(tx: Tx, moment: Moment, run: Run, { companyId: enterpriseId, content }: Moving): Promise<void> {
  const statements = content.statements.map((statement) => ({ ...statement, id: moment.newId() }))
  const transfers: LedgerTransfer[] = [
    { kind: 'openWallet', amountFen: content.walletFen, document: run.id, title: '期初余额' },
    ...statements.flatMap(({ id: document, month, amountFen, interestFen }): LedgerTransfer[] => [
      { kind: 'openStatement', amountFen, document, title: `期初账单 ${month}` },
      { kind: 'openInterest', amountFen: interestFen, document, title: `期初账单 ${month} 未付利息` },
    ]),
    ...content.drawdowns.map(({ row, number, day, amountFen, note }): LedgerTransfer => {
      const title = [`期初赊销 ${number}`, note].filter((part) => part !== '').join(' ')
      return { kind: 'openDraw', amountFen, document: run.id, seq: row, title, valueDay: day }
    }),
  ]
  await postTransfersOfEnterprise(tx, moment, { enterpriseId, transfers })
  await insertOpeningStatements(tx, moment, { enterpriseId, statements })
}

/** Nobody else sees the lists before the commit, so the lock of prices is not needed. */
async function addPriceList(
  tx: Tx,
  moment: Moment,
  run: Run,
  { enterpriseId, list }: { enterpriseId: string; list: PlannedPriceList },
): Promise<void> {
  const { fromDay, untilDay, prices } = list
  const facts = { name: '迁入协议价', fromDay: fromDay ?? toShanghaiDay(moment.now), untilDay, enabled: true }
  const ref = await insertPriceList(tx, moment, { holder: { enterpriseId }, facts, staffId: run.staffId })
  const moves = prices.map(({ skuId, from, ...is }) => ({ skuId, from, was: null, is }))
  await updatePricesAndRecordChanges(tx, moment, { list: ref, moves, source: { staffId: run.staffId, fileName: run.fileName } })
}

/**
 * Moves a company in, unless it was moved in before. It sends no message: its people set a password with an SMS code at their first login.
 * Refuses CREDIT_CODE_TAKEN, ENTERPRISE_NAME_TAKEN, MOBILE_TAKEN.
 */
export async function moveCompanyIntoMallOnce(
  tx: Tx,
  moment: Moment,
  { keys, run, moving }: { keys: Keys; run: Run; moving: Moving },
): Promise<void> {
  const { no, companyId: enterpriseId, content } = moving
  if (!(await markCompanyMovedIn(tx, moment, { id: run.id, no }))) return
  const { members, name, creditCode, step, reason, priceLists, addresses } = content
  const main = members.find(({ permCode }) => permCode === null)
  if (!main) throw new Error('a company without a main account')
  await insertMovedInUsers(tx, moment, { keys, users: members.map(({ userId: id, mobile, name: of }) => ({ id, mobile, name: of })) })
  await reserveUnusedEnterpriseName(tx, name)
  await insertEnterprise(tx, moment, enterpriseId)
  await createLedgerAccountsOfEnterprise(tx, enterpriseId)
  await insertMembershipsOfNewEnterprise(
    tx,
    moment,
    members.map(({ userId, name: of, permCode, orderLimitFen, monthLimitFen }) => ({
      enterpriseId,
      userId,
      name: of,
      permCode,
      ...(orderLimitFen === null ? {} : { orderLimitFen }),
      ...(monthLimitFen === null ? {} : { monthLimitFen }),
    })),
  )
  const verified = { enterpriseId, name, creditCode, agentName: main.name, step, reason, userId: main.userId, staffId: run.staffId }
  await takeOverVerification(tx, moment, { keys, verified })
  await setLimits(tx, moment, run, moving)
  await postOpeningBalances(tx, moment, run, moving)
  for (const list of priceLists) await addPriceList(tx, moment, run, { enterpriseId, list })
  await insertAddressesOfNewEnterprise(tx, moment, { enterpriseId, inputs: addresses })
  await recordAudit(tx, moment, {
    origin: { requestId: run.id, ip: '' },
    actor: { kind: 'staff', id: run.staffId },
    action: 'move in company',
    objectKind: 'enterprise',
    objectId: enterpriseId,
    facts: { run: run.id, members: members.length, statements: content.statements.length, drawdowns: content.drawdowns.length },
  })
}

import { formatMoney, negateFen, sum, ZERO_FEN } from '#contract/platform/core/money.ts'
import { countOpenAcceptanceBills } from '#server/billing/receivables/public.ts'
import { findCompanyGroupParentId } from '#server/money/credit/public.ts'
import { readLedgerBalancesOfEnterprise } from '#server/money/ledger/public.ts'
import { countOpenPayments, countUnsettledRefundsOfEnterprise } from '#server/money/payments/public.ts'
import { countOpenAfterSales } from '#server/orders/after-sales/public.ts'
import { countUnfinishedOrders } from '#server/orders/orders/public.ts'
import { findEnterprises, listMembershipsOfEnterprise } from '#server/people/organisation/public.ts'
import { countWaitingSubmissionsOfEnterprise } from '#server/people/verification/public.ts'
import type { Db } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'

/** The remaining balances of an enterprise in the ledger, as sentences. */
async function listOpenBalances(db: Db, enterpriseId: string): Promise<string[]> {
  const { wallet, creditHeld, creditDrawn, interest } = await readLedgerBalancesOfEnterprise(db, enterpriseId)
  const owed = negateFen(sum([creditDrawn, interest]))
  return [
    ...(wallet === ZERO_FEN ? [] : [`现金钱包还有余额 ${formatMoney(wallet)}，请先用完或联系客服退回`]),
    ...(owed === ZERO_FEN ? [] : [`还有欠款 ${formatMoney(owed)} 没有还清`]),
    ...(creditHeld === ZERO_FEN ? [] : [`还有 ${formatMoney(creditHeld)} 的赊销额度被未发货的订单占用`]),
  ]
}

/** The unfinished business of an enterprise, as sentences. */
async function listUnfinished(db: Db, moment: Moment, enterpriseId: string): Promise<string[]> {
  const orders = await countUnfinishedOrders(db, enterpriseId)
  const afterSales = await countOpenAfterSales(db, enterpriseId)
  const payments = await countOpenPayments(db, enterpriseId)
  const refunds = await countUnsettledRefundsOfEnterprise(db, enterpriseId)
  const bills = await countOpenAcceptanceBills(db, moment, enterpriseId)
  const submissions = await countWaitingSubmissionsOfEnterprise(db, enterpriseId)
  return [
    ...(orders === 0 ? [] : [`还有 ${orders} 个订单没有完成`]),
    ...(afterSales === 0 ? [] : [`还有 ${afterSales} 个售后没有处理完`]),
    ...(payments === 0 ? [] : [`还有 ${payments} 笔付款在等待到账`]),
    ...(refunds === 0 ? [] : [`还有 ${refunds} 笔退款没有到账`]),
    ...(bills === 0 ? [] : [`还有 ${bills} 张承兑汇票没有兑付`]),
    ...(submissions === 0 ? [] : ['提交的认证正在审核，请等审核结束']),
  ]
}

/**
 * Why the main account of some enterprises cannot be closed yet, as sentences: money that either side owes, unfinished business, and
 * colleagues who would be locked out. Empty: it can be closed.
 */
export async function listAccountClosingObstacles(
  db: Db,
  moment: Moment,
  { userId, mainOf }: { userId: string; mainOf: readonly string[] },
): Promise<string[]> {
  const enterprises = await findEnterprises(db, mainOf)
  const found: string[] = []
  for (const { id, name } of enterprises) {
    const others = (await listMembershipsOfEnterprise(db, id)).filter((member) => member.userId !== userId)
    const own = [
      ...(await listOpenBalances(db, id)),
      ...((await findCompanyGroupParentId(db, id)) === undefined ? [] : ['还在集团中，请先退出集团（母公司请联系客户经理解散集团）']),
      ...(await listUnfinished(db, moment, id)),
      ...(others.length === 0 ? [] : [`还有 ${others.length} 个子账号，请先在“账号管理”中删除`]),
    ]
    found.push(...own.map((sentence) => (name === null || enterprises.length === 1 ? sentence : `${name}：${sentence}`)))
  }
  return found
}

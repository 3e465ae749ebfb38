import { formatMoney, fromYuan } from '#contract/platform/core/money.ts'
import { permissionCodes } from '#contract/platform/core/permissions.ts'
import { sendMessages } from '#server/people/messaging/public.ts'
import { recordVerifiedEnterpriseDetails, updateMemberLevelColumn } from '#server/people/organisation/public.ts'
import { createDebtHelpers } from './debts.ts'
import { createOrderRequest, requestWalletPayment, selectFirstOrderNo, submitOrders } from './enterprise.ts'
import { type Buyer, type Mall, yuanTextToFen } from './mall.ts'
import { createMarkerMoneyMovements, createTestMonthOnCredit, markerMoneyAmounts } from './marker-money.ts'
import { createOfferedQuotationLine, createRequestedQuotationLine } from './quotations.ts'
import { createSettingsHelpers } from './settings.ts'

/** Amounts, in yuan, that occur nowhere else, so that each identifies its figure in an answer. */
export const markerAmounts = {
  ...markerMoneyAmounts,
  salePrice: '913.57',
  creditPrice: '928.64',
  toppedUp: '87654.32',
  /** After orders of 815.63, 3300.45, 2331.39 and 777.13, a repayment of 1357.91 and a refund of 1980.27. */
  balance: '81052.08',
  baseLimit: '654321.98',
  /** A tenth of the base limit, in whole yuan. */
  tempLimit: '65432',
  income: '98765',
  budget: '445566.77',
  managedBudget: '223344.55',
  /** The cost of the managed project so far. */
  used: '3108.52',
  orderLimit: '500.25',
  ordered: '1554.26',
  due: '13572.46',
  transferred: '24681.35',
  refunded: '35791.57',
  paidInYear: '46802.68',
  reminded: '57913.79',
} as const

/** '87654.32' → '¥87,654.32', the format in texts. */
const inText = (amount: string) => formatMoney(fromYuan(Number(amount)))

/**
 * Creates everything with figures that a company can have, and people in it who once had all permission codes and keep some. The mall's
 * clock is in the month before, which is closed here.
 */
export async function createMarkerAmountTestData(mall: Mall) {
  const lin = await mall.buyer('林', { credit: markerAmounts.baseLimit, wallet: markerAmounts.toppedUp })
  const { enterpriseId } = lin
  await createTestMonthOnCredit(mall, lin)
  await createDebtHelpers(mall).dawns('2026-11-18', 14)
  const catalogue = await mall.staff('catalogue')
  const skuCode = 'KT-AGREED'
  const priced = await mall.createSku('协议截齿', { code: skuCode })
  const dear = await mall.createSku('限额截齿', { sale: '777.13', credit: '777.13' })
  const goodsId = (await mall.db.selectFrom('sku').select('goods_id').where('id', '=', priced).executeTakeFirstOrThrow()).goods_id
  // Ordered before the contract price was agreed. Suggestions from past orders show the current price.
  const paid = await submitOrders(lin, [priced, dear])
  await requestWalletPayment(lin, paid)
  const { listId } = await catalogue.api.consolePrice.add({ name: '协议', fromDay: '2026-01-01', enterpriseId })
  const agreed = { from: 1, salePrice: yuanTextToFen(markerAmounts.salePrice), creditPrice: yuanTextToFen(markerAmounts.creditPrice) }
  await catalogue.api.consolePrice.setPrices({ listId, skuId: priced, prices: [agreed], rowVersion: 0, confirmed: true })

  const company = { name: '林矿业有限公司', agentName: '林', authLevel: 2, authStatus: 4 } as const
  await mall.runInTransaction((tx) => recordVerifiedEnterpriseDetails(tx, enterpriseId, company))
  const userEnterpriseOtherInfo = { employeeNum: 120, preYearIncome: Number(markerAmounts.income) }
  await lin.api.verification.seniorAuthOnly({ userEnterpriseOtherInfo, agree: true })
  await createSettingsHelpers(mall).setsBenefits({ level: 2, tempPercent: 10, tempDays: 15 })
  await mall.runInTransaction((tx) => updateMemberLevelColumn(tx, enterpriseId, 2))
  await lin.api.member.claimTempLimit({})
  // The parent of a group reads the statement of its members. A company in a group claims no temporary limit.
  await (await mall.staff('finance')).api.consoleCompanyGroup.create({ enterpriseId, name: '林业集团' })
  const money = await createMarkerMoneyMovements(mall, lin)

  const project = (name: string, budget: string, managerId: string | null) =>
    lin.api.project.add({ name, budget: yuanTextToFen(budget), managerId })
  await project('一号矿', markerAmounts.budget, null)
  const { id: equipmentId } = await lin.api.equipment.add({ name: '钻机', wears: [{ skuId: priced, rate: 12.5 }] })
  const finding = { text: '断齿', severity: 'MAJOR', skuId: priced, goodsNum: 3, fileId: null, equipmentId: null } as const
  const { id: patrolId } = await lin.api.patrol.add({ route: '东采区', day: '2026-11-18', findings: [finding] })
  const { id: listed } = await lin.api.shoppingList.add({ name: '常购', lines: [{ skuId: priced, goodsNum: 1 }] })
  await lin.api.equipment.addReading({ id: equipmentId, day: '2026-10-01', runHours: 0 })
  await lin.api.equipment.addReading({ id: equipmentId, day: '2026-11-17', runHours: 900 })

  const { id: quotationId } = await lin.api.quotation.create({ lines: [createRequestedQuotationLine({ skuId: priced, goodsNum: 7 })] })
  const support = await mall.staff('support')
  await support.api.consoleQuotation.quote({
    enterpriseId,
    id: quotationId,
    rowVersion: 0,
    lines: [createOfferedQuotationLine(1, priced, '901.00', '902.00')],
  })

  const proposed = { enterpriseId, userId: lin.userId, lines: [{ skuId: priced, goodsNum: 7 }] }
  const { id: proposalId } = await support.api.consoleOrderProposal.send(proposed)

  const spends = async ({ id: projectId }: { id: string }) => {
    for (const lines of [[dear, dear, dear], [dear]])
      await requestWalletPayment(lin, await lin.api.order.submit({ ...(await createOrderRequest(lin, lines)), projectId }))
  }
  const sendMessageTo = (userId: string) =>
    mall.runInTransaction((tx) =>
      sendMessages(
        tx,
        mall.moment(),
        [
          { text: 'dueLate', facts: { month: '2026-10', amount: inText(markerAmounts.due), dueDay: '2026-11-10', days: '3' } } as const,
          { text: 'voucherRejected', facts: { what: '订单支付', amount: inText(markerAmounts.transferred), reason: '不清晰' } } as const,
          { text: 'afterSaleRefunded', facts: { number: 'SH1', amount: inText(markerAmounts.refunded) } } as const,
          {
            text: 'levelUp',
            facts: { level: '白银会员', paid: `近 12 个月实付 ${inText(markerAmounts.paidInYear)}`, until: '2027-11-18' },
          } as const,
          { text: 'orderPaid', facts: { goods: '截齿' } } as const,
        ].map((says) => ({
          enterpriseId,
          userIds: [userId],
          kind: says.text === 'orderPaid' ? 'order' : 'system',
          says,
          ...(says.text === 'orderPaid'
            ? {
                order: {
                  orderNo: selectFirstOrderNo(paid),
                  goodsName: '截齿',
                  image: null,
                  amountFen: yuanTextToFen(markerAmounts.reminded),
                  state: 'WAIT_SEND' as const,
                },
              }
            : {}),
        })),
      ),
    )

  let members = 0
  /**
   * A member who had all permission codes, filled his cart, ordered above his limit and got messages about money. Then his codes were
   * reduced.
   */
  const member = async (codes: readonly string[], { manages = false } = {}): Promise<Buyer> => {
    const name = `员工${++members}`
    const person = await mall.subAccount(lin, permissionCodes, name)
    const membership = (await lin.api.subUser.list({})).find((one) => one.name === name)
    const given = { id: membership?.id ?? '', name, orderLimit: yuanTextToFen(markerAmounts.orderLimit), monthLimit: null }
    await lin.api.subUser.modify({ ...given, permCode: permissionCodes.join(',') })
    await person.api.cart.add({ skuId: priced, goodsNum: 3 })
    await submitOrders(person, [dear, dear])
    await sendMessageTo(person.userId)
    if (manages) await spends(await project('二号矿', markerAmounts.managedBudget, person.userId))
    await lin.api.subUser.modify({ ...given, permCode: codes.join(',') })
    return person
  }
  return { lin, priced, skuCode, goodsId, quotationId, proposalId, equipmentId, patrolId, listed, paid, money, member }
}

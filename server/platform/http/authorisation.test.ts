import { describe, expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import type { Endpoint, EndpointGroup } from '#contract/platform/core/endpoint.ts'
import {
  type AccessRule,
  hasPermission,
  isProgramAccess,
  isStaffAccess,
  type MemberPermissionCode,
  permissionCodes,
  type StaffRole,
  staffRoleNames,
  toStaffPermissionHolder,
} from '#contract/platform/core/permissions.ts'
import { staffPermissions } from '#contract/platform/core/staff-permissions.ts'
import { openMall } from '#server/platform/testing/mall.ts'
import type { TestUser } from '#server/platform/testing/test-user.ts'
import { selectByTestTier } from '#server/platform/testing/tier.ts'

const mall = await openMall()
const lin = await mall.buyer('林')

interface Actor {
  name: string
  person: TestUser
  /** Undefined: not a member of a company. null: all codes, a main account. */
  codes?: readonly MemberPermissionCode[] | null
  roles?: readonly StaffRole[]
}

const actors: Actor[] = [
  { name: 'a guest', person: mall.guest() },
  { name: 'a main account', person: lin, codes: null },
  { name: 'a sub-account without codes', person: await mall.subAccount(lin, []), codes: [] },
]
for (const code of permissionCodes)
  actors.push({ name: `a sub-account with ${code}`, person: await mall.subAccount(lin, [code]), codes: [code] })
for (const role of staffRoleNames) actors.push({ name: `staff: ${role}`, person: await mall.staff(role), roles: [role] })

/** The expected result of an access rule, computed independently of the server: admitted, sent to the login, or forbidden. */
function expected(needs: AccessRule, { codes, roles }: Actor): 'in' | 510 | 403 {
  const isMember = codes !== undefined
  const holds = (wanted: readonly string[]) => codes === null || wanted.some((one) => codes?.includes(one as MemberPermissionCode))
  if (typeof needs === 'object' && 'staff' in needs) {
    const admitted: readonly StaffRole[] = [...staffPermissions[needs.staff].roles, 'admin', ...(needs.read ? (['auditor'] as const) : [])]
    return !roles ? 510 : roles.some((role) => admitted.includes(role)) ? 'in' : 403
  }
  if (isProgramAccess(needs)) return 403
  if (needs === 'staff') return roles ? 'in' : 510
  if (needs === 'guest') return 'in'
  if (typeof needs === 'string' && needs.startsWith('guest or ')) return !isMember || holds([needs.slice(9)]) ? 'in' : 403
  if (!isMember) return 510
  if (needs === 'login') return 'in'
  if (needs === 'main') return codes === null ? 'in' : 403
  return holds(typeof needs === 'string' ? [needs] : needs) ? 'in' : 403
}

const calls: Endpoint[] = Object.values<EndpointGroup>(contract).flatMap((api) => Object.values(api))

/** A body that every call refuses. So an admitted caller is recognised, and nothing happens. */
const NOT_OURS = { thisFieldIsNotOurs: 1 }

/** Other methods of a call are asked for by some kinds of callers in a landing, by others at the next call, and by all before a release. */
const OTHER_METHODS_EVERY = selectByTestTier({ landing: 15, release: 1 })

describe.each(actors.map((actor, no) => ({ ...actor, no })))('$name', ({ no, ...actor }) => {
  // T-08, T-09, F6, G8, L3, E2
  test('is admitted to every call of the contract for this kind of caller, and to no other', async () => {
    for (const [at, { path, needs, methods }] of calls.entries()) {
      const answer = await actor.person.post(path, NOT_OURS)
      const gate = expected(needs, actor)
      const met = answer.code === 400 ? 'in' : answer.code
      expect({ path, gate: met, status: answer.status }).toEqual({ path, gate, status: 200 })
      if (gate === 'in') expect(['INVALID_INPUT', 'IDEMPOTENCY_KEY_MISSING']).toContain(answer.reason)
      if ((at + no) % OTHER_METHODS_EVERY > 0) continue
      for (const method of methods.filter((one) => one !== 'POST')) {
        const inQuery = method !== 'PUT'
        const other = inQuery ? { method, url: `/api${path}?thisFieldIsNotOurs=1` } : { method, url: `/api${path}`, body: NOT_OURS }
        expect({ path, method, code: (await actor.person.ask(other)).code }).toEqual({ path, method, code: answer.code })
      }
    }
  })
})

/** The codes as the domain rules describe them (domain §2): the calls that each code, and no other, opens. */
const opened: Record<MemberPermissionCode, Endpoint[]> = {
  lookGoods: [
    ...[contract.goods.list, contract.goods.detail, contract.goodsCategory.list, contract.goodsCategory.recom],
    ...[contract.comment.list, contract.comment.picture],
    ...[contract.quickOrder.match, contract.shoppingList.list, contract.shoppingList.detail, contract.materialCode.list],
    ...[contract.stockWait.list, contract.stockWait.add, contract.stockWait.delete],
    ...[contract.favourites.list, contract.favourites.ids, contract.favourites.add, contract.favourites.delete],
    ...[contract.exports.favourites, contract.exports.materialCodes],
  ],
  addCart: [
    ...[contract.cart.add, contract.cart.addMany, contract.shoppingList.add, contract.shoppingList.modify, contract.shoppingList.delete],
    ...[contract.shoppingList.addLines, contract.shoppingList.setLine, contract.shoppingList.deleteLines, contract.shoppingList.arrange],
    ...[contract.materialCode.set, contract.materialCode.delete, contract.materialCode.import],
    ...[contract.equipment.add, contract.equipment.modify, contract.equipment.addReading, contract.equipment.delete],
    ...[contract.patrol.add, contract.patrol.modify, contract.patrol.addFinding, contract.patrol.setClosed, contract.patrol.toCart],
    contract.patrol.delete,
  ],
  editCart: [contract.cart.changeCartNum, contract.cart.setCartNum, contract.cart.select, contract.cart.delete],
  buyPay: [
    ...[contract.order.preview, contract.order.submit, contract.order.payByCredit, contract.order.payByWallet],
    ...[contract.statement.previewRepayment, contract.statement.repayByWallet, contract.statement.submitAcceptance],
    ...[contract.order.changeMethod, contract.order.trade, contract.order.cancel, contract.order.askCancel, contract.order.receive],
    contract.order.withdrawCancel,
    ...[contract.signing.start, contract.signing.cancel],
    ...[contract.coupon.onHand, contract.coupon.claim, contract.coupon.redeem, contract.exports.coupons],
    ...[contract.member.claimCoupons, contract.member.claimGift],
    ...[contract.quotation.create, contract.quotation.sendMessage, contract.quotation.askAgain, contract.quotation.finish],
    ...[contract.quotation.addDrawings, contract.quotation.decline, contract.quotation.withdraw],
    contract.exports.orderProposals,
    ...[contract.orderProposal.list, contract.orderProposal.count, contract.orderProposal.detail, contract.orderProposal.decline],
    ...[contract.afterSale.apply, contract.afterSale.withdraw, contract.afterSale.sendBack],
    contract.project.bookingOptions,
    ...[contract.parcel.receive, contract.parcel.attachReceipt],
    ...[contract.comment.add, contract.comment.remove, contract.comment.reply, contract.comment.removeReply],
    ...[contract.payment.create, contract.payment.repay, contract.transfer.begin, contract.transfer.repay],
  ],
  cashAccount: [
    ...[contract.wallet.overview, contract.wallet.entries, contract.wallet.export, contract.payment.topUp, contract.payment.topUps],
    ...[contract.transfer.topUp, contract.exports.topUps],
  ],
  lookOrder: [
    ...[contract.parcel.askTrack, contract.documents.deliveryNote],
    contract.shoppingList.suggest,
    ...[contract.project.costs, contract.equipment.advice],
    contract.order.list,
    contract.order.count,
    contract.order.detail,
    contract.afterSale.detail,
    ...[contract.quotation.list, contract.quotation.count, contract.quotation.detail, contract.quotation.markRead],
    contract.quotationPrintout.print,
    ...[contract.exports.orders, contract.exports.orderLines, contract.exports.afterSales],
    contract.exports.quotations,
    ...[contract.exports.comments, contract.exports.openOrders],
    ...[contract.invoice.openOrders, contract.invoice.openStatements, contract.invoice.preview, contract.invoice.apply],
    ...[contract.invoice.reapply, contract.invoice.list, contract.invoice.count, contract.invoice.detail, contract.invoice.file],
    ...[contract.invoice.export, contract.invoiceTitle.list],
    ...[contract.afterSale.options, contract.afterSale.preview, contract.afterSale.list, contract.afterSale.count, contract.afterSale.say],
    ...[contract.comment.todo, contract.comment.mine, contract.comment.count, contract.contracts.purchase],
  ],
  applyLimit: [
    ...[contract.credit.drawdowns, contract.credit.drawdown, contract.verification.agentAuth, contract.verification.enterpriseAuthOnly],
    ...[contract.verification.enterpriseAuthApproveTrack, contract.verification.seniorAuth, contract.verification.seniorAuthOnly],
    ...[contract.statement.list, contract.statement.detail, contract.statement.confirm, contract.statement.dispute],
    contract.statement.withdrawDispute,
    ...[contract.documents.statement, contract.contracts.creditAgreement, contract.member.claimTempLimit],
    ...[contract.exports.drawdowns, contract.exports.statements],
  ],
  addressSet: [
    contract.address.add,
    contract.address.modify,
    contract.address.delete,
    contract.address.setDefault,
    contract.address.import,
    ...[contract.project.add, contract.project.modify, contract.project.setOpen, contract.project.delete],
  ],
}

describe.each(permissionCodes)('the permission code %s', (code) => {
  test('opens the calls of the specification; a sub-account with all other codes is refused with its name', async () => {
    const others = await mall.subAccount(
      lin,
      permissionCodes.filter((one) => one !== code),
    )
    const holder = await mall.subAccount(lin, [code])
    for (const { path } of opened[code]) {
      expect({ path, code: (await holder.post(path, NOT_OURS)).code }).toEqual({ path, code: 400 })
      const refused = await others.post(path, NOT_OURS)
      expect({ path, code: refused.code, reason: refused.reason, detail: refused.detail }).toMatchObject({
        path,
        code: 403,
        reason: 'NO_PERMISSION',
        detail: { permCode: code, permName: expect.stringMatching(/\p{Script=Han}/u) },
      })
    }
  })
})

test('every member sees the coupons of the enterprise and the available ones; using them needs buyPay', async () => {
  const { list, count, centre, onHand, claim, redeem } = contract.coupon
  const none = await mall.subAccount(lin, [])
  for (const { path } of [list, count, centre]) expect({ path, code: (await none.post(path)).code }).toEqual({ path, code: 200 })
  for (const { path } of [onHand, claim, redeem, contract.exports.coupons])
    expect(await none.post(path)).toMatchObject({ code: 403, detail: { permCode: 'buyPay' } })
})

test('reading addresses and the credit account needs either of two codes', async () => {
  for (const [code, path] of [
    ['buyPay', contract.address.list.path],
    ['addressSet', contract.address.list.path],
    ['buyPay', contract.credit.overview.path],
    ['applyLimit', contract.credit.overview.path],
    ['buyPay', contract.statement.owed.path],
    ['applyLimit', contract.statement.owed.path],
    ['lookOrder', contract.contracts.list.path],
    ['applyLimit', contract.contracts.list.path],
    ['cashAccount', contract.bill.list.path],
    ['applyLimit', contract.bill.list.path],
    ['buyPay', contract.transfer.list.path],
    ['cashAccount', contract.transfer.list.path],
    ['lookOrder', contract.transfer.list.path],
  ] as const) {
    expect((await (await mall.subAccount(lin, [code])).post(path)).code).toBe(200)
    expect((await (await mall.subAccount(lin, ['lookGoods'])).post(path)).code).toBe(403)
  }
})

test('the credit account is null, not forbidden, for a member who may not see it', async () => {
  const rich = await mall.buyer('陈', { credit: '1000' })
  expect(await (await mall.subAccount(rich, ['lookGoods'])).api.account.account({})).toBeNull()
  expect(await (await mall.subAccount(rich, ['applyLimit'])).api.account.account({})).not.toBeNull()
})

// B12, E7: only a token that the server made is a token, on every side.
test.each(['test1', 'admin', 'mt_', 'st_', `mt_${'A'.repeat(64)}`, `st_${'A'.repeat(43)}`, 'undefined', 'null', 'Bearer x'])(
  'the token %s is unknown',
  async (token) => {
    for (const { path, needs } of calls.filter((one) => one.needs !== 'guest' && !String(one.needs).startsWith('guest or'))) {
      const { code } = await mall.guest().post(path, NOT_OURS, { authorization: token })
      expect({ path, needs, code }).toEqual({ path, needs, code: 510 })
    }
  },
)

test('a refused person is named in the audit log', async () => {
  const sub = await mall.subAccount(lin, ['lookGoods'])
  await sub.post(contract.order.submit.path, {})
  const rows = await mall.db
    .selectFrom('audit_log')
    .select(['action', 'outcome', 'reason', 'enterprise_id'])
    .where('actor_id', '=', sub.userId)
    .where('outcome', '=', 'refused')
    .execute()
  expect(rows).toEqual([
    { action: contract.order.submit.path, outcome: 'refused', reason: 'NO_PERMISSION', enterprise_id: lin.enterpriseId },
  ])
})

test('a person who loses permissions or membership is stopped at the next call, and a running write cannot commit', async () => {
  const sub = await mall.subAccount(lin, ['addressSet'])
  await mall.runInTransaction(async (tx) => {
    await tx
      .updateTable('session')
      .set({ perm_code: 'lookGoods' })
      .where('user_id', '=', sub.userId)
      .where('ended_at', 'is', null)
      .execute()
    await tx
      .updateTable('membership')
      .set({ perm_code: 'lookGoods' })
      .where('enterprise_id', '=', lin.enterpriseId)
      .where('user_id', '=', sub.userId)
      .execute()
  })
  expect((await sub.post(contract.address.list.path)).code).toBe(403)
  await mall.runInTransaction((tx) =>
    tx.updateTable('session').set({ ended_at: mall.clock.now }).where('user_id', '=', sub.userId).execute(),
  )
  expect((await sub.post(contract.user.detail.path)).code).toBe(510)
})

// What the auditor changes is his own alone: he logs out, keeps his password, his second factor, his notices, where they reach him and his
// views, and takes back what he has asked for before he became one.
const OWN_ACCOUNT = [
  ...['staff.logOut', 'staff.changePwd', 'staff.confirmTotp', 'staff.renewRecoveryCodes'],
  'consoleSensitiveChange.withdraw',
  ...['consoleSavedView.save', 'consoleSavedView.rename', 'consoleSavedView.move', 'consoleSavedView.delete'],
  ...['consoleSavedView.setHiddenColumns', 'consoleNotice.readAll'],
  ...['consoleContact.choose', 'consoleContact.sendMailCode', 'consoleContact.confirmMail', 'consoleContact.removeMail'],
  'consoleContact.saveQuietHours',
]

test('the auditor is admitted to all reads of the console and to no writes but those of his own account', async () => {
  const auditor = toStaffPermissionHolder(['auditor'])
  const ofStaff = Object.entries<EndpointGroup>(contract)
    .flatMap(([group, api]) => Object.entries(api).map(([name, endpoint]) => ({ name: `${group}.${name}`, endpoint })))
    .filter(({ endpoint }) => isStaffAccess(endpoint.needs))
  const reads = ofStaff.filter(({ endpoint }) => endpoint.kind === 'read' || endpoint.kind === 'download')
  expect(reads.length).toBeGreaterThan(150)
  expect(reads.filter(({ endpoint }) => !hasPermission(auditor, endpoint.needs)).map(({ name }) => name)).toEqual([])
  const writes = ofStaff.filter(({ endpoint }) => endpoint.kind === 'write' || endpoint.kind === 'upload')
  expect(writes.filter(({ endpoint }) => hasPermission(auditor, endpoint.needs)).map(({ name }) => name)).toEqual(OWN_ACCOUNT)
  const boss = await mall.staff('admin')
  const both = { email: 'both@staff.test', name: '林', roles: ['auditor', 'finance'] }
  expect(await boss.post(contract.consoleStaff.add.path, both)).toMatchObject({ code: 400, detail: { field: 'roles' } })
})

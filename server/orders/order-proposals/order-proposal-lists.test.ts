import { expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import { addDays, toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { ONE_DAY_MS, openMall } from '#server/platform/testing/mall.ts'

const mall = await openMall()
const support = await mall.staff('support')
const bit = await mall.createSku('电话截齿', { sale: '100.00' })
const [lin, wu] = [await mall.buyer('林', { wallet: '9000' }), await mall.buyer('吴')]
const { enterpriseId } = lin

async function sends(userId = lin.userId) {
  mall.clock.forward(1_000)
  return support.api.consoleOrderProposal.send({ enterpriseId, userId, addressId: lin.addressId, lines: [{ skuId: bit, goodsNum: 2 }] })
}

test('a company reads what staff have prepared for it, the newest first, by state and by pages, and no other company does', async () => {
  const clerk = await mall.subAccount(lin, ['buyPay'])
  const [declined, withdrawn, ordered, expired] = [await sends(), await sends(), await sends(), await sends()]
  await lin.api.orderProposal.decline({ id: declined.id, reason: '不用了' })
  await support.api.consoleOrderProposal.withdraw({ enterpriseId, id: withdrawn.id })
  const given = { proposal: { proposalId: ordered.id, lineNos: [1] }, method: 'wallet' as const }
  const { quote } = await lin.api.order.preview(given)
  await lin.api.order.submit({ ...given, addressId: lin.addressId, quote })
  // Nobody has written yet that its last day is over.
  mall.clock.forward(10 * ONE_DAY_MS)
  await mall.renew()
  const open = await sends(clerk.userId)

  const { dataList, total } = await lin.api.orderProposal.list({})
  expect([total, dataList.map(({ id, state }) => [id, state])]).toEqual([
    5,
    [
      [open.id, 'SENT'],
      [expired.id, 'EXPIRED'],
      [ordered.id, 'ACCEPTED'],
      [withdrawn.id, 'WITHDRAWN'],
      [declined.id, 'DECLINED'],
    ],
  ])
  expect(dataList[0]).toMatchObject({
    proposalNo: open.proposalNo,
    firstGoods: '电话截齿',
    lineCount: 1,
    preparedBy: 'support',
    validUntil: '2026-12-01',
  })
  const one = await clerk.api.orderProposal.list({ state: 'EXPIRED' })
  expect([one.total, one.dataList.map(({ id }) => id)]).toEqual([1, [expired.id]])
  const second = await lin.api.orderProposal.list({ pageNo: 2, pageSize: 2 })
  expect([second.total, second.dataList.map(({ id }) => id)]).toEqual([5, [ordered.id, withdrawn.id]])
  expect(Object.fromEntries((await lin.api.orderProposal.count({})).map(({ state, count }) => [state, count]))).toEqual({
    SENT: 1,
    ACCEPTED: 1,
    DECLINED: 1,
    WITHDRAWN: 1,
    EXPIRED: 1,
  })
  const staffs = async (dateFrom: string, dateTo: string) =>
    (await support.api.consoleOrderProposal.list({ enterpriseId, dateFrom, dateTo })).dataList.map(({ id }) => id)
  const day = toShanghaiDay(mall.clock.now)
  expect(await staffs(day, day)).toEqual([open.id])
  expect(await staffs(addDays(day, -10), addDays(day, -1))).toHaveLength(4)
  expect([await wu.api.orderProposal.list({}), await wu.api.orderProposal.count({})]).toEqual([{ dataList: [], total: 0 }, []])
})

test('who may not order does not see the list', async () => {
  const viewer = await mall.subAccount(lin, ['lookOrder'])
  for (const { path } of [contract.orderProposal.list, contract.orderProposal.count])
    expect(await viewer.post(path, {})).toMatchObject({ reason: 'NO_PERMISSION' })
})

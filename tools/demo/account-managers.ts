import { fromYuan } from '#contract/platform/core/money.ts'
import { addDays, toShanghaiDay, toShanghaiMonth } from '#contract/platform/core/shanghai.ts'
import type { DemoCompanies } from './register-companies.ts'
import { logInDemoStaff, type StoryContext } from './story-context.ts'

/** A member of staff looks after two companies, from the first sale of this month on. */
export async function assignDemoAccountManager(stage: StoryContext, { mining, tunnel }: DemoCompanies): Promise<void> {
  const staff = await logInDemoStaff(stage)
  const { staffId } = await staff.api.staff.me({})
  const companies = [mining, tunnel].map((enterpriseId) => ({ enterpriseId, seenStaffId: null }))
  await staff.api.consoleAccountManager.assign({ companies, staffId })
}

/**
 * Their account manager has noted something about one of them, has talked to it, and is to call it today. An order that waits is
 * tagged, with a note. His month has a target.
 */
export async function createDemoAccountManagerHistory(stage: StoryContext, { mining, tunnel }: DemoCompanies, now: Date): Promise<void> {
  const staff = await logInDemoStaff(stage)
  const { staffId } = await staff.api.staff.me({})
  const names = ['大客户', '月结', '新开户']
  const tags: string[] = []
  for (const name of names) tags.push((await staff.api.consoleEnterpriseTag.save({ name, rowVersion: 0 })).tagId)
  await staff.api.consoleEnterpriseTag.setOf({ enterpriseId: mining, addTagIds: tags.slice(0, 2), removeTagIds: [] })
  await staff.api.consoleEnterpriseNote.add({
    enterpriseId: mining,
    text: '林总下午三点后好找。截齿每月 10 日前备货，井下停产检修时不要催收货。',
  })
  const summary = '问了第四季度的截齿用量，约 2,000 支，等采煤面计划定了再报数。'
  await staff.api.consoleFollowUp.add({
    enterpriseId: tunnel,
    kind: 'visit',
    text: '看了隧道项目部的库房，建议按月备货。',
    nextDay: null,
    completesId: null,
  })
  const day = toShanghaiDay(now)
  await staff.api.consoleFollowUp.add({ enterpriseId: mining, kind: 'phone', text: summary, nextDay: day, completesId: null })
  const quarter = addDays(day, 12)
  await staff.api.consoleFollowUp.add({
    enterpriseId: tunnel,
    kind: 'wechat',
    text: '发了新到的掘进齿目录。',
    nextDay: quarter,
    completesId: null,
  })
  await staff.api.consolePhoneCall.record({
    enterpriseId: mining,
    direction: 'out',
    contactUserId: null,
    contactName: '材料科周工',
    at: new Date(now.getTime() - 3 * 3_600_000),
    outcome: 'reached',
    minutes: 8,
    note: '核对本月到货，U84 截齿还差 40 支，周五补发。',
    nextDay: null,
    completesId: null,
  })
  const [order] = (await staff.api.consoleOrder.list({ enterpriseId: mining, queue: 'waitSend' })).dataList
  if (order) {
    const of = { enterpriseId: mining, orderNo: order.orderNo }
    const { tagId } = await staff.api.consoleEnterpriseTag.save({ name: '加急', rowVersion: 0 })
    await staff.api.consoleOrderTag.setOf(Object.assign({ addTagIds: [tagId], removeTagIds: [] }, of))
    await staff.api.consoleOrderNote.add(Object.assign({ text: '采煤面周四换齿，材料科周工来电催过，请优先安排。' }, of))
  }
  const target = { sales: fromYuan(800_000), newCompanies: 2, rowVersion: 0 }
  await staff.api.consoleSalesTarget.set({ staffId, month: toShanghaiMonth(stage.clock.now), ...target })
}

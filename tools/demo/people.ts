import { staffRoleNames } from '#contract/platform/core/permissions.ts'
import { publishedDemoEmails, publishedDemoMobiles, publishedDemoPassword } from '#server/operations/installation/public.ts'
import { setPaymentPassword } from '#server/people/identity/public.ts'
import { insertMembership } from '#server/people/organisation/public.ts'
import { insertStaff } from '#server/people/staff/public.ts'
import type { Tx } from '#server/platform/core/db.ts'
import type { Keys } from '#server/platform/core/keys.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { hashPasswordCheaply } from '#server/platform/testing/cheap-hash.ts'
import type { TestUser } from '#server/platform/testing/test-user.ts'

export const DEMO_PASSWORD = publishedDemoPassword
export const DEMO_PAY_PASSWORD = '135790'

export const { main: MAIN, sub: SUB, unverified: UNVERIFIED, twoSeats: TWO_SEATS } = publishedDemoMobiles
/** Two enterprises whose verification waits for staff: the agent step of one, the enterprise step of the other. */
export const { newAgent: NEW_AGENT, newEnterprise: NEW_ENTERPRISE } = publishedDemoMobiles
/** The main accounts of a group's parent and of its member, and a sub-account of the parent who also buys for the member. */
export const { groupParent: GROUP_PARENT, groupMember: GROUP_MEMBER, groupBuyer: GROUP_BUYER } = publishedDemoMobiles
export const { ops: OPS, fin: FIN } = publishedDemoEmails
/** The second administrator, who approves the requests of the first. */
export const { adm: ADM } = publishedDemoEmails

/** The accounts that `npm start` prints. */
export const demoAccounts = [
  [MAIN, '主账号，高级认证、黄金会员，固定额度 50 万、临时额度 10 万、钱包 8 万'],
  [SUB, '上述企业的子账号，只能浏览商品和加购物车'],
  [UNVERIFIED, '已注册、未认证'],
  [TWO_SEATS, '属于两家企业，登录后选择'],
  [GROUP_PARENT, '集团母公司的主账号，集团额度 80 万，与一家成员企业分份额'],
  [GROUP_MEMBER, '该集团成员企业的主账号'],
  [GROUP_BUYER, '母公司的子账号，也是成员企业的集团采购员，登录后选择'],
  [OPS, '运营人员，全部角色'],
  [FIN, '财务，第二审核人'],
  [ADM, '第二位管理员，同意敏感变更'],
] as const

/** The staff accounts. Their password is public, so its hash protects nothing, and staff log in often in the stories. */
export async function createDemoStaff(tx: Tx, moment: Moment, keys: Keys): Promise<void> {
  const passwordHash = await hashPasswordCheaply(keys, DEMO_PASSWORD)
  await insertStaff(tx, moment, { email: OPS, name: '运营小岩', roles: staffRoleNames, passwordHash })
  await insertStaff(tx, moment, { email: FIN, name: '财务小锋', roles: ['finance'], passwordHash })
  await insertStaff(tx, moment, { email: ADM, name: '管理员小工', roles: ['admin'], passwordHash })
}

/** Codes of a sub-account that buys. */
export const DEMO_BUYING_CODES = 'lookGoods,addCart,editCart,buyPay,lookOrder,addressSet'

interface DemoMembership {
  enterpriseId: string
  userId: string
  name: string
  permCode: string
}

/** Gives a person a membership as a sub-account, with its own payment password. */
export async function addDemoSubAccountMembership(
  tx: Tx,
  moment: Moment,
  { keys, membership }: { keys: Keys; membership: DemoMembership },
): Promise<void> {
  await insertMembership(tx, moment, membership)
  await setPaymentPassword(tx, moment, { keys, membership, payPwd: DEMO_PAY_PASSWORD })
}

/** A role of the mall's own: who leads the warehouse sees the stock report besides. */
export async function createDemoCustomRole({ api }: TestUser): Promise<void> {
  await api.consoleCustomRole.add({
    name: '仓储主管',
    description: '在仓储之外查看库存报表和采购',
    codes: ['orderView', 'shipment', 'waveView', 'waveEdit', 'skuView', 'stock', 'stockCountView', 'purchaseView', 'stockReport'],
  })
}

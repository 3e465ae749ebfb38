import { staffRoleNames } from '../../contract/permissions.ts'
import { hashPassword, register, setPaymentPassword } from '../../server/identity/public.ts'
import { addMember, recordVerification, setMemberLevel } from '../../server/organisation/public.ts'
import type { Tx } from '../../server/platform/db.ts'
import type { Keys } from '../../server/platform/keys.ts'
import type { Moment } from '../../server/platform/moment.ts'
import { insertStaff } from '../../server/staff/public.ts'

export const DEMO_PASSWORD = 'Demo123456'
export const DEMO_PAY_PASSWORD = '135790'

export const MAIN = '13800000001'
export const SUB = '13800000002'
export const UNVERIFIED = '13800000003'
export const TWO_SEATS = '13800000004'
export const OPS = 'ops@demo.local'
export const FIN = 'fin@demo.local'

/** What `npm start` prints. */
export const demoAccounts = [
  [MAIN, '主账号，高级认证、黄金会员，固定额度 50 万、临时额度 10 万、钱包 8 万'],
  [SUB, '上述企业的子账号，只能浏览商品和加购物车'],
  [UNVERIFIED, '已注册、未认证'],
  [TWO_SEATS, '在两家企业有席位，登录后选择'],
  [OPS, '运营人员，全部角色'],
  [FIN, '财务，第二审核人'],
] as const

export interface DemoCompanies {
  /** 深圳市鹏岩矿业有限公司, of the main account. */
  mining: string
  /** 广东穗隧建设工程有限公司. */
  tunnel: string
}

/** The people and companies of the demo, by the same steps that registration and verification take. */
export async function makePeople(tx: Tx, moment: Moment, keys: Keys): Promise<DemoCompanies> {
  const passwordHash = await hashPassword(keys, DEMO_PASSWORD)
  const join = async (mobile: string, userName: string) => {
    const seat = await register(tx, moment, { keys, user: { mobile, userName, passwordHash } })
    await setPaymentPassword(tx, moment, { keys, seat, payPwd: DEMO_PAY_PASSWORD })
    return seat
  }
  const seatIn = async (enterpriseId: string, userId: string, { name, permCode }: { name: string; permCode: string }) => {
    await addMember(tx, moment, { enterpriseId, userId, name, permCode })
    await setPaymentPassword(tx, moment, { keys, seat: { enterpriseId, userId }, payPwd: DEMO_PAY_PASSWORD })
  }
  const lin = await join(MAIN, '林国栋')
  const mining = { name: '深圳市鹏岩矿业有限公司', creditCode: '91440300MA5FAKE018', agentName: '林国栋' }
  await recordVerification(tx, lin.enterpriseId, { ...mining, authLevel: 3, authStatus: 7 })
  await setMemberLevel(tx, lin.enterpriseId, 3)
  const chen = await join(SUB, '陈敏')
  await seatIn(lin.enterpriseId, chen.userId, { name: '陈敏', permCode: 'lookGoods,addCart' })
  await join(UNVERIFIED, '周海')
  const huang = await join(TWO_SEATS, '黄志远')
  const tunnel = { name: '广东穗隧建设工程有限公司', creditCode: '91440101MA9FAKE026', agentName: '黄志远' }
  await recordVerification(tx, huang.enterpriseId, { ...tunnel, authLevel: 2, authStatus: 4 })
  await seatIn(lin.enterpriseId, huang.userId, { name: '黄志远', permCode: 'lookGoods,addCart,editCart,buyPay,lookOrder,addressSet' })
  await insertStaff(tx, moment, { email: OPS, name: '运营小岩', roles: staffRoleNames, passwordHash })
  await insertStaff(tx, moment, { email: FIN, name: '财务小锋', roles: ['finance'], passwordHash })
  return { mining: lin.enterpriseId, tunnel: huang.enterpriseId }
}

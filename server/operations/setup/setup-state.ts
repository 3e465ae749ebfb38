import type { SetupStepProgress } from '#contract/operations/setup/api.ts'
import { canSettleSetupStep, type SetupStep, setupSteps } from '#contract/operations/setup/setup-steps.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { type StaffRole, staffRoles } from '#contract/platform/core/permissions.ts'
import { formatShanghaiTime, toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { computeStaffPermissionCodes, parseStaffPermissionCodes } from '#contract/platform/core/staff-permissions.ts'
import {
  listHolidaysAndMakeUpWorkdaysOfYear,
  readAllSettingGroupsForConsole,
  readPublicMallProfile,
} from '#server/content/content/public.ts'
import type { Db } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import type { CheckedService, ServiceCheckResult } from './check-services.ts'
import { readSetupCounts, type SetupCounts } from './setup-facts.ts'

type Check = (service: CheckedService, moment: Moment) => Promise<ServiceCheckResult>
const NOTHING = {
  admins: 0,
  roles: '',
  customCodes: '',
  adminFrom: null,
  agreementsUnread: 0,
  shops: 0,
  freightRows: 0,
  categories: 0,
  licenceKinds: 0,
  goods: 0,
  stocked: 0,
  movedIn: 0,
  movingIn: 0,
}

const neededByNoStep: readonly StaffRole[] = ['admin', 'auditor', 'marketing']

/**
 * The roles that nobody has, in words, without those that no step of the daily work needs, and without those whose work is done by roles of
 * the mall's own: together they permit all of it.
 */
const listEmptyRoles = ({ roles, customCodes }: Pick<SetupCounts, 'roles' | 'customCodes'>): string => {
  const held = parseStaffPermissionCodes(customCodes)
  return keysOf(staffRoles)
    .filter((role) => !neededByNoStep.includes(role) && !roles.split(',').includes(role))
    .filter((role) => computeStaffPermissionCodes([role]).some((code) => !held.includes(code)))
    .map((role) => staffRoles[role].label)
    .join('、')
}

function describeMovingIn({ movedIn, movingIn }: Pick<SetupCounts, 'movedIn' | 'movingIn'>): string | undefined {
  if (movingIn > 0) return `${movingIn} 个文件还没有迁入完成`
  return movedIn > 0 ? undefined : '还没有迁入；没有旧系统请直接确认'
}

/** What a step lacks; undefined: nothing. */
async function findMissing(db: Db, moment: Moment): Promise<Record<Exclude<SetupStep, CheckedService>, string | undefined>> {
  const facts = (await readSetupCounts(db)) ?? NOTHING
  const { site, party, bank } = await readAllSettingGroupsForConsole(db)
  const { known, days } = await listHolidaysAndMakeUpWorkdaysOfYear(db, Number(toShanghaiDay(moment.now).slice(0, 4)))
  const unless = (done: boolean, note: string) => (done ? undefined : note)
  const vacant = listEmptyRoles(facts)
  const asked = facts.adminFrom === null ? '' : `；已提出的将于 ${formatShanghaiTime(facts.adminFrom).slice(0, 16)} 生效`
  return {
    secondAdmin: unless(facts.admins > 1, `现在只有一位管理员${asked}`),
    otherStaff: unless(vacant === '', `还没有人担任：${vacant}`),
    site: unless(site.values !== null, '还没有填写'),
    party: unless(party.values !== null, '还没有填写，不能开具合同'),
    bank: unless(bank.values !== null, '还没有填写，不提供转账支付'),
    agreements: unless(facts.agreementsUnread === 0, `${facts.agreementsUnread} 份协议还是系统自带的文本`),
    holidays: unless(known || days.length > 0, '今年的节假日还没有安排'),
    shops: unless(facts.shops > 0, '还没有营业的店铺'),
    freight: unless(facts.freightRows > 0, '还没有运费模板'),
    categories: unless(facts.categories > 0, '还没有二级分类'),
    licences: unless(facts.licenceKinds > 0, '还没有许可证种类；不卖受管制的商品请直接确认'),
    goods: unless(facts.goods > 0, '还没有上架的商品'),
    stock: unless(facts.stocked > 0, '在售的商品都没有库存，还不能购买'),
    movingIn: describeMovingIn(facts),
  }
}

/** The SMS signature has to be registered with the provider, so it may differ from the name that buyers know. */
const describeSignature = ({ state, note: signature }: ServiceCheckResult, shortName: string): ServiceCheckResult => ({
  state,
  note:
    state === 'connected'
      ? `签名「${signature}」，商城简称「${shortName}」${signature === shortName ? '' : '：两者不同，请核对'}`
      : signature,
})

/**
 * Describes every step of the opening: whether it is done, what a person has settled, and what it lacks. Services are checked by test
 * calls.
 */
export async function readSetupStepProgress(
  db: Db,
  moment: Moment,
  { settled, check }: { settled: readonly SetupStep[]; check: Check },
): Promise<SetupStepProgress[]> {
  const missing = await findMissing(db, moment)
  const { shortName } = await readPublicMallProfile(db)
  const describe = async (step: SetupStep): Promise<SetupStepProgress> => {
    if (canSettleSetupStep(step) && settled.includes(step)) return { step, state: 'settled', note: '' }
    if (step in missing) {
      const note = missing[step as keyof typeof missing]
      return { step, state: note === undefined ? 'done' : 'open', note: note ?? '' }
    }
    const service = await check(step as CheckedService, moment)
    return { step, ...(step === 'sms' ? describeSignature(service, shortName) : service) }
  }
  return Promise.all(keysOf(setupSteps).map(describe))
}

/** Lists the steps that are neither done nor settled, in their order. */
export const listOpenSetupSteps = (steps: readonly SetupStepProgress[]): SetupStepProgress[] =>
  steps.filter(({ state }) => state === 'open' || state === 'unset' || state === 'failed')

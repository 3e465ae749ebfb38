import type { TagTone } from '#console/platform/components/tag.tsx'
import type { UserMembership } from '#contract/people/identity/console-api.ts'
import { accountTypes } from '#contract/people/verification/verification-status.ts'

export const userStatuses = { on: { label: '正常' }, off: { label: '已冻结' } } as const
/** The status in the URL, as the call expects it. */
export const toUserStatusFilter = (status: keyof typeof userStatuses | undefined): { status?: 0 | 1 } =>
  status === undefined ? {} : { status: status === 'on' ? 1 : 0 }

interface MembershipStatus {
  label: string
  tone: TagTone
}

/** The state of a membership. If it cannot be used for several reasons, the most important one. */
export function toMembershipStatus({ enterpriseStatus, invited, status }: UserMembership): MembershipStatus {
  if (enterpriseStatus === 0) return { label: '企业已冻结', tone: 'bad' }
  if (status === 0) return { label: '已停用', tone: 'bad' }
  return invited ? { label: '待本人接受', tone: 'wait' } : { label: '可用', tone: 'good' }
}

export const formatAccountType = ({ accountType }: Pick<UserMembership, 'accountType'>): string => accountTypes[accountType]

const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/MicroMessenger/, '微信'],
  [/Edg(?:e|A|iOS)?\//, 'Edge'],
  [/HuaweiBrowser/, '华为浏览器'],
  [/Firefox|FxiOS/, 'Firefox'],
  [/Chrome|CriOS/, 'Chrome'],
  [/Safari/, 'Safari'],
]
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/HarmonyOS/, '鸿蒙'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
]

const nameIn = (names: typeof BROWSERS, text: string): string | undefined => names.find(([sign]) => sign.test(text))?.[1]

/** Formats a User-Agent as 'Chrome · Windows'; an unknown one is shown unchanged. */
export function formatUserAgentDevice(userAgent: string): string {
  const parts = [nameIn(BROWSERS, userAgent), nameIn(SYSTEMS, userAgent)].filter((part) => part !== undefined)
  return parts.length > 0 ? parts.join(' · ') : userAgent.slice(0, 40) || '未知设备'
}

import type { TagTone } from '#console/platform/components/tag.tsx'
import { formatAllRoles, type StaffAccountRow } from '#contract/people/staff/staff-api.ts'
import { formatShanghaiTimeToMinute } from '#ui/format.ts'

export const staffStatuses = { on: { label: '在用' }, off: { label: '已停用' } } as const
/** The status in the URL, as the call expects it. */
export const toStaffStatusFilter = (status: keyof typeof staffStatuses | undefined): { status?: 0 | 1 } =>
  status === undefined ? {} : { status: status === 'on' ? 1 : 0 }

/** The roles of an account in one line. */
export const formatStaffRoles = ({ roles, customRoles }: Pick<StaffAccountRow, 'roles' | 'customRoles'>): string =>
  roles.includes('admin') ? '管理员（全部权限）' : formatAllRoles(roles, customRoles)

interface AccountStatus {
  label: string
  tone: TagTone
}

/** The state of an account: disabled, waiting for its first login, or active. */
export function toStaffStatus({ status, initialUntil }: Pick<StaffAccountRow, 'status' | 'initialUntil'>, now: Date): AccountStatus {
  if (status === 0) return { label: '已停用', tone: 'bad' }
  if (initialUntil === null) return { label: '在用', tone: 'good' }
  return initialUntil > now ? { label: '待首次登录', tone: 'wait' } : { label: '初始密码已过期', tone: 'bad' }
}

/** The number of devices with open sessions, and when the latest was seen. */
export const toStaffSessionTexts = ({
  sessions,
  lastSeenAt,
}: Pick<StaffAccountRow, 'sessions' | 'lastSeenAt'>): { devices: string; seen: string } =>
  sessions === 0 || lastSeenAt === null
    ? { devices: '未登录', seen: '' }
    : { devices: `${sessions} 台设备`, seen: formatShanghaiTimeToMinute(lastSeenAt) }

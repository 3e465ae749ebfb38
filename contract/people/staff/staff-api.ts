import * as z from 'zod/mini'
import { defineEndpoints, readEndpoint, writeEndpoint } from '#contract/platform/core/endpoint.ts'
import {
  Email,
  EmptyInput,
  Id,
  Instant,
  LoginPassword,
  NullOutput,
  pageInput,
  pageOutput,
  RequiredText,
  RowVersion,
  Text,
} from '#contract/platform/core/fields.ts'
import { type StaffRole, staffRoleNames, staffRoles } from '#contract/platform/core/permissions.ts'
import { markSecretField } from '#contract/platform/core/secret.ts'
import { staffPermissionCodes } from '#contract/platform/core/staff-permissions.ts'
import { SensitiveChangeResult } from './sensitive-change-result.ts'

/** How many roles of its own a mall has at most, besides those that have ended. */
export const CUSTOM_ROLES_MAX = 50

/** A role of the mall's own that somebody has. */
const HeldCustomRole = z.object({ roleId: Id, name: z.string() })

/** The data of the staff member who makes the call. */
export const CurrentStaff = z.object({
  staffId: Id,
  email: z.string(),
  name: z.string(),
  roles: z.array(z.enum(staffRoleNames)),
  customRoles: z.array(HeldCustomRole),
  /** What all his roles permit. */
  codes: z.array(z.enum(staffPermissionCodes)),
  /** He sees and works on the companies alone whose account manager he is. */
  ownEnterprisesOnly: z.boolean(),
  /** A second factor is bound and required at every login. */
  secondFactor: z.boolean(),
  /** The number of unused recovery codes. Each lets the person log in once without the telephone. */
  recoveryCodesLeft: z.int(),
  /** SMS are stored in a local outbox that staff can read, because no provider sends them. */
  localTexts: z.boolean(),
})
export type CurrentStaff = z.output<typeof CurrentStaff>

/** Six digits of a time-based one-time password (RFC 6238). */
export const TotpCode = markSecretField(
  z.string('请输入动态口令').check(z.maxLength(6, '动态口令为6位数字'), z.regex(/^\d{6}$/, '动态口令为6位数字')),
)

/** How many recovery codes are created at once. */
export const RECOVERY_CODE_COUNT = 10
const RECOVERY_SHAPE = /^\s*[A-HJ-NP-Z2-9]{5}[- ]?[A-HJ-NP-Z2-9]{5}\s*$/i

/** A recovery code as it is typed. It is shown as ABCDE-FGHJK. */
export const RecoveryCode = markSecretField(
  z.string('请输入恢复码').check(z.maxLength(20, '恢复码为10位字母和数字'), z.regex(RECOVERY_SHAPE, '恢复码为10位字母和数字')),
)

/** Shown once and never stored in plain text. */
const RecoveryCodes = markSecretField(z.array(z.string()))

const credentials = { email: Email, pwd: LoginPassword }

export const currentStaffEndpoints = defineEndpoints('/console-api/api/staff', {
  logIn: writeEndpoint({
    path: 'log-in',
    admission: 'login',
    rateLimit: 'login',
    summary: '运营登录：先给邮箱和密码；还缺新密码或动态口令时拒绝并说明，补上再交一次',
    needs: 'guest',
    input: z.strictObject({
      ...credentials,
      /** The new password that replaces an initial password. It is ignored otherwise. */
      newPwd: z.optional(LoginPassword),
      code: z.optional(TotpCode),
      /** A recovery code instead of the TOTP code. It is ignored if there is a TOTP code. */
      recoveryCode: z.optional(RecoveryCode),
    }),
    /** Recovery codes are only in the answer to the login that binds a telephone. */
    output: z.object({ token: markSecretField(z.string()), staff: CurrentStaff, recoveryCodes: z.nullable(RecoveryCodes) }),
    refusals: [
      ...([
        'STAFF_LOGIN_FAILED',
        'LOGIN_LOCKED',
        'LOGIN_ADDRESS_LOCKED',
        'NEW_PASSWORD_NEEDED',
        'INITIAL_PASSWORD_EXPIRED',
        'PASSWORD_TOO_COMMON',
      ] as const),
      ...(['TOTP_NEEDED', 'TOTP_NOT_BOUND', 'TOTP_WRONG', 'RECOVERY_CODE_WRONG'] as const),
    ],
  }),
  bindTotp: writeEndpoint({
    path: 'log-in/bind-totp',
    rateLimit: 'login',
    summary: '绑定动态口令：得到密钥，用登录或确认时的第一个口令生效；已绑定的须由管理员重置',
    needs: 'guest',
    input: z.strictObject(credentials),
    output: z.object({ url: markSecretField(z.string()), secret: markSecretField(z.string()) }),
    refusals: ['STAFF_LOGIN_FAILED', 'LOGIN_LOCKED', 'LOGIN_ADDRESS_LOCKED', 'INITIAL_PASSWORD_EXPIRED', 'TOTP_BOUND'],
  }),
  logOut: writeEndpoint({ path: 'log-out', endsSession: true, summary: '退出', needs: 'staff', input: EmptyInput, output: NullOutput }),
  me: readEndpoint({ path: 'me', summary: '当前运营人员', needs: 'staff', input: EmptyInput, output: CurrentStaff }),
  changePwd: writeEndpoint({
    path: 'change-pwd',
    locksCaller: true,
    summary: '修改自己的登录密码，其他设备退出登录',
    needs: 'staff',
    input: z.strictObject({ oldPwd: LoginPassword, newPwd: LoginPassword }),
    output: NullOutput,
    refusals: ['OLD_PASSWORD_WRONG', 'LOGIN_LOCKED', 'LOGIN_ADDRESS_LOCKED', 'PASSWORD_TOO_COMMON'],
  }),
  confirmTotp: writeEndpoint({
    path: 'confirm-totp',
    locksCaller: true,
    summary: '已登录时用第一个口令确认绑定；得到恢复码，只显示一次',
    needs: 'staff',
    input: z.strictObject({ code: TotpCode }),
    output: z.object({ recoveryCodes: RecoveryCodes }),
    refusals: ['TOTP_WRONG', 'TOTP_NOT_BOUND', 'TOTP_BOUND'],
  }),
  renewRecoveryCodes: writeEndpoint({
    path: 'recovery-codes/renew',
    locksCaller: true,
    summary: '重新生成自己的恢复码：需要登录密码和动态口令；只显示一次，原有的立即作废',
    needs: 'staff',
    input: z.strictObject({ pwd: LoginPassword, code: TotpCode }),
    output: z.object({ recoveryCodes: RecoveryCodes }),
    refusals: ['OLD_PASSWORD_WRONG', 'LOGIN_LOCKED', 'LOGIN_ADDRESS_LOCKED', 'TOTP_WRONG', 'TOTP_NOT_BOUND'],
  }),
})

/** A staff account. */
export const StaffAccountRow = z.object({
  staffId: Id,
  email: z.string(),
  name: z.string(),
  roles: z.array(z.enum(staffRoleNames)),
  customRoles: z.array(HeldCustomRole),
  status: z.literal([0, 1]),
  secondFactor: z.boolean(),
  /** Until when the initial password is valid; null: the person has set a password of his own. */
  initialUntil: z.nullable(Instant),
  /** The devices with open sessions, and when the latest was seen. */
  sessions: z.int(),
  lastSeenAt: z.nullable(Instant),
  createdAt: Instant,
  /** The version of name and roles. */
  rowVersion: RowVersion,
})
export type StaffAccountRow = z.output<typeof StaffAccountRow>

const Roles = z.array(z.enum(staffRoleNames, '角色不正确'), '请选择角色').check(
  z.maxLength(staffRoleNames.length, '角色不正确'),
  z.refine((roles) => new Set(roles).size === roles.length, '角色不正确'),
  // With another role he could change what he audits.
  z.refine((roles) => roles.length === 1 || roles.every((role) => role !== 'auditor'), '审计员只读，不能兼任其他角色'),
)
const fields = {
  name: RequiredText(30, '请输入姓名'),
  roles: Roles,
  /** The roles of the mall's own, by id. */
  customRoleIds: z.optional(
    z.array(Id, '请选择角色').check(
      z.maxLength(CUSTOM_ROLES_MAX, '角色不正确'),
      z.refine((ids) => new Set(ids).size === ids.length, '角色不正确'),
    ),
  ),
}

/** '仓储、夜班编辑': built-in roles, then those of the mall's own. */
export const formatAllRoles = (roles: readonly StaffRole[], customRoles: readonly { name: string }[]): string =>
  [...roles.map((role) => staffRoles[role].label), ...customRoles.map(({ name }) => name)].join('、')

interface GivenRoles {
  roles: readonly StaffRole[]
  /** Left out: those that the person has already, none for a new one. */
  customRoleIds?: readonly string[] | undefined
}
/** What can be wrong with all roles of a person together, by the field. */
export const rolesMistakes = { roles: '请至少选择一个角色', customRoleIds: '审计员只读，不能兼任其他角色' } as const

/** A person has at least one role, and an auditor no other. Returns the field that is wrong; undefined: none. */
export function findWrongRolesField({
  roles,
  customRoleIds,
}: GivenRoles & { customRoleIds: readonly string[] }): keyof typeof rolesMistakes | undefined {
  if (roles.length + customRoleIds.length === 0) return 'roles'
  return roles.includes('auditor') && customRoleIds.length > 0 ? 'customRoleIds' : undefined
}

/** Roles that are left out are only known to the server, which checks all of them. */
const eachHasRoles = (['roles', 'customRoleIds'] as const).map((field) =>
  z.refine<GivenRoles>(
    ({ roles, customRoleIds }) => customRoleIds === undefined || findWrongRolesField({ roles, customRoleIds }) !== field,
    { path: [field], message: rolesMistakes[field] },
  ),
)

const One = z.strictObject({ staffId: Id })
/** Shown once and never stored in plain text. If the change waits, the password is valid from the time it takes effect. */
const Initial = z.object({ staffId: Id, initialPwd: markSecretField(z.string()), initialUntil: Instant, ...SensitiveChangeResult.shape })

export const consoleStaffAccountEndpoints = defineEndpoints('/console-api/api/staff-account', {
  list: readEndpoint({
    path: 'list',
    summary: '员工账号',
    needs: { staff: 'staffManage' },
    input: z.strictObject({ ...pageInput, keyword: z.optional(Text(50)), status: z.optional(z.literal([0, 1], '状态不正确')) }),
    output: pageOutput(StaffAccountRow),
  }),
  add: writeEndpoint({
    path: 'add',
    locksCaller: true,
    summary:
      '新增员工：得到初始密码，只显示一次，首次登录须修改；含资金、证件、成本或管理权限的须另一位管理员同意或 24 小时后生效；由只负责部分店铺的人新增的，也只负责这些店铺',
    needs: { staff: 'staffManage' },
    input: z.strictObject({ email: Email, ...fields }).check(...eachHasRoles),
    output: Initial,
    refusals: ['STAFF_EXISTS', 'CUSTOM_ROLE_NOT_FOUND', 'BEYOND_OWN_PERMISSIONS', 'CHANGE_PENDING'],
  }),
  modify: writeEndpoint({
    path: 'modify',
    locksCaller: true,
    summary: '修改员工姓名和角色；不能改自己的角色；给予含资金、证件、成本或管理权限的角色、取消管理员须另一位管理员同意或 24 小时后生效',
    needs: { staff: 'staffManage' },
    audits: 'staff',
    input: z.strictObject({ staffId: Id, ...fields, rowVersion: RowVersion }).check(...eachHasRoles),
    output: SensitiveChangeResult,
    refusals: ['STAFF_NOT_FOUND', 'OWN_ACCOUNT', 'CUSTOM_ROLE_NOT_FOUND', 'BEYOND_OWN_PERMISSIONS', 'CHANGE_PENDING', 'ROW_CHANGED'],
  }),
  setStatus: writeEndpoint({
    path: 'set-status',
    locksCaller: true,
    summary:
      '停用或启用员工：停用立即退出所有设备；不能停用自己；停用管理员、启用含资金、证件、成本或管理权限的员工须另一位管理员同意或 24 小时后生效',
    needs: { staff: 'staffManage' },
    audits: 'staff',
    input: z.strictObject({ staffId: Id, status: z.literal([0, 1], '状态不正确') }),
    output: SensitiveChangeResult,
    refusals: ['STAFF_NOT_FOUND', 'OWN_ACCOUNT', 'BEYOND_OWN_PERMISSIONS', 'CHANGE_PENDING'],
  }),
  resetPwd: writeEndpoint({
    path: 'reset-pwd',
    locksCaller: true,
    summary: '重设员工的初始密码：另一位管理员同意或 24 小时后生效，届时退出所有设备',
    needs: { staff: 'staffManage' },
    audits: 'staff',
    input: One,
    output: Initial,
    refusals: ['STAFF_NOT_FOUND', 'OWN_ACCOUNT', 'BEYOND_OWN_PERMISSIONS', 'CHANGE_PENDING'],
  }),
  resetTotp: writeEndpoint({
    path: 'reset-totp',
    locksCaller: true,
    summary: '重置员工的动态口令：另一位管理员同意或 24 小时后生效，届时退出所有设备，下次登录重新绑定',
    needs: { staff: 'staffManage' },
    audits: 'staff',
    input: One,
    output: SensitiveChangeResult,
    refusals: ['STAFF_NOT_FOUND', 'OWN_ACCOUNT', 'BEYOND_OWN_PERMISSIONS', 'CHANGE_PENDING'],
  }),
  endSessions: writeEndpoint({
    path: 'end-sessions',
    locksCaller: true,
    summary: '让一名员工退出所有设备；对自己时保留当前设备',
    needs: { staff: 'staffManage' },
    audits: 'staff',
    input: One,
    output: z.object({ count: z.int() }),
    refusals: ['STAFF_NOT_FOUND', 'OWN_ACCOUNT', 'BEYOND_OWN_PERMISSIONS'],
  }),
})

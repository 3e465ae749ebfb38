import * as z from 'zod/mini'
import { defineEndpoints, readEndpoint, writeEndpoint } from '#contract/platform/core/endpoint.ts'
import { EmptyInput, Id, Instant, Mobile, NullOutput, RequiredText } from '#contract/platform/core/fields.ts'
import { YuanUpTo } from '#contract/platform/core/money.ts'
import { type MemberPermissionCode, permissionCodes } from '#contract/platform/core/permissions.ts'

/**
 * An explicit list of permission codes without duplicates. The empty string grants none. It is never null, because null means all and
 * belongs to the main account.
 */
const PermCode = z.string('请选择权限').check(
  z.maxLength(200, '权限不正确'),
  z.refine((text) => {
    const codes = text === '' ? [] : text.split(',')
    return new Set(codes).size === codes.length && codes.every((code) => permissionCodes.includes(code as MemberPermissionCode))
  }, '权限不正确'),
)

/** The largest number of sub-accounts of an enterprise, including invited ones. */
export const SUB_ACCOUNTS_PER_ENTERPRISE_MAX = 50

const Limit = z.nullable(YuanUpTo(99_999_999.99))

/** 子账号. Limits are in yuan; null: none. */
export const EnterpriseSubAccount = z.object({
  id: Id,
  name: z.string(),
  mobile: z.string(),
  /** 0 disabled, 1 enabled. */
  status: z.literal([0, 1]),
  permCode: z.string(),
  permNames: z.array(z.string()),
  orderLimit: Limit,
  monthLimit: Limit,
  /** How much of the monthly limit is used. */
  monthUsed: YuanUpTo(9_999_999_999),
  /** null: the person has not accepted yet. */
  acceptedAt: z.nullable(Instant),
  createdAt: Instant,
  /** The parent whose buyer he is (集团采购); null: an own sub-account. `acceptedAt` null: he waits for the approval of the main account. */
  parentName: z.nullable(z.string()),
})
export type EnterpriseSubAccount = z.output<typeof EnterpriseSubAccount>

/** What a main account lets a sub-account do. */
export const subAccountRightFields = {
  permCode: PermCode,
  orderLimit: z._default(Limit, null),
  monthLimit: z._default(Limit, null),
}

const fields = { name: RequiredText(50, '请输入姓名'), ...subAccountRightFields }
const One = z.strictObject({ id: Id })

export const subAccountEndpoints = defineEndpoints('/user-api/api/user/sub-user', {
  add: writeEndpoint({
    path: 'add',
    summary: '新增子账号：发送邀请短信；已注册的手机号需本人接受',
    needs: 'main',
    memberLimit: '50 seats, and 50 invitations a day.',
    input: z.strictObject({ mobile: Mobile, ...fields }),
    output: EnterpriseSubAccount,
    refusals: ['SUB_USER_EXISTS', 'SUB_USER_FULL', 'SMS_TOO_OFTEN'],
  }),
  detail: readEndpoint({
    path: 'detail',
    summary: '一个子账号',
    needs: 'main',
    input: One,
    output: EnterpriseSubAccount,
    refusals: ['SUB_USER_NOT_FOUND'],
  }),
  delete: writeEndpoint({
    path: 'delete',
    summary: '删除子账号，其会话立即失效；订单保留',
    methods: ['DELETE', 'POST'],
    needs: 'main',
    memberLimit: 'of what was invited, 50 a day.',
    input: One,
    output: NullOutput,
    refusals: ['SUB_USER_NOT_FOUND'],
  }),
  list: readEndpoint({ path: 'list', summary: '子账号', needs: 'main', input: EmptyInput, output: z.array(EnterpriseSubAccount) }),
  modify: writeEndpoint({
    path: 'modify',
    summary: '修改姓名、权限和采购限额，立即生效',
    methods: ['PUT', 'POST'],
    needs: 'main',
    memberLimit: 500,
    input: z.strictObject({ id: Id, ...fields }),
    output: EnterpriseSubAccount,
    refusals: ['SUB_USER_NOT_FOUND', 'GROUP_BUYER_WAITS'],
  }),
  modifyStatus: writeEndpoint({
    path: 'modify-status',
    summary: '启用或停用子账号，停用后其会话立即失效',
    needs: 'main',
    memberLimit: 500,
    input: z.strictObject({ id: Id, status: z.literal([0, 1], '状态不正确') }),
    output: EnterpriseSubAccount,
    refusals: ['SUB_USER_NOT_FOUND', 'GROUP_BUYER_WAITS'],
  }),
})

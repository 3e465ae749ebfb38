import * as z from 'zod/mini'
import { defineEndpoints, readEndpoint, writeEndpoint } from '#contract/platform/core/endpoint.ts'
import { EmptyInput, Id, Mobile, NullOutput, RequiredText, Text } from '#contract/platform/core/fields.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { UNLIMITED_BECAUSE_ONLY_CHANGES_ROWS } from '#contract/platform/core/member-limits.ts'

export const ADDRESSES_PER_ENTERPRISE_MAX = 50

/** The fields of a new address. */
export const addressFields = {
  name: RequiredText(30, '请输入收货人'),
  mobile: Mobile,
  /** The code of a district by GB/T 2260, six digits. The server adds the names. */
  areaCode: z.string('请选择所在地区').check(z.regex(/^\d{6}$/, '请选择所在地区')),
  detail: RequiredText(100, '请输入详细地址'),
  isDefault: z._default(z.boolean(), false),
  /** The project whose site it is; null: it can be used by the whole enterprise. */
  projectId: z._default(z.nullable(Id), null),
}

export const Address = z.object({
  id: Id,
  name: z.string(),
  mobile: z.string(),
  areaCode: z.string(),
  province: z.string(),
  city: z.string(),
  district: z.string(),
  detail: z.string(),
  isDefault: z.boolean(),
  /** The project whose site it is; null: none, or it was deleted. */
  project: z.nullable(z.object({ id: Id, name: z.string() })),
})
export type Address = z.output<typeof Address>

/** More rows than an enterprise can have. So a file with too many gets an answer that names those that did not fit. */
export const ADDRESS_IMPORT_ROWS_MAX = 200

export const addressImportStatuses = { ADDED: '已添加', EXISTS: '已存在', INVALID: '信息有误', FULL: '地址已满' } as const

/** A row of a file as it was typed. The region can be in a column of its own or at the beginning of the detail. */
const ImportRow = z.strictObject({
  rowNo: z.int('行号不正确').check(z.minimum(1, '行号不正确'), z.maximum(9_999_999, '行号不正确')),
  name: Text(60),
  mobile: Text(30),
  region: Text(60),
  detail: Text(200),
  /** A project of the enterprise, by its name or code; '': none. */
  project: z._default(Text(60), ''),
})

export const ImportedAddressRow = z.object({
  rowNo: z.int(),
  status: z.enum(keysOf(addressImportStatuses)),
  /** What is wrong with it; null: nothing. */
  why: z.nullable(z.string()),
  /** The parsed address; null if it could not be parsed. */
  address: z.nullable(Address),
})
export type ImportedAddressRow = z.output<typeof ImportedAddressRow>

const readers = ['addressSet', 'buyPay'] as const

export const addressEndpoints = defineEndpoints('/user-api/api/address', {
  list: readEndpoint({
    path: 'list',
    summary: '收货地址，默认在前；属于某个项目的注明项目',
    needs: readers,
    input: EmptyInput,
    output: z.array(Address),
  }),
  detail: readEndpoint({
    path: 'detail',
    summary: '一个收货地址',
    needs: readers,
    input: z.strictObject({ id: Id }),
    output: Address,
    refusals: ['ADDRESS_NOT_FOUND'],
  }),
  add: writeEndpoint({
    path: 'add',
    summary: '新增收货地址；第一个为默认',
    needs: 'addressSet',
    memberLimit: '50 addresses; one that is deleted leaves nothing.',
    input: z.strictObject(addressFields),
    output: Address,
    refusals: ['ADDRESS_FULL', 'REGION_UNKNOWN', 'PROJECT_NOT_FOUND'],
  }),
  import: writeEndpoint({
    path: 'import',
    summary: '批量导入收货地址，每行给出结果；已有的不重复添加',
    needs: 'addressSet',
    memberLimit: '50 addresses; one that is deleted leaves nothing.',
    input: z.strictObject({
      rows: z
        .array(ImportRow)
        .check(z.minLength(1, '请上传收货地址'), z.maxLength(ADDRESS_IMPORT_ROWS_MAX, `一次最多 ${ADDRESS_IMPORT_ROWS_MAX} 行`)),
    }),
    output: z.array(ImportedAddressRow),
  }),
  modify: writeEndpoint({
    path: 'modify',
    summary: '修改收货地址',
    methods: ['PUT', 'POST'],
    needs: 'addressSet',
    memberLimit: UNLIMITED_BECAUSE_ONLY_CHANGES_ROWS,
    input: z.strictObject({ id: Id, ...addressFields }),
    output: Address,
    refusals: ['ADDRESS_NOT_FOUND', 'REGION_UNKNOWN', 'PROJECT_NOT_FOUND'],
  }),
  delete: writeEndpoint({
    path: 'delete',
    summary: '删除收货地址',
    methods: ['DELETE', 'POST'],
    needs: 'addressSet',
    memberLimit: UNLIMITED_BECAUSE_ONLY_CHANGES_ROWS,
    input: z.strictObject({ id: Id }),
    output: NullOutput,
    refusals: ['ADDRESS_NOT_FOUND'],
  }),
  setDefault: writeEndpoint({
    path: 'set-default',
    summary: '设为默认地址',
    needs: 'addressSet',
    memberLimit: UNLIMITED_BECAUSE_ONLY_CHANGES_ROWS,
    input: z.strictObject({ id: Id }),
    output: NullOutput,
    refusals: ['ADDRESS_NOT_FOUND'],
  }),
})

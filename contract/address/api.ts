import * as z from 'zod/mini'
import { call, endpoints, read } from '../endpoint.ts'
import { Done, Id, Mobile, Nothing, RequiredText } from '../fields.ts'

export const ADDRESSES_MAX = 50

const fields = {
  name: RequiredText(30, '请输入收货人'),
  mobile: Mobile,
  /** GB/T 2260, six digits, of a district; its names are the server's to fill in. */
  areaCode: z.string('请选择所在地区').check(z.regex(/^\d{6}$/, '请选择所在地区')),
  detail: RequiredText(100, '请输入详细地址'),
  isDefault: z._default(z.boolean(), false),
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
})
export type Address = z.output<typeof Address>

const readers = ['addressSet', 'buyPay'] as const

export const address = endpoints('/user-api/api/address', {
  list: read({ path: 'list', summary: '收货地址，默认在前', needs: readers, input: Nothing, output: z.array(Address) }),
  detail: read({
    path: 'detail',
    summary: '一个收货地址',
    needs: readers,
    input: z.strictObject({ id: Id }),
    output: Address,
    refusals: ['ADDRESS_NOT_FOUND'],
  }),
  add: call({
    path: 'add',
    summary: '新增收货地址；第一个为默认',
    needs: 'addressSet',
    input: z.strictObject(fields),
    output: Address,
    refusals: ['ADDRESS_FULL', 'REGION_UNKNOWN'],
  }),
  modify: call({
    path: 'modify',
    summary: '修改收货地址',
    needs: 'addressSet',
    input: z.strictObject({ id: Id, ...fields }),
    output: Address,
    refusals: ['ADDRESS_NOT_FOUND', 'REGION_UNKNOWN'],
  }),
  delete: call({
    path: 'delete',
    summary: '删除收货地址',
    needs: 'addressSet',
    input: z.strictObject({ id: Id }),
    output: Done,
    refusals: ['ADDRESS_NOT_FOUND'],
  }),
  setDefault: call({
    path: 'set-default',
    summary: '设为默认地址',
    needs: 'addressSet',
    input: z.strictObject({ id: Id }),
    output: Done,
    refusals: ['ADDRESS_NOT_FOUND'],
  }),
})

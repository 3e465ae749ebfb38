import * as z from 'zod/mini'
import { UnifiedCreditCode } from '#contract/people/verification/fields.ts'
import { defineEndpoints, readEndpoint, writeEndpoint } from '#contract/platform/core/endpoint.ts'
import {
  EmptyInput,
  Id,
  Instant,
  NullOutput,
  pageInput,
  pageOutput,
  RequiredText,
  RowVersion,
  RowVersionIfAny,
  Text,
} from '#contract/platform/core/fields.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { staffRoleNames } from '#contract/platform/core/permissions.ts'
import { shopLifecycle } from './shop-lifecycle.ts'

export const MALL_SHOPS_MAX = 200
export const SHOP_NAME_MAX = 30

/** The fields of a shop that people edit. */
export const shopFields = {
  name: RequiredText(SHOP_NAME_MAX, '请填写店铺名称'),
  city: RequiredText(20, '请填写所在城市'),
  notice: Text(500),
  contactName: Text(30),
  contactPhone: Text(30).check(z.regex(/^[\d+\- ()]*$/, '联系电话只能包含数字、空格和 + - ( )')),
  returnAddress: Text(200),
  taxPartyName: z.nullable(RequiredText(100, '请填写开票主体名称')),
  taxPartyCode: z.nullable(UnifiedCreditCode),
  pictureId: z.nullable(Id),
}

const State = z.enum(keysOf(shopLifecycle.states), '店铺状态不正确')

export const ConsoleShop = z.object({
  shopId: Id,
  name: z.string(),
  city: z.string(),
  notice: z.string(),
  contactName: z.string(),
  contactPhone: z.string(),
  returnAddress: z.string(),
  /** The company that sells. It is stored but not used yet: invoices name the company of the settings. */
  taxPartyName: z.nullable(z.string()),
  taxPartyCode: z.nullable(z.string()),
  pictureId: z.nullable(Id),
  state: State,
  /** The number of its goods, on the shelf or not. */
  goodsCount: z.int(),
  createdAt: Instant,
  rowVersion: RowVersion,
})
export type ConsoleShop = z.output<typeof ConsoleShop>

/** A staff member with the shops that he keeps. */
export const StaffShops = z.object({
  staffId: Id,
  name: z.string(),
  roles: z.array(z.enum(staffRoleNames)),
  /** Empty: all shops. */
  shopIds: z.array(Id),
  rowVersion: RowVersion,
})
export type StaffShops = z.output<typeof StaffShops>

const one = z.strictObject({ shopId: Id })
const seen = z.strictObject({ shopId: Id, rowVersion: RowVersion })

export const consoleShopEndpoints = defineEndpoints('/console-api/api/shop', {
  list: readEndpoint({
    path: 'list',
    summary: '店铺：只含本人负责的，先建立的在前',
    needs: { staff: 'shopView' },
    input: z.strictObject({ ...pageInput, keyword: z.optional(Text(30)), shopState: z.optional(State) }),
    output: pageOutput(ConsoleShop),
  }),
  detail: readEndpoint({
    path: 'detail',
    summary: '一个店铺',
    needs: { staff: 'shopView' },
    input: one,
    output: ConsoleShop,
    refusals: ['SHOP_NOT_FOUND'],
  }),
  save: writeEndpoint({
    path: 'save',
    summary: '新增或修改店铺（新店铺的版本为 0）：一秒内全站生效',
    needs: { staff: 'shopEdit' },
    audits: 'shop',
    input: z.strictObject({ shopId: z.optional(Id), ...shopFields, rowVersion: RowVersionIfAny }).check(
      z.refine(({ taxPartyName, taxPartyCode }) => (taxPartyName === null) === (taxPartyCode === null), {
        message: '开票主体的名称和统一社会信用代码须同时填写',
        path: ['taxPartyCode'],
      }),
    ),
    output: z.object({ shopId: Id }),
    refusals: ['SHOP_NOT_FOUND', 'SHOP_NAME_TAKEN', 'SHOPS_FULL', 'SHOP_NOT_YOURS', 'PICTURE_NOT_FOUND', 'ROW_CHANGED'],
  }),
  pause: writeEndpoint({
    path: 'pause',
    summary: '暂停营业：商品仍然可见，不能购买；已提交的订单不受影响',
    needs: { staff: 'shopEdit' },
    audits: 'shop',
    input: seen,
    output: NullOutput,
    refusals: ['SHOP_NOT_FOUND', 'SHOP_MOVED', 'ROW_CHANGED'],
  }),
  open: writeEndpoint({
    path: 'open',
    summary: '恢复营业',
    needs: { staff: 'shopEdit' },
    audits: 'shop',
    input: seen,
    output: NullOutput,
    refusals: ['SHOP_NOT_FOUND', 'SHOP_MOVED', 'ROW_CHANGED'],
  }),
  staff: readEndpoint({
    path: 'staff',
    summary: '员工负责的店铺：没有指定的负责全部店铺',
    needs: { staff: 'shopStaff' },
    input: EmptyInput,
    output: z.array(StaffShops),
  }),
  setStaff: writeEndpoint({
    path: 'set-staff',
    locksCaller: true,
    summary: '指定员工负责的店铺：为空则负责全部店铺；管理员始终负责全部；不能改自己的，只负责部分店铺的人只能指定自己负责的店铺',
    needs: { staff: 'shopStaff' },
    audits: 'staff',
    input: z.strictObject({
      staffId: Id,
      shopIds: z.array(Id).check(z.maxLength(MALL_SHOPS_MAX, `一次最多 ${MALL_SHOPS_MAX} 个店铺`)),
      rowVersion: RowVersion,
    }),
    output: NullOutput,
    refusals: [
      ...(['OWN_ACCOUNT', 'STAFF_NOT_FOUND', 'BEYOND_OWN_PERMISSIONS', 'STAFF_KEEPS_ALL_SHOPS'] as const),
      ...(['SHOP_NOT_YOURS', 'SHOP_NOT_FOUND', 'ROW_CHANGED'] as const),
    ],
  }),
})

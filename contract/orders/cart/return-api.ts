import * as z from 'zod/mini'
import { defineEndpoints, writeEndpoint } from '#contract/platform/core/endpoint.ts'
import { Id } from '#contract/platform/core/fields.ts'
import { CART_PATH_PREFIX } from './count-api.ts'

const CART_LINES_RETURNED_MAX = 200

/** 返回采购系统: in a punch-out the cart is not ordered here, it goes back to the buyer's procurement system. */
export const cartReturnEndpoints = defineEndpoints(CART_PATH_PREFIX, {
  returnCart: writeEndpoint({
    path: 'return',
    endsSession: true,
    summary: '把购物车返回采购系统：结束会话，返回提交购物车的页面地址；不选商品即不带商品返回',
    needs: 'login',
    duringPunchOut: true,
    memberLimit: 'ends a visit that a procurement system has begun.',
    input: z.strictObject({ cartIds: z.array(Id).check(z.maxLength(CART_LINES_RETURNED_MAX, '一次最多 200 种商品')) }),
    output: z.object({ returnPath: z.string() }),
    refusals: ['PUNCH_OUT_NOT_HERE', 'PUNCH_OUT_OVER', 'CART_LINE_NOT_FOUND', 'PUNCH_OUT_LINE_FAULTY', 'NOT_ON_CREDIT'],
  }),
})

import * as z from 'zod/mini'
import { call, endpoints } from '../endpoint.ts'
import { Done, Id, Quantity, RequiredText } from '../fields.ts'
import { OrderNo } from '../ordering/shapes.ts'

export const carriers = ['德邦快递', '顺丰速运', '安能物流', '京东快递', '中通快运', '自有油罐车'] as const

export const consoleFulfilment = endpoints('/console-api/api/fulfilment', {
  ship: call({
    path: 'ship',
    summary: '发出一个包裹：全部或部分商品；赊销订单按比例入账',
    needs: { staff: ['warehouse', 'admin'] },
    input: z.strictObject({
      enterpriseId: Id,
      orderNo: OrderNo,
      carrier: RequiredText(30, '请选择承运公司'),
      trackingNo: RequiredText(40, '请输入运单号'),
      lines: z.array(z.strictObject({ lineNo: z.int().check(z.minimum(1), z.maximum(1_000)), quantity: Quantity })).check(
        z.minLength(1, '请选择要发的商品'),
        z.maxLength(200, '一个包裹最多 200 行'),
        z.refine((lines) => new Set(lines.map(({ lineNo }) => lineNo)).size === lines.length, '同一行商品只能出现一次'),
      ),
    }),
    output: Done,
    refusals: ['ORDER_NOT_FOUND', 'ORDER_ACTION_NOT_ALLOWED', 'NOTHING_TO_SHIP'],
  }),
  closeShort: call({
    path: 'close-short',
    summary: '剩余商品不再发货：释放库存，退还未发部分的款项',
    needs: { staff: ['warehouse', 'admin'] },
    input: z.strictObject({ enterpriseId: Id, orderNo: OrderNo, reason: RequiredText(100, '请填写原因') }),
    output: Done,
    refusals: ['ORDER_NOT_FOUND', 'ORDER_ACTION_NOT_ALLOWED', 'AFTER_SALE_OPEN'],
  }),
})

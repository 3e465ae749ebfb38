import type { WaybillNumberService } from '#server/adapters/waybill-numbers/public.ts'
import { logInDemoStaff, type StoryContext } from './story-context.ts'

const CARRIER = '德邦快递'

/** The carrier of the stories. Its numbers are all given back there, because the local carrier of a running demo does not know them. */
export const demoWaybillNumbers: WaybillNumberService = {
  carriers: [CARRIER],
  sender: { name: '仓储小石', mobile: '13800009999' },
  take: (request) =>
    Promise.resolve({
      trackingNo: `DPK9${request.orderId.replaceAll(/\D/g, '').slice(-11).padStart(11, '0')}`,
      fault: '',
      carrierOrderNo: request.orderId,
      route: '深圳 755-A2',
      sortingPlace: '深圳枢纽',
    }),
  giveBack: () => Promise.resolve(),
}

/** The warehouse took a number for an order that waits, and gave it back, because the order goes with the next car. */
export async function createDemoWaybill(stage: StoryContext, enterpriseId: string): Promise<void> {
  const { consoleOrder, consoleWaybill } = (await logInDemoStaff(stage)).api
  const [waiting] = (await consoleOrder.list({ queue: 'waitSend', enterpriseId })).dataList
  if (!waiting) throw new Error('no order waits to be shipped')
  const { rows } = await consoleWaybill.take({ carrier: CARRIER, orders: [{ enterpriseId, orderNo: waiting.orderNo }] })
  const { trackingNo } = rows[0] ?? {}
  const row = (await consoleWaybill.list({ trackingNo: trackingNo ?? '' })).dataList[0]
  if (!row) throw new Error('the number is not listed')
  await consoleWaybill.giveBack({ enterpriseId, id: row.id, reason: '改随周五班车发货' })
}

import { GatewayOutcomeUnknownError } from '#server/adapters/gateway/public.ts'
import type { WaybillNumberService } from '#server/adapters/waybill-numbers/public.ts'
import { advanceDemoStoryClockByHours, logInDemoStaff, type StoryContext } from './story-context.ts'

const CARRIER = '德邦快递'

/** The carrier of the stories. Its numbers are all given back there, because the local carrier of a running demo does not know them. */
export const createDemoWaybillNumbers = (): WaybillNumberService & { silent: boolean } => ({
  silent: false,
  carriers: [CARRIER],
  sender: { name: '仓储小石', mobile: '13800009999' },
  take(request) {
    if (this.silent) return Promise.reject(new GatewayOutcomeUnknownError('no answer'))
    return Promise.resolve({
      trackingNo: `DPK9${request.orderId.replaceAll(/\D/g, '').slice(-11).padStart(11, '0')}`,
      fault: '',
      carrierOrderNo: request.orderId,
      route: '深圳 755-A2',
      sortingPlace: '深圳枢纽',
    })
  },
  giveBack: () => Promise.resolve(),
})

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

/** The warehouse asked for the number of another order half an hour ago, and the carrier has not answered. */
export async function createUnansweredDemoWaybill(
  stage: StoryContext,
  carrier: ReturnType<typeof createDemoWaybillNumbers>,
  enterpriseId: string,
): Promise<void> {
  advanceDemoStoryClockByHours(stage, -0.5)
  const { consoleOrder, consoleWaybill } = (await logInDemoStaff(stage)).api
  const waiting = (await consoleOrder.list({ queue: 'waitSend', enterpriseId })).dataList.at(-1)
  if (!waiting) throw new Error('no order waits to be shipped')
  carrier.silent = true
  await consoleWaybill.take({ carrier: CARRIER, orders: [{ enterpriseId, orderNo: waiting.orderNo }] })
  carrier.silent = false
  advanceDemoStoryClockByHours(stage, 0.5)
}

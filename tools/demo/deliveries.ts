import type { TankerTransport } from '#contract/orders/fulfilment/shapes.ts'
import { fromYuan } from '#contract/platform/core/money.ts'
import { drawSampleDocument } from '#server/platform/testing/identity-documents.ts'
import { toBlob } from '#server/platform/testing/uploads.ts'
import { MAIN } from './people.ts'
import { logInDemoMember, logInDemoStaff, type StoryContext } from './story-context.ts'
import { placeOrder, recordDemoBankTopUp, shipOrders } from './trade.ts'

/** Sets the clock to a fraction of the time of a story. */
type AdvanceClock = (part: number) => void

const LITRES = 1_200

const tanker: TankerTransport = {
  driver: '何永强',
  plate: '粤B6D721',
  driverMobile: '13900000021',
  weighNoteNo: 'BD-0613-027',
  litres: LITRES,
  netKg: 1_002,
}

interface Step {
  part: number
  place: string
  text: string
}

/** Staff add the tracking of the first parcel of an order, step by step. */
async function typeWay(
  stage: StoryContext,
  { enterpriseId, orderNo }: { enterpriseId: string; orderNo: string },
  steps: readonly Step[],
  advance: AdvanceClock,
) {
  for (const { part, place, text } of steps) {
    advance(part)
    const at = stage.clock.now
    await (await logInDemoStaff(stage)).api.consoleFulfilment.addTrack({ enterpriseId, orderNo, parcelNo: 1, at, place, text })
  }
}

/** Diesel for the mine by our own tanker: its tracking, the signed delivery note, received. */
export async function createDemoDieselDeliveries(
  stage: StoryContext,
  { mining, projectId }: { mining: string; projectId: string },
  advance: AdvanceClock,
): Promise<void> {
  advance(0)
  await recordDemoBankTopUp(stage, mining, fromYuan(12_000), 'ICBC-DEMO-0004')
  const orderNos = await placeOrder(await logInDemoMember(stage, MAIN), [['KT-CY0-K', LITRES]], { method: 'wallet', site: { projectId } })
  advance(0.2)
  await shipOrders(await logInDemoStaff(stage), mining, orderNos, { tanker })
  const way = [
    { part: 0.3, place: '惠州大亚湾油库', text: '装车过磅，铅封完好，罐车出库' },
    { part: 0.5, place: '深圳龙岗', text: '到达锦龙四路油库，静置接地后卸油，双方签量油单' },
  ]
  for (const orderNo of orderNos) {
    await typeWay(stage, { enterpriseId: mining, orderNo }, way, advance)
    advance(0.7)
    const lin = await logInDemoMember(stage, MAIN)
    const paper = toBlob(await drawSampleDocument('signedReceipt'), 'image/png')
    const { fileId } = await lin.api.files.uploadImage({ purpose: 'signedReceipt' }, { file: paper })
    await lin.api.parcel.attachReceipt({ orderNo, parcelNo: 1, fileId })
    await lin.api.parcel.receive({ orderNo, parcelNo: 1 })
  }
}

/** A parcel whose carrier cannot be asked: staff add its tracking. */
export async function addTracking(
  stage: StoryContext,
  { enterpriseId, orderNos, advance }: { enterpriseId: string; orderNos: readonly string[]; advance: AdvanceClock },
): Promise<void> {
  const way = [
    { part: 0.2, place: '深圳龙岗', text: '已揽收，商品装车' },
    { part: 0.5, place: '广州增城分拨中心', text: '已到达，正在中转' },
    { part: 0.8, place: '', text: '已发往深圳龙岗网点，预计次日送达，司机送货前电话联系' },
  ]
  for (const orderNo of orderNos) await typeWay(stage, { enterpriseId, orderNo }, way, advance)
}

import { webhookEventByOrderState } from '#contract/integration/integration/events.ts'
import { machineApiEndpoints } from '#contract/integration/integration/machine-api.ts'
import { API_BASE } from '#contract/platform/core/envelope.ts'
import { parsePermissionCodes } from '#contract/platform/core/permissions.ts'
import { createWebhookDeliveries, sendDueWebhookDeliveries, type WebhookSender } from '#server/integration/webhooks/public.ts'
import { runInTransaction } from '#server/platform/core/db.ts'
import { createMoment } from '#server/platform/core/moment.ts'
import { DEMO_PAY_PASSWORD, MAIN } from './people.ts'
import { advanceDemoStoryClockByHours, logInDemoMember, type StoryContext } from './story-context.ts'

const payPwd = DEMO_PAY_PASSWORD

/** The responses of the mining company's system: all succeed, except on one evening when its gateway was down. */
const erp = (): WebhookSender & { down: boolean } => ({
  down: false,
  accepts: () => true,
  post() {
    const [status, answer] = this.down ? [502, '<html><body>502 Bad Gateway</body></html>'] : [200, '{"ok":true}']
    return Promise.resolve({ status, fault: null, answer })
  },
})

/** The mining company's ERP: a key to read, and a webhook with its deliveries. The last delivery has not succeeded yet. */
export async function createDemoErpIntegration(stage: StoryContext, enterpriseId: string): Promise<void> {
  advanceDemoStoryClockByHours(stage, -3)
  const { api } = await logInDemoMember(stage, MAIN)
  const { token } = await api.apiKey.add({ name: '用友 U8 对接', permCodes: ['lookOrder', 'applyLimit'], payPwd })
  const events = ['order.paid', 'order.partSent', 'order.sent', 'statement.posted', 'invoice.issued'] as const
  await api.webhook.add({ name: 'ERP 订单同步', url: 'https://erp.pengyan.example/yanfeng/events', events: [...events], payPwd })
  await stage.http.inject({ url: API_BASE + machineApiEndpoints.me.path, headers: { authorization: `Bearer ${token}` } })
  const { dataList } = await api.order.list({ pageSize: 50 })
  const reported = dataList.filter(({ state }) => events.some((event) => event === webhookEventByOrderState[state])).slice(0, 5)
  const hooks = erp()
  for (const [nth, { orderNo, state }] of reported.reverse().entries()) {
    hooks.down = nth === reported.length - 1
    advanceDemoStoryClockByHours(stage, 0.5)
    const moment = createMoment(stage.clock.now)
    const payload = { orderId: '', orderNo, to: state }
    const news = { topic: 'order.moved', enterpriseId, payload, at: moment.now } as const
    await runInTransaction(stage.db, (tx) => createWebhookDeliveries(tx, moment, [news]))
    await sendDueWebhookDeliveries({ db: stage.db, clock: () => stage.clock.now, keys: stage.keys, hooks })
  }
}

/** The mining company's procurement system: buyers shop from it with OCI, and carts go back to it. */
export async function createDemoProcurementConnection(stage: StoryContext): Promise<void> {
  const { api } = await logInDemoMember(stage, MAIN)
  const buyer = (await api.subUser.list({})).find(({ permCode }) => parsePermissionCodes(permCode).includes('editCart'))
  if (!buyer) throw new Error('nobody whom the procurement system can act as')
  const identities = { fromDomain: '', fromIdentity: '', senderDomain: '', senderIdentity: '' }
  const terms = { onCredit: true, addressId: null, projectId: null, costCentre: '', vendorNumber: '100238', materialGroup: 'M0107' }
  await api.punchOutSetup.save(
    Object.assign({ protocol: 'OCI' as const, subAccountId: buyer.id, returnHosts: ['srm.pengyan.example'], payPwd }, identities, terms),
  )
}

import type { SetupStepState } from '#contract/operations/setup/api.ts'
import { unconfiguredCarrierTracking } from '#server/adapters/carrier-tracking/public.ts'
import type { ExternalServices } from '#server/external-services.ts'
import { type Moment, monotonicNowMs } from '#server/platform/core/moment.ts'
import { waitWithTimeout } from '#server/platform/core/within-time.ts'

/** The result of a test call. */
export interface ServiceCheckResult {
  state: Extract<SetupStepState, 'connected' | 'unset' | 'failed'>
  note: string
}
export type CheckedService = 'payments' | 'sms' | 'eInvoice' | 'express' | 'files'

const WAIT_MS = 8_000
const unset = (note: string): ServiceCheckResult => ({ state: 'unset', note })
const REASON_MAX = 200

const refuseLate = (): never => {
  throw new Error('8 秒内没有回答')
}

/** Makes a test call, which may return what is connected. An error has the message of the service. */
async function probe(call: () => Promise<unknown>): Promise<ServiceCheckResult> {
  try {
    const note = await waitWithTimeout(call(), WAIT_MS, refuseLate)
    return { state: 'connected', note: typeof note === 'string' ? note : '' }
  } catch (error) {
    return { state: 'failed', note: (error instanceof Error ? error.message : String(error)).slice(0, REASON_MAX) }
  }
}

const CHANNELS = { wechat: '微信', alipay: '支付宝', card: '银行卡' } as const

/** Asks every provider for a payment that does not exist: a valid account answers that it does not. */
async function checkPayments({ gateways }: ExternalServices, moment: Moment): Promise<ServiceCheckResult> {
  if (gateways.size === 0) return unset('没有设置任何支付机构')
  const checked = [...gateways.values()].map(async (gateway) => ({
    name: CHANNELS[gateway.channel],
    ...(await probe(() => gateway.query(moment.newId().replaceAll('-', ''), moment.now))),
  }))
  const results = await Promise.all(checked)
  const failed = results.filter(({ state }) => state === 'failed')
  if (failed.length > 0) return { state: 'failed', note: failed.map(({ name, note }) => `${name}：${note}`).join('；') }
  return { state: 'connected', note: results.map(({ name }) => name).join('、') }
}

/** Writes a small file, reads it and deletes it again. */
async function tryFiles({ files }: ExternalServices, moment: Moment): Promise<void> {
  const name = `check-${moment.newId()}`
  const bytes = moment.bytes(32)
  await files.put(name, bytes)
  const found = await files.get(name)
  await files.delete(name)
  if (!found || !bytes.equals(found)) throw new Error('写入的文件读回来不一样')
}

const checks: { [S in CheckedService]: (services: ExternalServices, moment: Moment) => Promise<ServiceCheckResult> } = {
  payments: checkPayments,
  sms: async ({ sms }, moment) => (sms.check ? probe(async () => sms.check?.(moment)) : unset('短信只保存在后台，不会发出')),
  eInvoice: async ({ eInvoice }, moment) =>
    eInvoice ? probe(() => eInvoice.query(moment.newId().replaceAll('-', ''), moment.now)) : unset('发票由财务手工登记'),
  express: async ({ express }) =>
    express === unconfiguredCarrierTracking
      ? unset('物流进度由客服手工填写')
      : probe(() => express.query({ carrier: '圆通速递', trackingNo: 'YT0000000000000', mobile: '13800000000' })),
  files: (services, moment) => probe(() => tryFiles(services, moment)),
}

/** How long a good and a bad result are reused, so that an open page does not call the services all the time. */
const GOOD_MS = 300_000
const BAD_MS = 15_000

/** Checks services with test calls, and remembers the results for a while. */
export function createCachingServiceChecker(
  services: ExternalServices,
): (service: CheckedService, moment: Moment) => Promise<ServiceCheckResult> {
  const known = new Map<CheckedService, { at: number; state: Promise<ServiceCheckResult>; good: boolean }>()
  return (service, moment) => {
    const last = known.get(service)
    if (last && monotonicNowMs() - last.at < (last.good ? GOOD_MS : BAD_MS)) return last.state
    const entry = { at: monotonicNowMs(), state: checks[service](services, moment), good: false }
    known.set(service, entry)
    void entry.state.then(({ state }) => {
      entry.good = state === 'connected'
    })
    return entry.state
  }
}

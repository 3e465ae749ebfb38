/**
 * The local carrier: a process on this machine that gives waybill numbers without a van, with the protocol of Kuaidi100's 电子面单
 * (server/adapters/waybill-numbers/kuaidi100-labels.ts). It checks the signature, gives a repeated order id the same number, and refuses an address
 * that it cannot read, and to cancel twice. With POST /faults it is slow, loses its answers, has no numbers left, gives odd ones, or keeps what is to be cancelled.
 */
import Fastify from 'fastify'
import { hangUp, takeFault } from '#sandbox/faults.ts'
import type { ProviderLocation } from '#sandbox/run.ts'
import { computeKuaidi100LabelSignature } from '#server/adapters/waybill-numbers/public.ts'
import { readOrCreateWaybillCredentials, type WaybillCredentials } from './credentials.ts'
import { openSandboxWaybillStore, type SandboxWaybillOrder, type SandboxWaybillStore } from './waybill-orders.ts'

/** The simulated faults. `deaf` and `mute`: how many of the next answers are lost, before the order is stored or after. */
export interface WaybillFaults {
  deaf: number
  mute: number
  /** How many numbers are left; negative: any number. */
  balance: number
  /** Refuses to cancel. */
  keeps: boolean
  /** Gives numbers that no carrier would give. */
  odd: boolean
  /** How long an answer takes. */
  slowMs: number
}

export const noWaybillFaults: WaybillFaults = { deaf: 0, mute: 0, balance: -1, keeps: false, odd: false, slowMs: 0 }

interface Person {
  name?: string
  mobile?: string
  printAddr?: string
}

/** The fields of a request, with the names of the protocol. */
interface Param {
  partnerId?: string
  kuaidicom?: string
  orderId?: string
  reorder?: boolean
  recMan?: Person
  sendMan?: Person
  kuaidinum?: string
}

interface Answer {
  success: boolean
  code: number
  message: string
  data?: object
}

const refusal = (code: number, message: string): Answer => ({ success: false, code, message })

/** Numbers in the formats of the carriers. */
const numberOf = (kuaidicom: string, serial: number): string => {
  const digits = (count: number) => String(serial).padStart(count, '0')
  if (kuaidicom === 'debangkuaidi') return `DPK9${digits(11)}`
  if (kuaidicom === 'shunfeng') return `SF9${digits(12)}`
  return `79${digits(12)}`
}

const PROVINCE = /^(\S{2,8}?)(省|市|自治区|特别行政区)/

const describe = (order: SandboxWaybillOrder, address: string): object => ({
  taskId: order.orderId,
  kuaidinum: order.kuaidinum,
  kdComOrderNum: order.kdComOrderNum,
  bulkpen: `${(PROVINCE.exec(address)?.[1] ?? '').slice(0, 4)} ${order.kuaidinum.slice(-3)}`,
  destSortingName: `${PROVINCE.exec(address)?.[0] ?? ''}分拨中心`,
})

const isPerson = ({ name, mobile, printAddr }: Person = {}): boolean => Boolean(name) && Boolean(mobile) && Boolean(printAddr)

function takeNumber(store: SandboxWaybillStore, faults: WaybillFaults, param: Param): Answer {
  const { orderId = '', kuaidicom = '', partnerId, recMan, sendMan, reorder } = param
  if (orderId === '' || kuaidicom === '' || !partnerId) return refusal(30001, '参数错误')
  if (!isPerson(recMan) || !isPerson(sendMan)) return refusal(30001, '收寄件人信息不完整')
  const address = recMan?.printAddr ?? ''
  const known = store.find(orderId)
  if (known && !known.cancelled && reorder === false)
    return { success: true, code: 30011, message: '订单已存在，返回原单号', data: describe(known, address) }
  if (!PROVINCE.test(address) || address.includes('无此地址')) return refusal(30001, `收件地址无法识别：${address.slice(0, 20)}`)
  if (faults.balance === 0) return refusal(30004, '账号单量不足，请充值')
  if (faults.balance > 0) faults.balance--
  const serial = store.next()
  const order = {
    orderId,
    kuaidicom,
    kuaidinum: faults.odd ? `DPK${serial}` : numberOf(kuaidicom, serial),
    kdComOrderNum: `KD${String(serial).padStart(10, '0')}`,
    cancelled: false,
  }
  store.save(order)
  return { success: true, code: 200, message: 'success', data: describe(order, address) }
}

function cancel(store: SandboxWaybillStore, faults: WaybillFaults, { kuaidinum = '', orderId }: Param): Answer {
  const known = store.findByNumber(kuaidinum)
  if (!known || known.kdComOrderNum !== orderId) return refusal(30009, '查无此单')
  // As a carrier does that says no more than that it knows no such order any more.
  if (known.cancelled) return refusal(30009, '查无此单，或已取消')
  if (faults.keeps) return refusal(30001, '快件已揽收，不能取消')
  store.save(Object.assign({}, known, { cancelled: true }))
  return { success: true, code: 200, message: 'success' }
}

/** Reads the form of a request. Returns the refusal of a wrong key or signature. */
function readParam(form: URLSearchParams, credentials: WaybillCredentials): Param | Answer {
  const [param, t] = [form.get('param') ?? '', form.get('t') ?? '']
  if (form.get('key') !== credentials.key) return refusal(30003, '账号信息不正确')
  if (form.get('sign') !== computeKuaidi100LabelSignature(param, t, credentials)) return refusal(30002, '验证签名失败')
  return JSON.parse(param) as Param
}

export interface RunningWaybillSandbox {
  base: string
  faults: WaybillFaults
  /** All orders that it has stored. */
  all(): readonly SandboxWaybillOrder[]
  close(): Promise<void>
}

/** Starts the carrier on loopback. */
export async function openWaybillSandbox({ folder, port }: ProviderLocation): Promise<RunningWaybillSandbox> {
  const http = Fastify({ bodyLimit: 64_000, forceCloseConnections: true })
  http.removeAllContentTypeParsers()
  http.addContentTypeParser('*', { parseAs: 'string' }, (_, body, done) => done(null, body))
  const store = openSandboxWaybillStore(folder)
  const credentials = readOrCreateWaybillCredentials(folder)
  const faults: WaybillFaults = { ...noWaybillFaults }
  http.post('/label/order', async (request, out) => {
    const form = new URLSearchParams(String(request.body))
    if (faults.slowMs > 0) await new Promise((resolve) => setTimeout(resolve, faults.slowMs))
    if (takeFault(faults, 'deaf')) return hangUp(request, out)
    const param = readParam(form, credentials)
    if ('success' in param) return out.send(param)
    const answer = form.get('method') === 'cancel' ? cancel(store, faults, param) : takeNumber(store, faults, param)
    return takeFault(faults, 'mute') ? hangUp(request, out) : out.send(answer)
  })
  http.post('/faults', (request) => Object.assign(faults, noWaybillFaults, JSON.parse(String(request.body || '{}'))))
  const base = await http.listen({ host: '127.0.0.1', port })
  return { base, faults, all: store.all, close: () => http.close() }
}

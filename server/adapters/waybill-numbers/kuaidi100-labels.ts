import { createHash } from 'node:crypto'
import { getWaybillError, normaliseWaybillNumber } from '#contract/orders/fulfilment/waybill.ts'
import { findKuaidi100CarrierCode, kuaidi100CarrierNames } from '#server/adapters/carrier-tracking/public.ts'
import { callProvider, GatewayOutcomeUnknownError, GatewayRefusalError, parseProviderJson } from '#server/adapters/gateway/public.ts'
import { ConfigError } from '#server/platform/core/env.ts'
import type { WaybillAccount } from '#server/platform/core/waybill-settings.ts'
import type { TakenWaybillNumber, WaybillNumberService } from './waybill-numbers.ts'

/** A number was given; or it was given before, for a request with the same order id. */
const GIVEN = new Set(['200', '30011'])
/**
 * The codes that refuse a request before a carrier hears of it: parameters, signature, account, no numbers left, and an unknown order. After any other
 * code a number may have been taken.
 */
const REFUSED = new Set(['30001', '30002', '30003', '30004', '30009'])

/** The signature of the label calls: MD5 over parameters, time, key and secret, in upper case. */
export const computeKuaidi100LabelSignature = (param: string, t: string, { key, secret }: { key: string; secret: string }): string =>
  createHash('md5').update(`${param}${t}${key}${secret}`, 'utf8').digest('hex').toUpperCase()

const cut = (value: unknown, max: number): string => [...(typeof value === 'string' ? value : '').trim()].slice(0, max).join('')

const REASON_MAX = 200

/** Sends one signed call. Returns its answer if its code says that it was obeyed. */
async function send(account: WaybillAccount, method: 'order' | 'cancel', fields: object, at: Date): Promise<Record<string, unknown>> {
  const [param, t] = [JSON.stringify(fields), String(at.getTime())]
  const form = { method, key: account.key, sign: computeKuaidi100LabelSignature(param, t, account), t, param }
  const { status, body } = await callProvider(`${account.base}/label/order`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(form).toString(),
  })
  if (status !== 200) throw new GatewayOutcomeUnknownError(`HTTP ${status}`)
  const answer = parseProviderJson(body)
  const [code, message] = [String(answer.code), cut(answer.message, REASON_MAX)]
  if (!/^-?\d{1,6}$/.test(code)) throw new GatewayOutcomeUnknownError('an answer without a code')
  if (answer.success === true && GIVEN.has(code)) return answer
  if (answer.success !== true && REFUSED.has(code)) throw new GatewayRefusalError(code, message)
  throw new GatewayOutcomeUnknownError(`${code}: ${message}`)
}

/** The longest text that is kept of a number. It is longer than any number, so that a wrong one is shown as it came. */
const NUMBER_MAX = 60

function toTakenNumber({ data }: Record<string, unknown>, carrier: string): TakenWaybillNumber {
  const given = typeof data === 'object' && data !== null ? (data as Record<string, unknown>) : {}
  const trackingNo = normaliseWaybillNumber(cut(given.kuaidinum, NUMBER_MAX))
  if (trackingNo === '') throw new GatewayOutcomeUnknownError('an answer without a number')
  return {
    trackingNo,
    fault: getWaybillError(carrier, trackingNo) ?? '',
    carrierOrderNo: cut(given.kdComOrderNum, 60),
    route: cut(given.bulkpen, 40),
    sortingPlace: cut(given.destSortingName, 40) || cut(given.destName, 40),
  }
}

/**
 * Kuaidi100's service for 电子面单 (label API v2). `reorder: false` makes it answer a repeated order id with the number of the first request. It
 * prints nothing (`NON`): the mall prints the labels itself. Throws `ConfigError` if the account names a carrier that Kuaidi100 does not know.
 */
export function createKuaidi100WaybillNumbers(account: WaybillAccount): WaybillNumberService {
  const carriers = Object.keys(account.carriers)
  const strange = carriers.filter((carrier) => findKuaidi100CarrierCode(carrier) === undefined)
  if (strange.length > 0)
    throw new ConfigError(
      `KUAIDI100_LABEL_PARTNERS 中的 ${strange.join('、')} 不是可取号的承运公司，应为全称：${kuaidi100CarrierNames.join('、')}`,
    )
  const namesOf = (carrier: string) => {
    const [own, code] = [account.carriers[carrier], findKuaidi100CarrierCode(carrier)]
    if (!own || code === undefined) throw new GatewayRefusalError('30001', `没有${carrier}的电子面单账号`)
    const secrets = Object.entries(own).filter(([, value]) => value !== '')
    return Object.assign(Object.fromEntries(secrets), { kuaidicom: code })
  }
  return {
    carriers,
    sender: account.sender,
    async take({ orderId, carrier, receiver, sender, cargo }, at) {
      const fields = Object.assign(namesOf(carrier), {
        printType: 'NON',
        orderId,
        reorder: false,
        recMan: { name: receiver.name, mobile: receiver.mobile, printAddr: receiver.address, company: receiver.company },
        sendMan: { name: account.sender.name, mobile: account.sender.mobile, printAddr: sender.address, company: sender.company },
        cargo,
        count: 1,
        payType: 'MONTHLY',
      })
      return toTakenNumber(await send(account, 'order', fields, at), carrier)
    },
    async giveBack({ carrier, trackingNo, carrierOrderNo, reason }, at) {
      const fields = Object.assign(namesOf(carrier), { kuaidinum: trackingNo, orderId: carrierOrderNo, reason })
      await send(account, 'cancel', fields, at)
    },
  }
}

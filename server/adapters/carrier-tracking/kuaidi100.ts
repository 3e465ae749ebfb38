import { createHash } from 'node:crypto'
import type { ParcelTrackState } from '#contract/orders/fulfilment/shapes.ts'
import { callProvider, GatewayOutcomeUnknownError, GatewayRefusalError, parseProviderJson } from '#server/adapters/gateway/public.ts'
import type { CarrierTrackingAccount } from '#server/platform/core/config.ts'
import type { CarrierTracking, TrackingReport, WaybillToTrack } from './carrier-tracking.ts'

/** Kuaidi100's codes of the carriers, and whether a carrier requires the last digits of the receiver's phone number. */
const CARRIERS: Readonly<Record<string, { com: string; phone?: true }>> = {
  德邦快递: { com: 'debangkuaidi' },
  顺丰速运: { com: 'shunfeng', phone: true },
  安能物流: { com: 'annengwuliu' },
  京东快递: { com: 'jd' },
  中通快运: { com: 'zhongtongkuaiyun', phone: true },
  中通快递: { com: 'zhongtong', phone: true },
  圆通速递: { com: 'yuantong' },
  申通快递: { com: 'shentong' },
  韵达快递: { com: 'yunda' },
  极兔速递: { com: 'jtexpress' },
  跨越速运: { com: 'kuayue' },
  '邮政 EMS': { com: 'ems' },
}

/** Our names of the carriers that Kuaidi100 knows. */
export const kuaidi100CarrierNames: readonly string[] = Object.keys(CARRIERS)

/** Kuaidi100's code of a carrier by our name; undefined: it does not know the carrier. */
export const findKuaidi100CarrierCode = (carrier: string): string | undefined => CARRIERS[carrier]?.com

const STATES: Readonly<Record<string, ParcelTrackState>> = {
  0: 'onTheWay',
  1: 'collected',
  2: 'problem',
  3: 'signed',
  4: 'returning',
  5: 'delivering',
  6: 'returning',
  7: 'onTheWay',
  8: 'customs',
  10: 'customs',
  11: 'customs',
  12: 'customs',
  13: 'customs',
  14: 'returning',
}

/** No result: the number is wrong or too new, or the last digits of the phone number do not match. */
const UNKNOWN = new Set(['500', '408'])
/** A fault or overload of Kuaidi100, so the result is unknown. All other codes are about the account or the request. */
const BUSY = new Set(['501', '502', '504', '505'])

/** The signature that Kuaidi100 requires: MD5 over the sent parameters, the key and the customer, in upper case. */
const signatureOf = (param: string, { key, customer }: CarrierTrackingAccount): string =>
  createHash('md5').update(`${param}${key}${customer}`, 'utf8').digest('hex').toUpperCase()

const instant = (text: unknown): Date | undefined => {
  const at = new Date(`${String(text).slice(0, 19).replace(' ', 'T')}+08:00`)
  return Number.isNaN(at.getTime()) ? undefined : at
}

const ENTRIES_MAX = 200
const cut = (value: unknown, max: number): string => [...(typeof value === 'string' ? value : '').trim()].slice(0, max).join('')

/** Parses one step. A step without a time or a text is dropped. */
function entryFrom(row: unknown): TrackingReport['entries'] {
  if (typeof row !== 'object' || row === null) return []
  const { ftime, time, context, areaName, location } = row as Record<string, unknown>
  const at = instant(ftime ?? time)
  const text = cut(context, 300)
  return at === undefined || text === '' ? [] : [{ at, place: cut(areaName ?? location, 60), text }]
}

function sightingFrom(answer: Record<string, unknown>): TrackingReport | undefined {
  const code = String(answer.returnCode ?? answer.status)
  if (UNKNOWN.has(code)) return undefined
  if (!/^\d{3}$/.test(code)) throw new GatewayOutcomeUnknownError('an answer without a result')
  if (BUSY.has(code)) throw new GatewayOutcomeUnknownError(`${code}: ${cut(answer.message, 200)}`)
  if (code !== '200') throw new GatewayRefusalError(code, cut(answer.message, 200))
  if (!Array.isArray(answer.data)) throw new GatewayOutcomeUnknownError('an answer without a way')
  // Newer versions have subtypes: 301 is of type 3.
  const number = String(answer.state)
  const state = STATES[number] ?? STATES[number.slice(0, -2)]
  if (state === undefined) throw new GatewayOutcomeUnknownError(`a parcel in the state ${number}`)
  return { state, entries: answer.data.slice(0, ENTRIES_MAX).flatMap(entryFrom) }
}

/** Kuaidi100 (快递100): one signed request per parcel. */
export const createKuaidi100Tracking = (account: CarrierTrackingAccount): CarrierTracking => ({
  supports: (carrier) => Object.hasOwn(CARRIERS, carrier),
  async query({ carrier, trackingNo, mobile }: WaybillToTrack) {
    const known = CARRIERS[carrier]
    if (!known) return undefined
    // Only as many digits of the phone number as the carrier needs.
    const param = JSON.stringify({ com: known.com, num: trackingNo, ...(known.phone ? { phone: mobile.slice(-4) } : {}) })
    const { status, body } = await callProvider(`${account.base}/poll/query.do`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ customer: account.customer, sign: signatureOf(param, account), param }).toString(),
    })
    if (status !== 200) throw new GatewayOutcomeUnknownError(`HTTP ${status}`)
    return sightingFrom(parseProviderJson(body))
  },
})

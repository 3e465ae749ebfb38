import { ADDRESSES_MAX, type Address } from '../../contract/address/api.ts'
import { safeTarget } from '../session/safe-target.ts'

/** '广东省 深圳市 龙岗区 宝龙街道 …': a municipality is not named twice. */
export const addressLine = ({ province, city, district, detail }: Pick<Address, 'province' | 'city' | 'district' | 'detail'>): string =>
  [...new Set([province, city, district]), detail].join(' ')

/** Why no further address can be added; null while one can. */
export const whyFull = (count: number): string | null =>
  count >= ADDRESSES_MAX ? `收货地址最多保存 ${ADDRESSES_MAX} 个，请先删除不用的地址` : null

const ORDER = '/order_info'

/**
 * Where to return to with a new address: the confirmation page that asked for it, with the address chosen. Anything that is no screen of
 * ours is answered by the confirmation page.
 */
export function backWith(back: string | undefined, addressId: string, origin: string): string {
  const target = safeTarget(back, { origin })
  const url = new URL(target.kind === 'route' && back !== undefined && target.path === back ? target.path : ORDER, 'http://screen')
  url.searchParams.set('addressId', addressId)
  return url.pathname + url.search
}

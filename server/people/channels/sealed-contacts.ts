// How the mail address and the WeChat of a person are sealed in `contact_setting`.
import type { Keys } from '#server/platform/core/keys.ts'
import type { Moment } from '#server/platform/core/moment.ts'

const placeOf = (column: 'mail_sealed' | 'wechat_sealed', id: string): string => `contact_setting|${column}|${id}`

export const sealMailAddress = (keys: Keys, moment: Moment, { id, mail }: { id: string; mail: string }): Buffer =>
  keys.seal(moment, placeOf('mail_sealed', id), mail)

export const openMailAddress = (keys: Keys, id: string, sealed: Buffer): string => keys.open(placeOf('mail_sealed', id), sealed)

/** The bound WeChat of a person. */
export interface WechatBinding {
  openid: string
  boundAt: Date
  isFollowing: boolean
}

interface BindingColumns {
  wechat_sealed: Buffer | null
  wechat_bound_at: Date | null
  wechat_unfollowed_at: Date | null
}

export const sealWechatId = (keys: Keys, moment: Moment, { userId, openid }: { userId: string; openid: string }): Buffer =>
  keys.seal(moment, placeOf('wechat_sealed', userId), openid)

/** Decrypts the bound WeChat of a row; undefined: there is none. */
export function openWechatBinding(keys: Keys, userId: string, row: BindingColumns): WechatBinding | undefined {
  if (!row.wechat_sealed || !row.wechat_bound_at) return undefined
  return {
    openid: keys.open(placeOf('wechat_sealed', userId), row.wechat_sealed),
    boundAt: row.wechat_bound_at,
    isFollowing: row.wechat_unfollowed_at === null,
  }
}

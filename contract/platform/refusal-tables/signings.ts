import type { RefusalTable } from './table.ts'

/** Refusals of documents that are signed electronically. */
export const signingRefusalTable = {
  SIGNING_OFF: { code: 409, msg: '商城还没有接入电子签章，请下载文件盖章后寄送' },
  SIGNING_NOT_FOUND: { code: 404, msg: '没有这份电子签署' },
  SIGNING_CLOSED: { code: 409, msg: '这份签署已经结束，请刷新' },
  SIGNING_NOT_OUR_TURN: { code: 409, msg: '现在还不该我方签署，请稍后刷新' },
  SIGNING_OUTDATED: { code: 409, msg: '文件已变更或取消，这份签署已失效；需要时请重新发起' },
  SIGNING_LATER: { code: 409, msg: '电子签章服务暂时没有答复，请稍后再试' },
  SIGNING_REFUSED_BY_PROVIDER: { code: 409, msg: '签章服务没有受理' },
  SIGNING_BUYER_NOT_VERIFIED: { code: 409, msg: '企业认证通过后才能电子签署' },
  SIGNED_FILE_NOT_READY: { code: 409, msg: '双方签署完成后才能下载' },
} as const satisfies RefusalTable

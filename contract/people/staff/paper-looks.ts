/**
 * Papers and data in clear that staff look at, and the actions under which the audit trail has each look. A test compares them with the
 * actions that there are.
 */
export const paperLooks = {
  identity: {
    label: '认证资料与证件',
    actions: ['open verification case', '/console-api/api/file/view'],
  },
  licence: { label: '许可证', actions: ['open licence', '/console-api/api/licence/view-of-shop'] },
  payment: { label: '汇款凭证与承兑汇票', actions: ['/console-api/api/file/view-payment'] },
  collection: { label: '催收函件与委托文件', actions: ['download collection letter', 'download mandate'] },
  mobile: { label: '留言人手机号', actions: ['view inquiry mobile'] },
} as const satisfies Record<string, { label: string; actions: readonly string[] }>
export type PaperLookKind = keyof typeof paperLooks

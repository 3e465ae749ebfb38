/** The client's events: those of specification §4, and some more. A test compares them with that list. */
export interface ClientEvents {
  /** 登录凭证变化: the token was stored or removed, in this tab or in another. */
  tokenNotified: undefined
  /** 登录成功: a login, a registration or a switch has stored a token. */
  loginSuccess: { userId: string; enterpriseId: string }
  /** 未登录: a call was answered with 510. `expired`: the person was logged in. */
  notLoggedIn: { expired: boolean }
  /** A guest has started something that needs a login, and it waits. */
  loginWanted: undefined
  /** A form's values have been sent. `resets`: the form with this key starts empty again. */
  typedSent: { at: string; resets: boolean }
  /** A request that was sent again after a login was refused: what it should do, and the reason. */
  parkedRefused: { act: string; msg: string }
  /** 公告已读; 订单提醒已读; any of them, and system messages. */
  noticeRead: undefined
  reminderMessageRead: undefined
  messageRead: undefined
  /** 加入购物车, or another change of the cart. */
  addToCart: { count: number }
  orderCreated: { orderNo: string }
  orderStatusChanged: { orderNo: string }
  orderCanceled: { orderNo: string }
  /** Lines were removed from the order that is being confirmed. */
  orderItemDeleted: { ids: readonly string[] }
  cartOrderSubmitted: undefined
  directOrderSubmitted: undefined
  /** 会员赠品随单: an order with a gift of the member level was submitted. */
  memberOrderSubmitted: { orderNo: string }
  paymentApplied: { tradeId: string }
  /** 支付到账: the server has reported that an online payment has arrived. */
  payNotified: { paymentId: string }
  /** 选择银行: the method of a top-up was chosen. */
  bankSelected: { way: string }
  addressSelected: { id: string }
  addressModified: { id: string }
  /** 地区变更: a district was chosen in a form. */
  areaChanged: { areaCode: string }
  /** 图片裁剪: a picture was cropped and will be sent. */
  imageCropped: { square: Blob }
  /** 头像已更换. */
  headImageChanged: undefined
  /** 支付密码设置成功. */
  payPasswordSet: undefined
  /** 评论与补充：发表、删除. */
  commentCreated: { orderNo: string; id: string }
  commentRemoved: { id: string }
  commentReplyCreated: { id: string; replyId: string }
  commentReplyRemoved: { id: string; replyId: string }
  /** 转发: a product or a comment was shared. */
  trendTransmitCreated: { what: 'goods' | 'comment'; id: string }
  /** 售后：已申请、状态变更. */
  afterSaleApplied: { id: string }
  afterSaleStatusChanged: { id: string }
  /** 开票申请: an invoice was requested. */
  invoiceOpenCreated: { id: string }
  searchCreated: { keyword: string }
  /** 组织变更: a sub-account was added, changed, disabled or deleted. */
  organizationChanged: undefined
  /** 设备已添加. */
  equipmentAdded: { id: string }
  /** 设备已编辑: its data, its wear parts or a reading, or it was deleted. */
  equipmentEdited: { id: string }
  /** A project was created, changed, closed, reopened or deleted. */
  projectChanged: { id: string }
  /** 项目人数变更. */
  projectUserCountChanged: { id: string; count: number }
  /** 项目经理变更. */
  projectManagerChanged: { id: string }
  /** 项目巡检变更: a patrol was recorded, or one of its findings has changed. */
  projectPatrolChanged: { id: string }
}
export type ClientEventName = keyof ClientEvents
type Listener<N extends ClientEventName> = (fact: ClientEvents[N]) => void

const listeners = new Map<ClientEventName, Set<(fact: never) => void>>()

/** Calls the listener at every event with this name. Returns the function that stops it. */
export function onClientEvent<N extends ClientEventName>(name: N, listener: Listener<N>): () => void {
  const set = listeners.get(name) ?? new Set()
  listeners.set(name, set.add(listener))
  return () => set.delete(listener)
}

export function emitClientEvent<N extends ClientEventName>(
  name: N,
  ...[fact]: ClientEvents[N] extends undefined ? [] : [ClientEvents[N]]
): void {
  for (const listener of listeners.get(name) ?? []) (listener as Listener<N>)(fact as ClientEvents[N])
}

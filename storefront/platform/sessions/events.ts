/** What happens in the client and others may want to know: the specification's list (§4), and some of our own. A test holds it to that list. */
export interface Events {
  /** 登录凭证变化: a token was stored or has gone, here or in another tab. */
  tokenNotified: undefined
  /** 登录成功: a login, a registration or a switch has stored a token. */
  loginSuccess: { userId: string; enterpriseId: string }
  /** 未登录: a call met a 510. `expired`: of somebody who was logged in. */
  notLoggedIn: { expired: boolean }
  /** A guest has asked for something that needs a login; it waits for one. */
  loginWanted: undefined
  /** What a form held has been sent: the form of this place begins anew. */
  typedSent: { at: string }
  /** What was sent again after a login is not done: what it was to do, and why not. */
  parkedRefused: { act: string; msg: string }
  /** 公告已读; 订单提醒已读; any of them, and system messages. */
  noticeRead: undefined
  reminderMessageRead: undefined
  messageRead: undefined
  /** 加入购物车, or the cart changed in another way. */
  addToCart: { count: number }
  orderCreated: { orderNo: string }
  orderStatusChanged: { orderNo: string }
  orderCanceled: { orderNo: string }
  /** Lines were taken off what is to be ordered. */
  orderItemDeleted: { ids: readonly string[] }
  cartOrderSubmitted: undefined
  directOrderSubmitted: undefined
  /** 会员赠品随单: an order that a gift of the member level goes with was submitted. */
  memberOrderSubmitted: { orderNo: string }
  paymentApplied: { tradeId: string }
  /** 支付到账: the server has said that an online payment has arrived. */
  payNotified: { paymentId: string }
  /** 选择银行: the way of a top-up was chosen. */
  bankSelected: { way: string }
  addressSelected: { id: string }
  addressModified: { id: string }
  /** 地区变更: a district was chosen in a form. */
  areaChanged: { areaCode: string }
  /** 图片裁剪: a picture was cut out, and is to be sent. */
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
  /** 转发: a product or a comment was sent on. */
  trendTransmitCreated: { what: 'goods' | 'comment'; id: string }
  /** 售后：已申请、状态变更. */
  afterSaleApplied: { id: string }
  afterSaleStatusChanged: { id: string }
  /** 开票申请: an invoice was asked for. */
  invoiceOpenCreated: { id: string }
  searchCreated: { keyword: string }
  /** 组织变更: a sub-account was added, changed, disabled or deleted. */
  organizationChanged: undefined
  /** 设备已添加. */
  equipmentAdded: { id: string }
  /** 设备已编辑: its facts, what it wears, a reading, or it is gone. */
  equipmentEdited: { id: string }
  /** A project was made, changed, closed, opened or deleted. */
  projectChanged: { id: string }
  /** 项目人数变更. */
  projectUserCountChanged: { id: string; count: number }
  /** 项目经理变更. */
  projectManagerChanged: { id: string }
  /** 项目巡检变更: a patrol was written, or something became of what it found. */
  projectPatrolChanged: { id: string }
}
export type EventName = keyof Events
type Listener<N extends EventName> = (fact: Events[N]) => void

const listeners = new Map<EventName, Set<(fact: never) => void>>()

/** Calls back at every event of a name. Returns how to stop. */
export function on<N extends EventName>(name: N, listener: Listener<N>): () => void {
  const set = listeners.get(name) ?? new Set()
  listeners.set(name, set.add(listener))
  return () => set.delete(listener)
}

export function emit<N extends EventName>(name: N, ...[fact]: Events[N] extends undefined ? [] : [Events[N]]): void {
  for (const listener of listeners.get(name) ?? []) (listener as Listener<N>)(fact as Events[N])
}

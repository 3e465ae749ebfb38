export { type AlipayAccount, alipayGateway } from './alipay.ts'
export * from './gateway.ts'
export { type UnionpayAccount, unionpayGateway } from './unionpay.ts'
export { type WechatAccount, wechatGateway } from './wechat.ts'

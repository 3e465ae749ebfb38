/**
 * Owns the protocol of the mall's service account (公众号) in WeChat: who a visitor is, whether he follows it, and template messages to him.
 * Writes no table.
 * Never decides who is told what.
 */
export { createWechatAccount, type WechatAccount, WechatReceiverRefusedError } from './wechat-account.ts'

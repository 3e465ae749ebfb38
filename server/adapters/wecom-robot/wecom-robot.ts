import { callProvider, GatewayOutcomeUnknownError, GatewayRefusalError, parseProviderJson } from '#server/adapters/gateway/public.ts'

/** A robot of a group in 企业微信. Its key is all that it takes to write there, so it is in no error and no log. */
export interface WecomRobotAccount {
  key: string
  base: string
}

/** Writes into a group, where everybody of it reads. */
export interface WecomRobot {
  /**
   * Throws `GatewayRefusalError` with the code of 企业微信, and `GatewayOutcomeUnknownError` if there was no answer or one that asks to come again: then
   * the text may stand there.
   */
  send(text: string): Promise<void>
}

/** What the protocol takes, in bytes of UTF-8. */
const TEXT_BYTES_MAX = 2_048
/** 系统繁忙, and more than twenty messages a minute. */
const LATER = new Set([-1, 45_009])

/** Cuts a text to what the protocol takes, at the end of a character. */
function cutToBytes(text: string): string {
  // A character that is cut in two ends as one that stands for nothing.
  return Buffer.from(text)
    .subarray(0, TEXT_BYTES_MAX)
    .toString('utf8')
    .replace(/\ufffd$/, '')
}

/** The robot of a group: `POST /cgi-bin/webhook/send?key=…` with a text. */
export const createWecomRobot = ({ key, base }: WecomRobotAccount): WecomRobot => ({
  async send(text) {
    const { status, body } = await callProvider(`${base}/cgi-bin/webhook/send?key=${encodeURIComponent(key)}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ msgtype: 'text', text: { content: cutToBytes(text) } }),
    })
    if (status !== 200) throw new GatewayOutcomeUnknownError(`HTTP ${status}`)
    const { errcode } = parseProviderJson(body)
    if (errcode === 0) return
    if (typeof errcode !== 'number' || LATER.has(errcode)) throw new GatewayOutcomeUnknownError(`企业微信 ${String(errcode)}`)
    // Its message can repeat the address with the key.
    throw new GatewayRefusalError(String(errcode), '企业微信没有收下')
  },
})

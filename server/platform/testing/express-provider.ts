import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll } from 'vitest'

/** The provider's next answer: an object is sent as JSON, a string as text, a number as HTTP status. `hang`: no answer. */
export type CarrierTrackingReply = object | string | number | 'hang'

const ACCOUNT = { customer: 'B16D60211DDFF05F0C410522A9719099', key: 'sPDrYHei4516' }

/**
 * Starts a tracking provider on loopback with the protocol of Kuaidi100: it takes a form with `customer`, `sign` and `param`, refuses a
 * wrong signature, and then gives the answer that the story sets.
 */
export async function startCarrierTrackingProvider() {
  const state: { reply: CarrierTrackingReply; asked: Record<string, string>[] } = { reply: {}, asked: [] }
  const server = createServer((request, response) => {
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', () => {
      const form = new URLSearchParams(Buffer.concat(pieces).toString('utf8'))
      const [param, customer] = [form.get('param') ?? '', form.get('customer') ?? '']
      const due = createHash('md5')
        .update(param + ACCOUNT.key + customer)
        .digest('hex')
        .toUpperCase()
      const send = (body: string, status = 200) => response.writeHead(status, { 'content-type': 'application/json' }).end(body)
      if (request.url !== '/poll/query.do' || request.method !== 'POST') return send('', 404)
      if (customer !== ACCOUNT.customer || form.get('sign') !== due)
        return send(JSON.stringify({ result: false, returnCode: '503', message: '验证签名失败' }))
      state.asked.push(JSON.parse(param) as Record<string, string>)
      if (state.reply === 'hang') return response.destroy()
      if (typeof state.reply === 'number') return send('', state.reply)
      return send(typeof state.reply === 'string' ? state.reply : JSON.stringify(state.reply))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterAll(() => new Promise((resolve) => server.close(resolve)))
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { state, account: { ...ACCOUNT, base } }
}

/** A track in Kuaidi100's format, the newest step first. */
export const toKuaidi100Track = (state: string, steps: readonly [time: string, place: string, text: string][]): object => ({
  message: 'ok',
  nu: 'x',
  ischeck: state === '3' ? '1' : '0',
  com: 'x',
  status: '200',
  condition: 'F00',
  state,
  data: steps.map(([ftime, areaName, context]) => ({ time: ftime, ftime, context, areaName, status: '在途' })),
})

export const NO_TRACK_REPLY = { result: false, returnCode: '500', message: '查询无结果，请隔段时间再查' }

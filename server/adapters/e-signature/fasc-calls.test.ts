import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { GatewayOutcomeUnknownError, GatewayRefusalError } from '#server/adapters/gateway/public.ts'
import { SigningAccountRefusedError } from './e-signature.ts'
import { createFascCaller } from './fasc-calls.ts'

const now = new Date('2026-11-18T02:00:00Z')
/** What the provider answers, by path; and the paths that were called. */
let answers: Record<string, object> = {}
let called: string[] = []
const http = createServer(({ url = '' }, answer) => {
  called.push(url)
  answer.end(JSON.stringify(answers[url]))
})
beforeAll(() => new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve)))
afterAll(() => new Promise((resolve) => http.close(resolve)))

const TOKEN_PATH = '/service/get-access-token'
const CALL_PATH = '/sign-task/get-detail'
const given = { code: '100000', msg: '请求成功', data: { accessToken: 'token' } }

/** Makes a call to a provider with these answers. Returns the data, or the error, and the paths that were called. */
async function callWith(token: object, detail: object = { code: '100000', data: 'done' }) {
  answers = { [TOKEN_PATH]: token, [CALL_PATH]: detail }
  called = []
  const base = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  const call = createFascCaller({ base, appId: 'app', appSecret: 'secret', openCorpId: 'corp' }, () => 'nonce')
  const result = await call(CALL_PATH, { signTaskId: '1' }, now).catch((error: unknown) => error)
  return { result, called }
}

test('a refused call is told from an account that is not let in, and from an answer that says nothing', async () => {
  expect(await callWith(given)).toEqual({ result: 'done', called: [TOKEN_PATH, CALL_PATH] })

  const wrongSecret = await callWith({ code: '100012', msg: '签名错误' })
  expect(wrongSecret).toMatchObject({ result: { message: '100012: 签名错误' }, called: [TOKEN_PATH] })
  expect(wrongSecret.result).toBeInstanceOf(SigningAccountRefusedError)

  // A token that is not valid is fetched again, once.
  const wrongToken = await callWith(given, { code: '100002', msg: 'accessToken 无效' })
  expect(wrongToken.called).toEqual([TOKEN_PATH, CALL_PATH, TOKEN_PATH, CALL_PATH])
  expect(wrongToken.result).toBeInstanceOf(SigningAccountRefusedError)

  const refused = await callWith(given, { code: '211054', msg: '签署任务不存在' })
  expect(refused.result).toBeInstanceOf(GatewayRefusalError)

  for (const data of [undefined, {}, { accessToken: '' }, { accessToken: 7 }]) {
    const { result } = await callWith({ code: '100000', msg: '请求成功', data })
    expect(result).toBeInstanceOf(GatewayOutcomeUnknownError)
    expect(result).toMatchObject({ message: 'an answer without accessToken' })
    expect(result).not.toBeInstanceOf(SigningAccountRefusedError)
  }
})

import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { drawReadableDocument } from '#sandbox/document-reader/documents.ts'
import { noDocumentReaderFaults } from '#sandbox/document-reader/provider.ts'
import { sampleDocuments } from '#sandbox/document-reader/sample-documents.ts'
import { computeQichachaToken, createQichachaRegister } from '#server/adapters/company-register/public.ts'
import { GatewayOutcomeUnknownError, GatewayRefusalError } from '#server/adapters/gateway/public.ts'
import { readConfig } from '#server/platform/core/config.ts'
import { startDocumentReaderSandbox } from '#server/platform/testing/document-reader-sandbox.ts'
import { computeTc3Authorization, createTencentDocumentReader, DOCUMENT_PICTURE_BYTES_MAX, toRegisterValues } from './public.ts'

const at = new Date('2026-11-18T06:00:00Z')
const sandbox = await startDocumentReaderSandbox(() => at)
const reader = createTencentDocumentReader(sandbox.reader)
const register = createQichachaRegister(sandbox.register)
/** A sample paper as it is sent: encoded again as a JPEG, and made smaller. */
const picture = async (name: string, width = 1_024) =>
  sharp(await drawReadableDocument(sampleDocuments[name] ?? expect.fail('no such paper')))
    .resize({ width })
    .jpeg({ quality: 85 })
    .toBuffer()
beforeEach(() => void Object.assign(sandbox.faults, noDocumentReaderFaults))

test('the signature is that of the worked example in the documentation of Tencent Cloud (签名方法 v3)', () => {
  // The example prints its key as asterisks and computes with them.
  const key = { secretId: `AKID${'*'.repeat(32)}`, secretKey: '*'.repeat(32) }
  const body = '{"Limit": 1, "Filters": [{"Values": ["\\u672a\\u547d\\u540d"], "Name": "instance-name"}]}'
  const request = { host: 'cvm.tencentcloudapi.com', service: 'cvm', action: 'DescribeInstances', body, at: new Date(1_551_113_065_000) }
  expect(computeTc3Authorization(key, request)).toBe(
    `TC3-HMAC-SHA256 Credential=AKID${'*'.repeat(32)}/2019-02-25/cvm/tc3_request, SignedHeaders=content-type;host;x-tc-action, Signature=10b1a37a7301a02ca19a647ad722d5e43b4b3cff309d421d85b46093f6ab6c4f`,
  )
})

test('the token of the register is MD5 over key, seconds and secret, in capitals', () => {
  // Computed with: printf 'kk1576123932ss' | md5sum
  expect(computeQichachaToken({ key: 'kk', secret: 'ss' }, '1576123932')).toBe('631D6EFF7C65B7141DD91236A03AB268')
})

test('a licence and both sides of an identity card are read from their pictures', async () => {
  expect(await reader.read('licence', await picture('营业执照.png'), at)).toEqual({
    state: 'read',
    values: {
      enterpriseName: '深圳海川隧道工程有限公司',
      creditCode: '91440300MA5X20001X',
      registeredCapital: 3_000,
      foundDate: '2016-04-18',
      legalName: '沈海川',
      registeredAddress: '深圳市龙岗区坂田街道环城南路 5 号',
    },
  })
  const front = await picture('经办人身份证人像面.png', 640)
  expect(await reader.read('idFront', front, at)).toEqual({ state: 'read', values: { personName: '陈立平', idNo: '990000198603122011' } })
  const back = await picture('法定代表人身份证国徽面.png')
  expect(await reader.read('idBack', back, at)).toEqual({ state: 'read', values: { validUntil: '2038-07-09' } })
})

test('another paper, or a picture of nothing, cannot be read, and a picture that is too large is not sent', async () => {
  const other = { state: 'unreadable', reason: expect.stringContaining('-20001') }
  expect(await reader.read('licence', await picture('经办人身份证人像面.png'), at)).toEqual(other)
  const side = { state: 'unreadable', reason: expect.stringContaining('CardSideError') }
  expect(await reader.read('idBack', await picture('经办人身份证人像面.png'), at)).toEqual(side)
  const blank = await sharp({ create: { width: 800, height: 900, channels: 3, background: '#777' } })
    .jpeg()
    .toBuffer()
  expect(await reader.read('idFront', blank, at)).toMatchObject({ state: 'unreadable' })
  const before = sandbox.asked.pictures
  await expect(reader.read('idFront', new Uint8Array(DOCUMENT_PICTURE_BYTES_MAX + 1), at)).rejects.toThrow(RangeError)
  expect(sandbox.asked.pictures).toBe(before)
})

test('a company is found by its name and by its code', async () => {
  const found = await register.find('91430100MA4Y20002Y', at)
  expect(found).toMatchObject({
    state: 'read',
    values: { enterpriseName: '长沙岭南矿业有限公司', registeredCapital: 800, legalName: '周岭' },
  })
  expect(await register.find('长沙岭南矿业有限公司', at)).toEqual(found)
  expect(await register.find('没有这家公司', at)).toEqual({ state: 'notFound' })
})

test('a wrong secret, an old request and an account without money are refused', async () => {
  const blank = new Uint8Array([1])
  await expect(createTencentDocumentReader({ ...sandbox.reader, secretKey: 'x' }).read('licence', blank, at)).rejects.toThrow(
    'AuthFailure.SignatureFailure',
  )
  await expect(reader.read('licence', blank, new Date(at.getTime() - 600_000))).rejects.toThrow(GatewayRefusalError)
  await expect(createQichachaRegister({ ...sandbox.register, secret: 'x' }).find('a', at)).rejects.toThrow('101')
  sandbox.faults.quota = 2
  await expect(reader.read('licence', blank, at)).rejects.toThrow('ResourceUnavailable.InArrears')
  await expect(register.find('a', at)).rejects.toThrow(GatewayRefusalError)
})

describe('there is no answer when', () => {
  test.each(['mute', 'long', 'endless', 'page'] as const)('the service is %s', async (fault) => {
    sandbox.faults[fault] = 2
    await expect(reader.read('licence', await picture('营业执照.png'), at)).rejects.toThrow(GatewayOutcomeUnknownError)
    await expect(register.find('长沙岭南矿业有限公司', at)).rejects.toThrow(GatewayOutcomeUnknownError)
  })
})

test('a late answer is no answer', async () => {
  sandbox.faults.slowMs = 1_000
  const impatient = createTencentDocumentReader(sandbox.reader, { timeoutMs: 100 })
  await expect(impatient.read('licence', await picture('营业执照.png'), at)).rejects.toThrow(GatewayOutcomeUnknownError)
})

let respond: RequestListener = () => {}
const server = createServer((incoming, out) => respond(incoming, out))
afterAll(() => new Promise((resolve) => server.close(resolve)))

test.each([
  ['an error of the server', 502, '{}'],
  ['no JSON', 200, '<html>'],
  ['an answer without a response', 200, '{"Response":[]}'],
  ['an error without a code', 200, '{"Response":{"Error":{"Message":"x"}}}'],
  ['a service that is busy', 200, '{"Response":{"Error":{"Code":"RequestLimitExceeded","Message":"x"}}}'],
])('%s is no answer', async (_, status, body) => {
  if (!server.listening) await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  respond = (_incoming, out) => out.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(body)
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  await expect(createTencentDocumentReader({ ...sandbox.reader, base }).read('licence', new Uint8Array([1]), at)).rejects.toThrow(
    GatewayOutcomeUnknownError,
  )
})

test.each([
  ['201', 'notFound'],
  ['208', 'notFound'],
  ['213', 'notFound'],
  ['215', 'notFound'],
  ['110', GatewayOutcomeUnknownError],
  ['205', GatewayOutcomeUnknownError],
  ['105', GatewayRefusalError],
  ['404', GatewayRefusalError],
])('the code %s of the register', async (code, due) => {
  if (!server.listening) await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  respond = (_incoming, out) =>
    out.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ Status: code, Message: 'x' }))
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const found = createQichachaRegister({ ...sandbox.register, base }).find('a', at)
  if (typeof due === 'string') expect(await found).toEqual({ state: due })
  else await expect(found).rejects.toThrow(due)
})

test('values of a hostile or careless answer are bounded, and what cannot be parsed is left out', () => {
  const hostile = {
    Name: '长'.repeat(500),
    CreditCode: { a: 1 },
    RegistCapi: '100万美元',
    StartDate: '2016-02-31',
    OperName: ['x'],
    Address: 'a\u0000b',
  }
  expect(toRegisterValues(hostile)).toEqual({ enterpriseName: '长'.repeat(80), registeredAddress: 'ab' })
})

test('the environment must set an account completely or not at all', () => {
  expect(readConfig({})).toMatchObject({ documentReader: undefined, companyRegister: undefined })
  expect(readConfig({ TENCENT_OCR_SECRET_ID: 'i', TENCENT_OCR_SECRET_KEY: 'k' }).documentReader).toEqual({
    secretId: 'i',
    secretKey: 'k',
    region: 'ap-guangzhou',
    base: 'https://ocr.tencentcloudapi.com',
  })
  expect(() => readConfig({ TENCENT_OCR_SECRET_ID: 'i' })).toThrow('证件识别的设置不完整：缺少 TENCENT_OCR_SECRET_KEY')
  expect(() => readConfig({ QICHACHA_KEY: 'k' })).toThrow('工商查询的设置不完整：缺少 QICHACHA_SECRET')
})

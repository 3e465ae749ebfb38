import { X509Certificate } from 'node:crypto'
import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { createTestAuthority, createTestKey, issueTestCertificate, toCertificatePem } from '#sandbox/e-signature/certificates.ts'
import { createCertificateLister } from '#server/external-services.ts'
import { registerCertificateMetrics } from '#server/platform/web/metrics.ts'
import { readConfig } from './config.ts'

const start = new Date('2026-11-18T06:00:00Z')
const DAY_MS = 86_400_000
const authority = createTestAuthority(createTestKey(), start)
const issue = (now = start) => toCertificatePem(issueTestCertificate(authority, '岩锋工品', now).der)
const serialOf = (pem: string) => new X509Certificate(pem).serialNumber
const [merchant, platform, next, union] = [issue(), issue(), issue(new Date(start.getTime() + 365 * DAY_MS)), issue()]
const key = createTestKey()
const privateKey = String(key.export({ type: 'pkcs8', format: 'pem' }))

const env = {
  PUBLIC_URL: 'https://mall.example',
  WECHAT_MCHID: '1900000001',
  WECHAT_APPID: 'wx1',
  WECHAT_API_KEY: '0123456789abcdef0123456789abcdef',
  WECHAT_SERIAL: serialOf(merchant),
  WECHAT_KEY: privateKey,
  WECHAT_CERT: merchant,
  WECHAT_PLATFORM_KEYS: `A1=${platform},A2=${next}`,
  UNIONPAY_MER_ID: '777',
  UNIONPAY_CERT_ID: BigInt(`0x${serialOf(union)}`).toString(),
  UNIONPAY_KEY: privateKey,
  UNIONPAY_CERT: union,
  // A bare key has no end.
  UNIONPAY_PLATFORM_KEYS: `B1=${privateKey}`,
}

test('days until each certificate ends are a metric, below 0 once it has ended', async () => {
  const registry = new Registry()
  let now = start
  let mailEndsAt: Date | undefined
  const mail = { send: async () => {}, certificateEndsAt: () => mailEndsAt }
  registerCertificateMetrics(registry, () => now, createCertificateLister(readConfig(env).providers, { mail }))
  const scrape = async () => (await registry.metrics()).split('\n').filter((line) => line.startsWith('mall_'))
  const days = (name: string, count: number) => `mall_certificate_days_left{certificate="${name}"} ${count}`
  const ofProviders = (left: number) => [
    days('WECHAT_CERT', left),
    days('WECHAT_PLATFORM_KEYS A1', left),
    days('WECHAT_PLATFORM_KEYS A2', left + 365),
    days('UNIONPAY_CERT', left),
  ]
  expect(await scrape()).toEqual(ofProviders(730))
  now = new Date(start.getTime() + 731 * DAY_MS)
  mailEndsAt = new Date(now.getTime() + 29 * DAY_MS)
  expect(await scrape()).toEqual([...ofProviders(-1), days('SMTP_HOST', 29)])
})

test.each([
  [{ WECHAT_CERT: issue() }, /^WECHAT_CERT 的序列号与 WECHAT_SERIAL 不同：证书是 [0-9A-F]+$/],
  [{ UNIONPAY_CERT: merchant }, /^UNIONPAY_CERT 的序列号与 UNIONPAY_CERT_ID 不同：证书是 \d+$/],
  [{ WECHAT_CERT: privateKey }, /^WECHAT_CERT 应为证书（-----BEGIN CERTIFICATE-----）$/],
])('a server does not start with another certificate of the merchant than the one that signs', (changed, why) => {
  expect(() => readConfig({ ...env, ...changed })).toThrow(why)
})

import { expect, test } from 'vitest'
import { createSignedAliyunHeaders, formatCanonicalQuery } from './aliyun-signature.ts'

// The fixed example of the provider's document "V3 request structure and signature".
test('the published example of the provider gets its published signature', () => {
  const { Authorization } = createSignedAliyunHeaders(
    {
      host: 'ecs.cn-shanghai.aliyuncs.com',
      action: 'RunInstances',
      version: '2014-05-26',
      date: '2023-10-26T10:22:32Z',
      nonce: '3156853299f313e23d1673dc12e1703d',
      query: { RegionId: 'cn-shanghai', ImageId: 'win2019_1809_x64_dtc_zh-cn_40G_alibase_20230811.vhd' },
    },
    { keyId: 'YourAccessKeyId', keySecret: 'YourAccessKeySecret' },
  )
  expect(Authorization).toBe(
    'ACS3-HMAC-SHA256 Credential=YourAccessKeyId,SignedHeaders=host;x-acs-action;x-acs-content-sha256;x-acs-date;x-acs-signature-nonce;x-acs-version,Signature=06563a9e1b43f5dfe96b81484da74bceab24a1d853912eee15083a6f0f3283c0',
  )
})

test('special and Chinese characters are encoded as in RFC 3986', () => {
  expect(formatCanonicalQuery({ b: "a b*'(~)", a: '岩锋' })).toBe('a=%E5%B2%A9%E9%94%8B&b=a%20b%2A%27%28~%29')
})

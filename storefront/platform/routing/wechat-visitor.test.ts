import { expect, test } from 'vitest'
import { parseWechatAuthorisation } from './wechat-visitor.ts'

test('what WeChat brings back is taken out of the address, and nothing else is', () => {
  const authorisation = { code: '071a', state: 'f0' }
  expect(parseWechatAuthorisation('?code=071a&state=f0')).toEqual({ authorisation, rest: '' })
  expect(parseWechatAuthorisation('?from=singlemessage&code=071a&state=f0')).toEqual({ authorisation, rest: '?from=singlemessage' })
  for (const query of ['', '?code=071a', '?state=f0', '?from=singlemessage']) expect(parseWechatAuthorisation(query)).toBeUndefined()
})

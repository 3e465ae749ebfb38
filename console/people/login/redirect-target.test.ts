import { expect, test } from 'vitest'
import { parseRedirectTarget } from './redirect-target.ts'

test('a login returns to the list with its filters', () =>
  expect(parseRedirectTarget('/orders?state=WAIT_SEND&pageNo=2')).toEqual({ to: '/orders', search: { state: 'WAIT_SEND', pageNo: '2' } }))

test.each([
  [undefined],
  [''],
  ['/login'],
  ['//evil.example'],
  ['https://evil.example/'],
  ['/orders/../x'],
  ['javascript:alert(1)'],
  ['/none?x=1'],
])('%j redirects to the home page', (redirect) => expect(parseRedirectTarget(redirect)).toEqual({ to: '/', search: {} }))

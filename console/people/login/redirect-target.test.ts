import { expect, test } from 'vitest'
import { redirectTarget } from './redirect-target.ts'

test('a login leads back to the list with its filters', () =>
  expect(redirectTarget('/orders?state=WAIT_SEND&pageNo=2')).toEqual({ to: '/orders', search: { state: 'WAIT_SEND', pageNo: '2' } }))

test.each([
  [undefined],
  [''],
  ['/login'],
  ['//evil.example'],
  ['https://evil.example/'],
  ['/orders/../x'],
  ['javascript:alert(1)'],
  ['/none?x=1'],
])('%j leads to the first page', (redirect) => expect(redirectTarget(redirect)).toEqual({ to: '/', search: {} }))

import { expect, test } from 'vitest'
import { removeServerOnlyContractFields } from './server-fields.ts'

test('server-only fields of a call are removed from the bundle, and everything else stays', () => {
  const code = `const refusals = ['A']
const row = { refusals }
export const cart = defineEndpoints('/cart', {
  add: writeEndpoint({ path: 'add', summary: '加入购物车', locksCaller: true, needs: { staff: ['admin'] }, ...more, memberLimit: 20, refusals: ['B', ...refusals] }),
  list: readEndpoint({ path: 'list', input: z.object({ admission: Day }) }),
})`
  expect(removeServerOnlyContractFields(code, 'storefront')).toBe(`const refusals = ['A']
const row = { refusals }
export const cart = defineEndpoints('/cart', {
  add: writeEndpoint({ path: 'add', summary: '加入购物车', needs: { staff: ['admin'] }, ...more }),
  list: readEndpoint({ path: 'list', input: z.object({ admission: Day }) }),
})`)
  expect(removeServerOnlyContractFields(code, 'console')).not.toContain('加入购物车')
})

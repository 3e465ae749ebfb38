import { beforeEach, expect, test } from 'vitest'
import { stubStorage } from '../../ui/stub-storage.ts'
import { emit } from './events.ts'
import { keep, kept } from './page-cache.ts'
import { clearToken, noteToken, storeToken } from './token.ts'

const stored = stubStorage()
const isText = (value: unknown): value is string => typeof value === 'string'

beforeEach(() => {
  stored.clear()
  storeToken('a')
  keep('/address', 'areaCode', '440304')
})

test('a page keeps its values by key, each page its own, and gives back what still looks right', () => {
  keep('/address', 'name', '张三')
  keep('/order_info', 'areaCode', '110101')
  expect([kept('/address', 'areaCode', isText), kept('/address', 'name', isText)]).toEqual(['440304', '张三'])
  expect(kept('/order_info', 'areaCode', isText)).toBe('110101')
  expect(kept('/order_info', 'name', isText)).toBeUndefined()
  keep('/address', 'name', 7)
  expect(kept('/address', 'name', isText)).toBeUndefined()
})

test.each<[string, () => void]>([
  ['logging off', clearToken],
  ['logging in or switching', () => emit('loginSuccess', { userId: 'u', enterpriseId: 'e' })],
  [
    'a switch in another tab',
    () => {
      stored.set('yanfeng.token', 'b')
      noteToken()
    },
  ],
])('%s forgets all of it', (_, happens) => {
  happens()
  expect(kept('/address', 'areaCode', isText)).toBeUndefined()
})

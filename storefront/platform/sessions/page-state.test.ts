import { beforeEach, expect, test } from 'vitest'
import { stubStorage } from '#ui/stub-storage.ts'
import { emitClientEvent } from './events.ts'
import { readUnsentPageInput, saveUnsentPageInput } from './page-state.ts'
import { dropPendingRequests, setCurrentMembership } from './pending-requests.ts'
import { clearToken, notifyIfTokenChanged, storeToken } from './token.ts'

const stored = stubStorage()
const isText = (value: unknown): value is string => typeof value === 'string'

beforeEach(() => {
  dropPendingRequests()
  stored.clear()
  storeToken('a')
  saveUnsentPageInput('/address', 'areaCode', '440304')
})

test('each page stores its own values by key and returns only values of the right type', () => {
  saveUnsentPageInput('/address', 'name', '张三')
  saveUnsentPageInput('/order_info', 'areaCode', '110101')
  expect([readUnsentPageInput('/address', 'areaCode', isText), readUnsentPageInput('/address', 'name', isText)]).toEqual(['440304', '张三'])
  expect(readUnsentPageInput('/order_info', 'areaCode', isText)).toBe('110101')
  expect(readUnsentPageInput('/order_info', 'name', isText)).toBeUndefined()
  saveUnsentPageInput('/address', 'name', 7)
  expect(readUnsentPageInput('/address', 'name', isText)).toBeUndefined()
})

test.each<[string, () => void]>([
  ['logging off', clearToken],
  ['logging in or switching', () => emitClientEvent('loginSuccess', { userId: 'u', enterpriseId: 'e' })],
  [
    'a switch in another tab',
    () => {
      stored.set('yanfeng.token', 'b')
      notifyIfTokenChanged()
    },
  ],
])('%s clears all page state', (_, happens) => {
  happens()
  expect(readUnsentPageInput('/address', 'areaCode', isText)).toBeUndefined()
})

const lin = { userId: 'lin', enterpriseId: 'a' }

test.each<[string, { userId: string; enterpriseId: string }, string | undefined]>([
  ['the same person in the same company finds it again', lin, '张三'],
  ['another person does not', { ...lin, userId: 'wang' }, undefined],
  ['nor does he in another company', { ...lin, enterpriseId: 'b' }, undefined],
])('after a session expires: %s', (_, next, found) => {
  setCurrentMembership(lin)
  saveUnsentPageInput('/address', 'name', '张三')
  clearToken()
  storeToken('b')
  setCurrentMembership(next)
  emitClientEvent('loginSuccess', next)
  expect(readUnsentPageInput('/address', 'name', isText)).toBe(found)
})

test('logging out clears what was typed, for every later user', () => {
  setCurrentMembership(lin)
  saveUnsentPageInput('/address', 'name', '张三')
  dropPendingRequests()
  clearToken()
  setCurrentMembership(lin)
  expect(readUnsentPageInput('/address', 'name', isText)).toBeUndefined()
})

import { beforeEach, expect, test, vi } from 'vitest'
import { stubStorage } from '#ui/stub-storage.ts'
import { clearToken, notifyIfTokenChanged, readToken, storeToken, watchToken, watchTokenChangesInOtherTabs } from './token.ts'

const stored = stubStorage()
const KEY = 'yanfeng.token'
const heard: boolean[] = []
const loggedOut: boolean[] = []
watchToken((change) => {
  heard.push(change.elsewhere)
  loggedOut.push(change.loggedOut)
})

beforeEach(() => {
  stored.clear()
  clearToken()
  heard.length = 0
  loggedOut.length = 0
})

test('token changes of this tab are reported as its own', () => {
  storeToken('a')
  clearToken()
  expect(heard).toEqual([false, false])
  expect(notifyIfTokenChanged()).toBe(false)
})

test.each([
  ['logged in', null, 'b'],
  ['switched', 'a', 'b'],
  ['logged off', 'a', null],
])('another tab that has %s is reported once', (_, before, after) => {
  if (before !== null) storeToken(before)
  heard.length = 0
  if (after === null) stored.delete(KEY)
  else stored.set(KEY, after)
  expect([notifyIfTokenChanged(), notifyIfTokenChanged()]).toEqual([true, false])
  expect(heard).toEqual([true])
  expect(readToken()).toBe(after)
})

test('a logout in another tab is told from an expired session', () => {
  storeToken('a')
  clearToken({ loggedOut: true })
  const marked = [...stored].filter(([key]) => key !== KEY)
  expect(String(marked)).not.toMatch(/,a$/)
  expect(loggedOut).toEqual([false, true])

  stored.clear()
  storeToken('a')
  stored.delete(KEY)
  for (const [key, value] of marked) stored.set(key, value)
  notifyIfTokenChanged()
  expect(loggedOut.at(-1)).toBe(true)
  storeToken('b')
  stored.delete(KEY)
  notifyIfTokenChanged()
  expect(loggedOut.at(-1)).toBe(false)
})

test('a suspended tab checks the token when it becomes active again', () => {
  const [onWindow, onDocument] = [new EventTarget(), new EventTarget()]
  vi.stubGlobal('window', onWindow)
  vi.stubGlobal('document', onDocument)
  storeToken('a')
  watchTokenChangesInOtherTabs()
  heard.length = 0
  for (const [place, name] of [
    [onWindow, 'storage'],
    [onWindow, 'pageshow'],
    [onWindow, 'focus'],
    [onDocument, 'visibilitychange'],
  ] as const) {
    stored.set(KEY, name)
    place.dispatchEvent(new Event(name))
    place.dispatchEvent(new Event(name))
  }
  expect(heard).toEqual([true, true, true, true])
})

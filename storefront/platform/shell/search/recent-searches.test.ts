import { beforeEach, expect, test } from 'vitest'
import { emitClientEvent } from '#storefront/platform/sessions/events.ts'
import { clearToken, storeToken } from '#storefront/platform/sessions/token.ts'
import { stubStorage } from '#ui/stub-storage.ts'
import { clearRecentSearches, readRecentSearches, saveRecentSearch } from './recent-searches.ts'

const stored = stubStorage()
const lin = { userId: 'lin', enterpriseId: 'one' }

beforeEach(() => stored.clear())

test('recent searches are of one person in one company, the newest first, each once', () => {
  for (const text of ['截齿', '齿座', '截齿']) saveRecentSearch(lin, text)
  expect(readRecentSearches(lin)).toEqual(['截齿', '齿座'])
  for (const other of [{ userId: 'wang', enterpriseId: 'one' }, { userId: 'lin', enterpriseId: 'other' }, undefined])
    expect(readRecentSearches(other)).toEqual([])
  clearRecentSearches(lin)
  expect(readRecentSearches(lin)).toEqual([])
})

test.each<[string, () => void]>([
  ['a login', () => emitClientEvent('loginSuccess', lin)],
  ['a logout', clearToken],
])('%s empties the searches of a guest, not those of a person', (_, happens) => {
  storeToken('a')
  saveRecentSearch(undefined, '截齿')
  saveRecentSearch(lin, '齿座')
  happens()
  expect([readRecentSearches(undefined), readRecentSearches(lin)]).toEqual([[], ['齿座']])
})

import { beforeEach, expect, test, vi } from 'vitest'
import type * as z from 'zod/mini'
import { isSecretField } from '#contract/platform/core/secret.ts'
import { storefrontContract } from '#contract/storefront-api.ts'
import { emitClientEvent } from '#storefront/platform/sessions/events.ts'
import { type CurrentMembership, dropPendingRequests, setCurrentMembership } from '#storefront/platform/sessions/pending-requests.ts'
import { clearToken, hashToken, notifyIfTokenChanged, storeToken } from '#storefront/platform/sessions/token.ts'
import { stubStorage } from '#ui/stub-storage.ts'
import {
  deleteFormDraft,
  findFormDraft,
  getFormDraftOwner,
  keepOnlyOwnFormDrafts,
  pickTypedValues,
  restoreTypedValues,
  saveFormDraft,
  unstoredFieldNames,
} from './form-draft.ts'

const stored = stubStorage()
const NOW = new Date('2026-11-18T06:00:00Z')
const HALF_A_DAY_MS = 12 * 3_600_000
const lin = { userId: 'lin', enterpriseId: 'a' }
const BLANK = { name: '', note: '' }
const TYPED = { name: '张三', note: '三号面' }
const find = (now = NOW) => findFormDraft('/address new', BLANK, now)

beforeEach(() => {
  stored.clear()
  dropPendingRequests()
  storeToken('a')
  setCurrentMembership(lin)
  saveFormDraft('/address new', getFormDraftOwner(), { base: BLANK, values: TYPED, now: NOW })
})

test('a draft is found after a reload, before and after the person is known', () => {
  setCurrentMembership(undefined)
  expect(find()).toEqual(TYPED)
  setCurrentMembership(lin)
  expect(find()).toEqual(TYPED)
  deleteFormDraft('/address new')
  expect(find()).toBeUndefined()
})

test.each<[string, () => void]>([
  ['another person', () => setCurrentMembership({ ...lin, userId: 'wang' })],
  ['the same person in another company', () => setCurrentMembership({ ...lin, enterpriseId: 'b' })],
  [
    'whoever has logged in elsewhere and is not known yet',
    () => {
      setCurrentMembership(undefined)
      stored.set('yanfeng.token', 'b')
    },
  ],
  [
    'a guest',
    () => {
      dropPendingRequests()
      clearToken()
    },
  ],
])('%s does not find it', (_, happens) => {
  happens()
  expect(find()).toBeUndefined()
})

test('after an expired session it waits for its owner, and ends when somebody else logs in', () => {
  clearToken()
  setCurrentMembership(undefined)
  expect(find()).toBeUndefined()
  storeToken('b')
  setCurrentMembership(lin)
  emitClientEvent('loginSuccess', lin)
  expect(find()).toEqual(TYPED)
  setCurrentMembership({ ...lin, userId: 'wang' })
  emitClientEvent('loginSuccess', { ...lin, userId: 'wang' })
  setCurrentMembership(lin)
  expect(find()).toBeUndefined()
})

test('what was stored while a session was expired is not shown to a guest of the same tab', () => {
  const owner = getFormDraftOwner()
  clearToken()
  saveFormDraft('/address new', owner, { base: BLANK, values: { ...TYPED, note: '过期时' }, now: NOW })
  setCurrentMembership(undefined)
  expect(find()).toBeUndefined()
})

test('a form that was opened by one person stores nothing for the next', () => {
  const owner = getFormDraftOwner()
  setCurrentMembership({ ...lin, userId: 'wang' })
  saveFormDraft('/patrol', owner, { base: '', values: '林的草稿', now: NOW })
  expect(findFormDraft('/patrol', '', NOW)).toBeUndefined()
})

/** What this tab hears of another one. `loggedOut`: the token with which somebody has logged out there. */
function changeTokenInOtherTab(token: string | null, { loggedOut }: { loggedOut?: string } = {}): void {
  if (loggedOut !== undefined) stored.set('yanfeng.logged-out', hashToken(loggedOut))
  if (token === null) stored.delete('yanfeng.token')
  else stored.set('yanfeng.token', token)
  notifyIfTokenChanged()
  setCurrentMembership(undefined)
}

function becomeKnown(membership: CurrentMembership): void {
  setCurrentMembership(membership)
  keepOnlyOwnFormDrafts()
}

test('when the session has expired in another tab, and the same person logs in there again, the draft is still there', () => {
  changeTokenInOtherTab(null, { loggedOut: 'an earlier one' })
  expect(find()).toBeUndefined()
  changeTokenInOtherTab('b')
  becomeKnown(lin)
  expect(find()).toEqual(TYPED)
  // After a reload the form opens before the person is known.
  setCurrentMembership(undefined)
  expect(find()).toEqual(TYPED)
})

test.each<[string, () => void]>([
  ['logging out', () => clearToken({ loggedOut: true })],
  ['logging out in another tab', () => changeTokenInOtherTab(null, { loggedOut: 'a' })],
  ['logging out and in again in another tab', () => changeTokenInOtherTab('b', { loggedOut: 'a' })],
  [
    'another person in another tab',
    () => {
      changeTokenInOtherTab('b')
      becomeKnown({ ...lin, userId: 'wang' })
    },
  ],
  ['values as the form began', () => saveFormDraft('/address new', getFormDraftOwner(), { base: BLANK, values: BLANK, now: NOW })],
  [
    'more than fits',
    () => saveFormDraft('/address new', getFormDraftOwner(), { base: BLANK, values: { note: '长'.repeat(60_001) }, now: NOW }),
  ],
])('%s ends it', (_, happens) => {
  happens()
  storeToken('a')
  setCurrentMembership(lin)
  expect(find()).toBeUndefined()
})

test('a draft is half a day old at most', () => {
  expect(find(new Date(NOW.getTime() + HALF_A_DAY_MS - 1))).toEqual(TYPED)
  expect(find(new Date(NOW.getTime() + HALF_A_DAY_MS))).toBeUndefined()
})

test('the newest drafts are kept', () => {
  for (let at = 0; at < 20; at += 1) {
    const now = new Date(NOW.getTime() + at + 1)
    saveFormDraft(`/patrol ${at}`, getFormDraftOwner(), { base: '', values: `草稿 ${at}`, now })
  }
  expect(find()).toBeUndefined()
  expect(findFormDraft('/patrol 0', '', NOW)).toBe('草稿 0')
})

test('values that were saved meanwhile are newer than the draft', () => {
  expect(findFormDraft('/address new', { ...BLANK, note: '别人改的' }, NOW)).toBeUndefined()
})

test('passwords, codes, document numbers and files are not stored, at any depth', () => {
  const base = { mobile: '', pwd: '', file: null, person: { idNo: '', name: '' } }
  const values = { mobile: '13800000001', pwd: 'Demo123456', file: new Blob(['x']), person: { idNo: '110101', name: '李' } }
  saveFormDraft('/register', getFormDraftOwner(), { base, values, now: NOW })
  expect([...stored.values()].join()).not.toMatch(/Demo123456|110101/)
  expect(findFormDraft('/register', base, NOW)).toEqual({ mobile: '13800000001', pwd: '', file: null, person: { idNo: '', name: '李' } })
})

test('what is kept in memory while a session is expired has no password or file either, and is older than what was saved meanwhile', () => {
  const base = { mobile: '', pwd: '', person: { idNo: '', name: '' } }
  const typed = pickTypedValues(base, {
    mobile: '13800000001',
    pwd: 'Demo123456',
    file: new Blob(['x']),
    person: { idNo: '110101', name: '' },
  })
  expect(typed?.values).toEqual({ mobile: '13800000001', person: { name: '' } })
  const kept = typed ?? expect.fail('nothing is kept')
  expect(restoreTypedValues(base, kept)).toEqual({ mobile: '13800000001', pwd: '', person: { idNo: '', name: '' } })
  expect(restoreTypedValues({ ...base, mobile: '13900000002' }, kept)).toBeUndefined()
})

test('fields that are shown and stay empty are not typed, and a field that is emptied is', () => {
  const base = { poNumber: '', booking: { equipment: {} }, remarks: {}, name: '林' }
  expect(
    pickTypedValues(base, { remarks: { a: '' }, booking: { equipment: { b: '' }, projectId: undefined }, poNumber: '', name: '林' }),
  ).toBeUndefined()
  expect(restoreTypedValues(base, pickTypedValues(base, { ...base, name: '' }) ?? expect.fail('nothing is kept'))).toEqual({
    ...base,
    name: '',
  })
})

function listSecretNames(schema: z.core.$ZodType): string[] {
  const { innerType, element, shape } = schema._zod.def as {
    innerType?: z.core.$ZodType
    element?: z.core.$ZodType
    shape?: Record<string, z.core.$ZodType>
  }
  const inner = innerType ?? element
  if (inner) return listSecretNames(inner)
  return Object.entries(shape ?? {}).flatMap(([name, field]) => (isSecretField(field) ? [name] : listSecretNames(field)))
}

test('every secret field of a call is among those that are never stored', () => {
  const inputs = Object.values(storefrontContract).flatMap((calls) => Object.values(calls).map(({ input }) => input))
  const names = new Set(inputs.flatMap((input) => listSecretNames(input)))
  expect(names.size).toBeGreaterThan(5)
  expect([...names].filter((name) => !unstoredFieldNames.has(name))).toEqual([])
})

test('a draft that is stored again without a change grows no younger', () => {
  const later = new Date(NOW.getTime() + HALF_A_DAY_MS - 1)
  saveFormDraft('/address new', getFormDraftOwner(), { base: BLANK, values: TYPED, now: later })
  expect(find(new Date(NOW.getTime() + HALF_A_DAY_MS))).toBeUndefined()
})

test.each([
  ['without room for all drafts the newest is stored', true],
  ['without room for it an older one does not come back', false],
])('%s', (_, hasRoomAlone) => {
  saveFormDraft('/patrol', getFormDraftOwner(), { base: '', values: '巡检', now: NOW })
  const values = { ...TYPED, note: '四号面' }
  const room = vi.spyOn(sessionStorage, 'setItem').mockImplementation((key, text) => {
    if (text.includes('四号面') && (text.includes('/patrol') || !hasRoomAlone)) throw new Error('full')
    stored.set(key, text)
  })
  saveFormDraft('/address new', getFormDraftOwner(), { base: BLANK, values, now: NOW })
  room.mockRestore()
  expect(find()).toEqual(hasRoomAlone ? values : undefined)
})

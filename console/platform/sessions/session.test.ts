import { onlineManager } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { NOT_LOGGED_IN_CODE } from '#contract/platform/core/envelope.ts'
import { stubStorage } from '#ui/stub-storage.ts'
import { currentStaffApi, hasSessionExpired, queryClient } from './session.ts'
import { readToken, storeToken } from './token.ts'

stubStorage()

afterEach(() => {
  onlineManager.setOnline(true)
  queryClient.clear()
})

test('the console reads and writes in an intranet although the browser reports being offline', async () => {
  onlineManager.setOnline(false)
  expect(await queryClient.fetchQuery({ queryKey: ['order'], queryFn: async () => 'read' })).toBe('read')
  expect(
    await queryClient
      .getMutationCache()
      .build(queryClient, { mutationFn: async () => 'written' })
      .execute(undefined),
  ).toBe('written')
})

test('queries are still fetched again after a reconnect', () =>
  expect(queryClient.defaultQueryOptions({ queryKey: ['order'] }).refetchOnReconnect).toBe(true))

test('an expired session stays recorded when a later request without a token is refused too', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ code: NOT_LOGGED_IN_CODE, msg: '请先登录', success: false, data: null }))
  await expect(currentStaffApi.me({})).rejects.toThrow()
  expect(hasSessionExpired(), 'nobody was logged in').toBe(false)
  storeToken('old')
  await expect(currentStaffApi.me({})).rejects.toThrow()
  expect([hasSessionExpired(), readToken()]).toEqual([true, null])
  await expect(currentStaffApi.me({})).rejects.toThrow()
  expect(hasSessionExpired()).toBe(true)
})

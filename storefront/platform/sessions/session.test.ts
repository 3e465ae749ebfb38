import { onlineManager } from '@tanstack/react-query'
import { afterEach, expect, test } from 'vitest'
import { queryClient } from './session.ts'

afterEach(() => {
  onlineManager.setOnline(true)
  queryClient.clear()
})

test('the mall reads and writes in an intranet although the browser reports being offline', async () => {
  onlineManager.setOnline(false)
  expect(await queryClient.fetchQuery({ queryKey: ['goods'], queryFn: async () => 'read' })).toBe('read')
  expect(
    await queryClient
      .getMutationCache()
      .build(queryClient, { mutationFn: async () => 'written' })
      .execute(undefined),
  ).toBe('written')
})

test('queries are still fetched again after a reconnect', () =>
  expect(queryClient.defaultQueryOptions({ queryKey: ['goods'] }).refetchOnReconnect).toBe(true))

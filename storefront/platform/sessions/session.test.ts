import { onlineManager } from '@tanstack/react-query'
import { afterEach, expect, test } from 'vitest'
import { queryClient } from './session.ts'

afterEach(() => {
  onlineManager.setOnline(true)
  queryClient.clear()
})

test('a mall in an intranet is read and written while the browser believes that it is offline', async () => {
  onlineManager.setOnline(false)
  expect(await queryClient.fetchQuery({ queryKey: ['goods'], queryFn: async () => 'read' })).toBe('read')
  expect(
    await queryClient
      .getMutationCache()
      .build(queryClient, { mutationFn: async () => 'written' })
      .execute(undefined),
  ).toBe('written')
})

test('what is on the screen is still read anew when the line comes back', () =>
  expect(queryClient.defaultQueryOptions({ queryKey: ['goods'] }).refetchOnReconnect).toBe(true))

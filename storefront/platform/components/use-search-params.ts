import { useCallback } from 'react'
import { useNavigate } from '#storefront/platform/routing/routing.tsx'
import type { SearchParams } from '#storefront/platform/routing/types.ts'

/**
 * Sets search parameters of the address and keeps the others, so that they survive a reload, and leaving the screen and coming back.
 * `undefined` removes one.
 */
export function useSetSearchParamsKeepingOthers() {
  const navigate = useNavigate()
  return useCallback(
    (choices: SearchParams) => void navigate({ to: '.', search: (was) => ({ ...was, ...choices }), replace: true }),
    [navigate],
  )
}

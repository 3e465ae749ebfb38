import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import type { SearchParams } from './route-types.ts'

/**
 * Writes choices into the address, beside what it says already, so that they outlive a reload and the way to another screen and back.
 * `undefined` takes one out.
 */
export function useSearchParams() {
  const navigate = useNavigate()
  return useCallback(
    (choices: SearchParams) => void navigate({ to: '.', search: (was) => ({ ...was, ...choices }), replace: true }),
    [navigate],
  )
}

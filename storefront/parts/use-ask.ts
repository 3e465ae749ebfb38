import { useNavigate } from '@tanstack/react-router'

/** Every choice stands in the address, so that it outlives a reload and the way to the addresses and back. */
export function useAsk() {
  const navigate = useNavigate()
  return (search: Record<string, string>) => void navigate({ to: '.', search: (was) => ({ ...was, ...search }), replace: true })
}

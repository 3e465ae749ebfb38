import { useNavigate } from '@tanstack/react-router'

/** Turns to a page of a list: it is kept in the address, beside whatever else is there, and reading begins at the top. */
export function usePageTurning(): (page: number) => void {
  const navigate = useNavigate()
  return (page) => {
    void navigate({ to: '.', search: (was) => ({ ...was, page: page === 1 ? undefined : String(page) }) })
    window.scrollTo({ top: 0 })
  }
}

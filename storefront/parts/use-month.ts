import { useNavigate, useSearch } from '@tanstack/react-router'
import { monthIn } from './month-picker-view.ts'

/** The month that a list shows, kept in the address; another month begins at its first page. */
export function useMonth(): { month: string | undefined; choose: (month: string | undefined) => void } {
  const navigate = useNavigate()
  const month = monthIn(useSearch({ strict: false }).month)
  const choose = (next: string | undefined) =>
    void navigate({ to: '.', search: (was) => ({ ...was, month: next, page: undefined }), replace: true })
  return { month, choose }
}

import { useState } from 'react'
import { useDebouncedText } from '#ui/use-debounced-text.ts'

/** What a select knows of the search for its options. */
interface Search {
  isPlaceholderData: boolean
  isFetching: boolean
  data: unknown
}

/**
 * The text that is typed into a select to find its options. `isOld` says whether the options that a search has found are those of an earlier
 * text. They must not be listed then: Enter would choose the first of them, which is not what was typed.
 */
export function useSearchText(max: number) {
  const [typed, setTyped] = useState('')
  const text = typed.trim().slice(0, max)
  const keyword = useDebouncedText(text)
  const isOld = ({ isPlaceholderData, isFetching, data }: Search): boolean =>
    text !== keyword || isPlaceholderData || (isFetching && data === undefined)
  return { keyword, setTyped, isOld }
}

/** Shown in place of options while they are searched. */
export const SEARCHING = '正在查找…'

import { Select } from 'antd'
import { useState } from 'react'
import { getOverlayContainer } from './forms/overlays.ts'
import { SEARCHING } from './use-search-text.ts'

/** What a form gives to its control. */
export interface FormControl<T> {
  id?: string
  value?: T
  onChange?: (value: T) => void
}

interface SelectProps {
  /** The name for screen readers, where no label stands beside it. */
  label?: string
  placeholder: string
  none: string
  /** The names by id: of search results, and of earlier choices. */
  found: ReadonlyMap<string, string>
  /** Whether they are those of an earlier text. Enter would choose the first of them, so they are not listed. */
  isOld: boolean
  known: ReadonlyMap<string, string>
  search: (keyword: string) => void
  mode?: 'multiple'
}

/** A select with a search by a part of the name. Selected values keep their name during another search. */
export function SearchableSelect<T extends string | string[]>({
  label,
  found,
  isOld,
  known,
  search,
  none,
  mode,
  ...field
}: SelectProps & FormControl<T>) {
  const [met, setMet] = useState(known)
  const names = new Map([...met, ...found])
  const shown = new Set([...(isOld ? [] : found.keys()), ...(field.value === undefined ? [] : [field.value].flat())])
  return (
    <Select<T>
      {...field}
      {...(label === undefined ? {} : { 'aria-label': label })}
      {...(mode ? { mode } : {})}
      showSearch={{ filterOption: false, onSearch: search }}
      getPopupContainer={getOverlayContainer}
      options={[...shown].map((value) => ({ value, label: names.get(value) ?? '…' }))}
      notFoundContent={isOld ? SEARCHING : none}
      onSelect={() => setMet(names)}
    />
  )
}

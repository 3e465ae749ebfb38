import { Button, Checkbox, Input, Select } from 'antd'
import { Search, SlidersHorizontal, X } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { DayInput } from '#console/platform/components/day/day-input.tsx'
import { getParentOverlayContainer } from '#console/platform/components/forms/overlays.ts'
import { ChoiceTabs } from './choice-tabs.tsx'
import type { AnyFilter, ChoiceFilter, DayFilter, FilterDefinitionsByName, FilterValuesOf, TextFilter } from './filters.ts'
import { isFiltered } from './filters.ts'
import { SavedViewChips, SaveViewButton } from './saved-views/view-chips.tsx'

/** The screen's own control for a picked filter. */
export type FilterPickerComponent = (props: {
  id: string
  value: string | undefined
  change: (value: string | undefined) => void
}) => ReactNode

interface Props<F extends FilterDefinitionsByName> {
  fields: F
  values: FilterValuesOf<F>
  narrow: (change: FilterValuesOf<F>) => void
  clear: () => void
  replaceFilters: (values: FilterValuesOf<F>) => void
  pickers?: Record<string, FilterPickerComponent>
}

/** The filters of a list. A choice goes to the address at once, a text when it is complete. */
export function FilterBar<F extends FilterDefinitionsByName>({ fields, values, narrow, clear, replaceFilters, pickers = {} }: Props<F>) {
  const record: Record<string, unknown> = values
  const lead = leadOf(fields)
  const draw = (...kinds: AnyFilter['kind'][]) =>
    Object.entries<AnyFilter>(fields)
      .filter(([, { kind }]) => kinds.includes(kind))
      .map(([name, field]) => (
        <One
          key={name}
          field={field}
          lead={name === lead}
          value={record[name]}
          change={(value) => narrow({ [name]: value } as FilterValuesOf<F>)}
          {...(pickers[name] ? { picker: pickers[name] } : {})}
        />
      ))
  const [others, days, flags] = [draw('choice', 'text', 'pick'), draw('day'), draw('flag')]
  const many = others.length + Math.min(days.length, 1) + Math.min(flags.length, 1) > UNFOLDED
  const [open, setOpen] = useState(false)
  return (
    <search className="filters">
      {draw('tabs')}
      <SavedViewChips fields={fields} values={values} replaceFilters={replaceFilters} />
      {others.length + days.length + flags.length > 0 && (
        <div className={`filter-row ${many && !open ? 'filter-folded' : ''}`}>
          {others}
          {days.length > 0 && <div className="filter-days">{days}</div>}
          {flags}
          {many && <Fold open={open} set={countFolded(fields, record)} turn={() => setOpen(!open)} />}
          {isFiltered(fields, values) && (
            <Button type="text" icon={<X size={14} aria-hidden />} onClick={clear}>
              清除筛选
            </Button>
          )}
          <SaveViewButton fields={fields} values={values} />
        </div>
      )}
    </search>
  )
}

/** On a phone at most this many lines of filters are above a list. More are folded behind one. */
const UNFOLDED = 2

/** The filter that is never folded: the first text, otherwise the first pick, otherwise the first choice. */
function leadOf(fields: FilterDefinitionsByName): string | undefined {
  const kinds: readonly AnyFilter['kind'][] = ['text', 'pick', 'choice']
  return kinds.flatMap((kind) => Object.keys(fields).filter((name) => fields[name]?.kind === kind))[0]
}

/** How many of the foldable filters are set. */
const countFolded = (fields: FilterDefinitionsByName, record: Record<string, unknown>): number =>
  Object.entries(fields).filter(([name, { kind }]) => kind !== 'tabs' && name !== leadOf(fields) && record[name] !== undefined).length

/** Shows the other filters on a phone, and the number of those that are set. Wider screens show all. */
function Fold({ open, set, turn }: { open: boolean; set: number; turn: () => void }) {
  return (
    <Button className="filter-fold" icon={<SlidersHorizontal size={14} aria-hidden />} aria-expanded={open} onClick={turn}>
      {open ? '收起筛选' : set > 0 ? `筛选 ${set}` : '筛选'}
    </Button>
  )
}

interface Change {
  change: (value: unknown) => void
}

function One({
  field,
  lead,
  value,
  change,
  picker,
}: { field: AnyFilter; lead: boolean; value: unknown; picker?: FilterPickerComponent } & Change) {
  const id = useId()
  if (field.kind === 'tabs')
    return (
      <ChoiceTabs
        label={field.label}
        choices={field.choices}
        none={field.none}
        value={typeof value === 'string' ? value : undefined}
        change={change}
      />
    )
  if (field.kind === 'flag')
    return (
      <Checkbox checked={value === true} onChange={({ target }) => change(target.checked ? true : undefined)}>
        {field.label}
      </Checkbox>
    )
  const text = typeof value === 'string' ? value : undefined
  return (
    <div className={`filter filter-${field.kind} ${lead ? 'filter-lead' : ''}`}>
      <label htmlFor={id}>{field.label}</label>
      {field.kind === 'choice' && <ChoiceControl id={id} field={field} value={text} change={change} />}
      {field.kind === 'text' && <TextControl id={id} field={field} value={text} change={change} />}
      {field.kind === 'day' && <DayControl id={id} field={field} value={text} change={change} />}
      {field.kind === 'pick' && picker?.({ id, value: text, change })}
    </div>
  )
}

function ChoiceControl({ id, field, value, change }: { id: string; field: ChoiceFilter<string>; value: string | undefined } & Change) {
  return (
    <Select
      id={id}
      placeholder="全部"
      value={value ?? field.usual}
      options={[...field.choices]}
      getPopupContainer={getParentOverlayContainer}
      allowClear={field.usual === undefined}
      onChange={(next: string | undefined) => change(next)}
    />
  )
}

/** The control has the text while it is typed. Enter, leaving the field or clearing it writes it to the address. */
function TextControl({ id, field, value, change }: { id: string; field: TextFilter; value: string | undefined } & Change) {
  const [draft, setDraft] = useState<string>()
  const typed = draft ?? value ?? ''
  const wrong = field.fault(typed)
  const commit = (text: string) => {
    if (field.fault(text) !== undefined) return
    setDraft(undefined)
    const next = field.read(text)
    if (next !== value) change(next)
  }
  return (
    <>
      <Input
        id={id}
        value={typed}
        placeholder={field.placeholder}
        allowClear
        suffix={<Search size={14} aria-hidden className="filter-icon" />}
        status={wrong === undefined ? '' : 'error'}
        aria-describedby={`${id}-wrong`}
        aria-invalid={wrong !== undefined}
        onChange={({ target, type }) => (type === 'click' ? commit('') : setDraft(target.value))}
        onPressEnter={({ currentTarget }) => commit(currentTarget.value)}
        onBlur={({ target }) => draft !== undefined && commit(target.value)}
      />
      <span id={`${id}-wrong`} className="filter-wrong" aria-live="polite">
        {wrong}
      </span>
    </>
  )
}

const FINISHED = /^(20\d\d-\d\d-\d\d)?$/

/** The control has the text while a day is typed. A complete day goes to the address. */
function DayControl({ id, field, value, change }: { id: string; field: DayFilter; value: string | undefined } & Change) {
  const [draft, setDraft] = useState<string>()
  const take = (text: string) => {
    const finished = FINISHED.test(text)
    setDraft(finished ? undefined : text)
    if (finished) change(field.read(text))
  }
  return <DayInput id={id} value={draft ?? value ?? ''} onChange={take} onBlur={() => setDraft(undefined)} />
}

import { areaList } from '@vant/area-data'
import { useState } from 'react'
import { emitClientEvent } from '#storefront/platform/sessions/events.ts'
import { autoSelectSingleRegions, type RegionChoice, toRegionChoiceLists } from './regions.ts'
import { Select } from './select/select.tsx'

interface Props {
  /** A district's code, or '' if none is chosen. */
  value: string
  onChange: (areaCode: string) => void
  /** The id of the error message. */
  describedBy: string
  invalid: boolean
}

/** Province, city, district: each list is enabled by the choice before it. Only a district is a complete value. */
export function RegionSelects({ value, onChange, describedBy, invalid }: Props) {
  const [code, setCode] = useState(value)
  const { provinces, cities, districts, province, city, district } = toRegionChoiceLists(areaList, code)
  const choose = (next: string) => {
    const reached = autoSelectSingleRegions(areaList, next)
    setCode(reached)
    const areaCode = toRegionChoiceLists(areaList, reached).district
    onChange(areaCode)
    if (areaCode !== '') emitClientEvent('areaChanged', { areaCode })
  }
  const about = { describedBy, invalid }
  return (
    <div className="grid grid-cols-3 gap-2">
      <RegionSelect label="省份" choices={provinces} value={province} onChange={choose} {...about} />
      <RegionSelect label="城市" choices={cities} value={city} onChange={choose} {...about} />
      <RegionSelect label="区县" choices={districts} value={district} onChange={choose} {...about} />
    </div>
  )
}

function RegionSelect({ label, choices, value, onChange, describedBy, invalid }: Props & { label: string; choices: RegionChoice[] }) {
  return (
    <Select
      aria-label={label}
      aria-describedby={describedBy}
      aria-invalid={invalid}
      value={value}
      placeholder={label}
      options={choices.map(({ code, name }) => ({ value: code, label: name }))}
      disabled={choices.length === 0}
      onChange={onChange}
      className="h-11 px-2 text-md md:px-3"
    />
  )
}

import { TextField } from '#storefront/platform/components/field.tsx'
import { Select } from '#storefront/platform/components/select/select.tsx'
import { toWordOptions } from '#storefront/platform/components/select/select-options.ts'
import { useAddresses } from '#storefront/sites/address/address-api.ts'

interface Props {
  value: string
  max: number
  error: string | undefined
  onChange: (site: string) => void
}

/** The site of a project: typed, or chosen from the enterprise's addresses. */
export function ProjectSiteField({ value, max, error, onChange }: Props) {
  const known = useAddresses().data ?? []
  const toPlace = ({ province, city, district, detail }: (typeof known)[number]) =>
    `${[...new Set([province, city, district])].join('')}${detail}`
  const places = [...new Set(known.map(toPlace))]
  return (
    <div className="grid gap-x-4 md:grid-cols-[minmax(0,1fr)_200px]">
      <TextField label="项目地址" maxLength={max} value={value} error={error} onChange={({ target }) => onChange(target.value)} />
      {places.length > 0 && (
        <div className="mb-6">
          <label htmlFor="site-from-book" className="mb-1 block text-sm text-mute">
            从地址簿选取
          </label>
          <Select id="site-from-book" value="" options={toWordOptions(places)} onChange={(place) => onChange(place.slice(0, max))} />
        </div>
      )}
    </div>
  )
}

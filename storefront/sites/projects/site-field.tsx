import { TextField } from '#storefront/platform/components/field.tsx'
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
  return (
    <div className="grid gap-x-4 md:grid-cols-[minmax(0,1fr)_200px]">
      <TextField label="项目地址" maxLength={max} value={value} error={error} onChange={({ target }) => onChange(target.value)} />
      {known.length > 0 && (
        <div className="mb-6">
          <label htmlFor="site-from-book" className="mb-1 block text-sm text-mute">
            从地址簿选取
          </label>
          <select
            id="site-from-book"
            value=""
            onChange={({ target }) => onChange(target.value.slice(0, max))}
            className="h-11 w-full rounded-control border border-line bg-white px-3 hover:border-placeholder focus:border-jade"
          >
            <option value="">请选择</option>
            {known.map(({ id, province, city, district, detail }) => {
              const place = `${[...new Set([province, city, district])].join('')}${detail}`
              return (
                <option key={id} value={place}>
                  {place}
                </option>
              )
            })}
          </select>
        </div>
      )}
    </div>
  )
}

import { agreementTitles } from '#contract/content/content/api.ts'
import { Checkbox } from '#storefront/platform/components/checkbox.tsx'
import { Link } from '#storefront/platform/routing/link.tsx'

interface Props {
  agreement: keyof typeof agreementTitles
  /** The text before the agreement's name. */
  text: string
  checked: boolean
  onChange: (checked: boolean) => void
  error?: string | undefined
}

/** A checkbox for an agreement. Its text opens in a new tab, so that the form keeps its input. */
export function AgreementCheckbox({ agreement, text, checked, onChange, error }: Props) {
  const title = agreementTitles[agreement]
  return (
    <div>
      <p className="flex flex-wrap items-center gap-x-1 text-sm">
        <Checkbox label={`${text}《${title}》`} value={checked ? 'all' : 'none'} onChange={onChange} invalid={error !== undefined}>
          <span>{text}</span>
        </Checkbox>
        <Link
          to="/article_detail_new"
          search={{ categoryId: String(agreement) }}
          target="_blank"
          className="finger text-jade hover:underline"
        >
          《{title}》
        </Link>
      </p>
      <p role={error === undefined ? undefined : 'alert'} className="mt-0.5 min-h-5 text-sm text-danger">
        {error}
      </p>
    </div>
  )
}

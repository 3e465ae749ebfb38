import { Tag } from '#console/platform/components/tag.tsx'
import type { TaxClass } from '#contract/catalog/goods/tax-class.ts'

/** A tax class in two lines, with the code below the short name; or a text if there is none. */
export const TaxClassLabel = ({ taxClass }: { taxClass: TaxClass | null }) =>
  taxClass ? (
    <div className="two-lines">
      <span>{taxClass.taxName}</span>
      <small className="num">{taxClass.taxCode}</small>
    </div>
  ) : (
    <Tag tone="bad">缺编码</Tag>
  )

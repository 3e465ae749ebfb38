import { Tag } from '#console/platform/components/tag.tsx'
import type { TaxClass } from '#contract/catalog/goods/tax-class.ts'

/** A tax class in two lines, code below short name; what has none says so. */
export const TaxClassLabel = ({ taxClass }: { taxClass: TaxClass | null }) =>
  taxClass ? (
    <div className="two-lines">
      <span>{taxClass.taxName}</span>
      <small className="num">{taxClass.taxCode}</small>
    </div>
  ) : (
    <Tag tone="bad">缺编码</Tag>
  )

import { Button, Checkbox, Input } from 'antd'
import { memo, useState } from 'react'
import { SkuSelect } from '#console/catalog/goods/sku-select.tsx'
import { parseAmount } from '#console/platform/components/forms/rule.ts'
import { GoodsCell } from '#console/platform/components/goods-picture.tsx'
import { EMPTY_CELL } from '#console/platform/components/list/columns.tsx'
import { OpenInNewTabLink } from '#console/platform/components/next-case/case-link.tsx'
import type { SkuBrief } from '#contract/catalog/goods/sku-brief.ts'
import { findPriceStepForQuantity } from '#contract/catalog/pricing/price-steps.ts'
import { formatOrderableQuantityRule, isOrderableQuantity, roundUpToOrderableQuantity } from '#contract/catalog/pricing/quantity.ts'
import { type ConsoleQuotationLine, QUOTATION_NOTE_LENGTH_MAX, type QuotationDrawing } from '#contract/orders/quotations/shapes.ts'
import { formatMoney } from '#contract/platform/core/money.ts'
import { formatSkuProps } from '#contract/platform/core/sku-props.ts'
import { formatCount } from '#ui/format.ts'
import { formatOfferedVsCurrentPrice, type QuotationOfferDraftLine, type QuotationOfferLineErrors } from './quotation-view.ts'

/** What is asked: goods in the words of the time of the request, the quantity, the wished price. */
export function RequestedGoodsCell({ line, drawings }: { line: ConsoleQuotationLine; drawings: readonly QuotationDrawing[] }) {
  const { sku, name, spec, unit, skuCode, goodsNum, wishedPrice, note } = line
  const own = drawings.filter(({ lineNo }) => lineNo === line.lineNo)
  return (
    <div className="quotation-asked">
      <GoodsCell
        image={sku?.image ?? null}
        name={name}
        about={
          <>
            {spec} {skuCode === '' ? sku === null && '买家描述' : <span className="num">{skuCode}</span>}
          </>
        }
      />
      <p>
        <b className="num">
          {formatCount(goodsNum)} {unit}
        </b>
        {wishedPrice !== null && (
          <>
            {' '}
            · 期望 <span className="num">{formatMoney(wishedPrice)}</span>
          </>
        )}
      </p>
      {note !== '' && <p className="mute">{note}</p>}
      {own.length > 0 && <p className="mute">图纸：{own.map(({ name }) => name).join('、')}</p>}
    </div>
  )
}

/** What the company pays now for the SKU in this quantity, and its stock. */
export function CurrentPriceAndStockCell({ sku, goodsNum }: { sku: SkuBrief | undefined; goodsNum: number }) {
  if (sku === undefined) return <span className="mute">选择商品后显示</span>
  const { salePrice, creditPrice } = findPriceStepForQuantity(sku.steps, roundUpToOrderableQuantity(goodsNum, sku))
  const warning = !sku.onShelf
    ? '已下架'
    : sku.shopPaused
      ? '店铺暂停营业'
      : !isOrderableQuantity(goodsNum, sku)
        ? formatOrderableQuantityRule(sku, sku.unit)
        : sku.stock < goodsNum
          ? '库存不足'
          : undefined
  return (
    <div className="quotation-now">
      <span>
        现金 <span className="num">{formatMoney(salePrice)}</span>
      </span>
      <span>赊销 {creditPrice === null ? '不支持' : <span className="num">{formatMoney(creditPrice)}</span>}</span>
      <span className="mute">
        可用 <span className="num">{formatCount(sku.stock)}</span> {sku.unit}
      </span>
      {warning !== undefined && <span className="quotation-bad">{warning}</span>}
    </div>
  )
}

export interface QuotationOfferTableRow {
  line: ConsoleQuotationLine
  answer: QuotationOfferDraftLine
  /** The chosen SKU; undefined: none, or it is loading. */
  sku: SkuBrief | undefined
  errors: QuotationOfferLineErrors | undefined
  /** The days that the last offer gave the line; '': as many as the whole offer, or there is none. */
  validDaysOfLast: string
}

interface EditedProps extends QuotationOfferTableRow {
  onChange: (lineNo: number, change: Partial<QuotationOfferDraftLine>) => void
}

const toLabel = (lineNo: number): string => `第 ${lineNo} 行`

/** Both prices, each with how it compares with what the company pays now. A cell renders again only if its own line is typed in. */
export const OfferedPricesCell = memo(function PricesCell({ line: { lineNo, goodsNum }, answer, sku, errors = {}, onChange }: EditedProps) {
  if (!answer.offered) return EMPTY_CELL
  const now = sku && findPriceStepForQuantity(sku.steps, roundUpToOrderableQuantity(goodsNum, sku))
  return (
    <div className="quotation-typed">
      <Typed
        label={`${toLabel(lineNo)}现金价`}
        placeholder="单价"
        prefix="现金 ¥"
        value={answer.sale}
        error={errors.sale}
        note={formatOfferedVsCurrentPrice(parseAmount(answer.sale), now?.salePrice)}
        onChange={(sale) => onChange(lineNo, { sale })}
      />
      <Typed
        label={`${toLabel(lineNo)}赊销价`}
        placeholder="可不填"
        prefix="赊销 ¥"
        value={answer.credit}
        error={errors.credit}
        note={answer.credit.trim() === '' ? '仅限现金价' : formatOfferedVsCurrentPrice(parseAmount(answer.credit), now?.creditPrice)}
        onChange={(credit) => onChange(lineNo, { credit })}
      />
    </div>
  )
})

/** Lead time, for how long the line holds if not as long as the offer, and a note; of a line that is not offered the reason. */
export const TermsAndNoteCell = memo(function TermsCell({ line: { lineNo }, answer, errors = {}, validDaysOfLast, onChange }: EditedProps) {
  return (
    <div className="quotation-typed">
      {answer.offered && (
        <Typed
          label={`${toLabel(lineNo)}交货天数`}
          placeholder="交货天数"
          suffix="天"
          value={answer.leadDays}
          error={errors.leadDays}
          onChange={(leadDays) => onChange(lineNo, { leadDays })}
        />
      )}
      {answer.offered && (
        <Typed
          label={`${toLabel(lineNo)}有效天数`}
          placeholder="有效同整单"
          suffix="天"
          value={answer.validDays}
          error={errors.validDays}
          note={validDaysOfLast !== '' && answer.validDays === validDaysOfLast ? '沿用上一版' : ''}
          onChange={(validDays) => onChange(lineNo, { validDays })}
        />
      )}
      <Input
        aria-label={`${toLabel(lineNo)}说明`}
        placeholder={answer.offered ? '说明' : '不供应的原因'}
        maxLength={QUOTATION_NOTE_LENGTH_MAX}
        value={answer.note}
        onChange={({ target }) => onChange(lineNo, { note: target.value })}
      />
    </div>
  )
})

interface TypedProps {
  label: string
  placeholder: string
  prefix?: string
  suffix?: string
  value: string
  error: string | undefined
  note?: string
  onChange: (text: string) => void
}

function Typed({ label, error, note = '', onChange, ...input }: TypedProps) {
  return (
    <div>
      <Input
        {...input}
        aria-label={label}
        aria-invalid={error !== undefined}
        status={error === undefined ? '' : 'error'}
        inputMode="decimal"
        autoComplete="off"
        maxLength={16}
        className="num"
        onChange={({ target }) => onChange(target.value)}
      />
      {error === undefined ? (
        note !== '' && <small className="mute">{note}</small>
      ) : (
        <small role="alert" className="quotation-bad">
          {error}
        </small>
      )}
    </div>
  )
}

interface ChosenProps extends EditedProps {
  /** Chooses another SKU, whose current prices replace the typed ones. */
  onChoose: (lineNo: number, skuId: string) => void
}

/** Whether the line is offered, and with which goods: the asked ones, or others in their place. */
export const OfferedGoodsChoiceCell = memo(function ChosenCell({ line, answer, sku, errors = {}, onChange, onChoose }: ChosenProps) {
  const { lineNo, sku: asked } = line
  const [choosing, setChoosing] = useState(false)
  const isOther = sku !== undefined && sku.skuId !== asked?.skuId
  const choose = (skuId: string) => {
    setChoosing(false)
    onChoose(lineNo, skuId)
  }
  return (
    <div className="quotation-chosen">
      <Checkbox
        checked={!answer.offered}
        onChange={({ target }) => onChange(lineNo, { offered: !target.checked })}
        aria-label={`${toLabel(lineNo)} 不供应`}
      >
        不供应
      </Checkbox>
      {answer.offered && isOther && <OtherGoods sku={sku} replaces={asked !== null} />}
      {answer.offered &&
        (choosing || answer.skuId === '' ? (
          <SkuSelect
            label={`${toLabel(lineNo)}供应的商品`}
            known={new Map(sku ? [[sku.skuId, nameSku(sku)]] : [])}
            {...(answer.skuId === '' ? {} : { value: answer.skuId })}
            onChange={choose}
          />
        ) : (
          <Button size="small" onClick={() => setChoosing(true)} aria-label={`${toLabel(lineNo)} 换商品`}>
            换商品
          </Button>
        ))}
      {answer.offered && isOther && asked !== null && (
        <Button size="small" onClick={() => choose(asked.skuId)} aria-label={`${toLabel(lineNo)} 用原商品`}>
          用原商品
        </Button>
      )}
      {errors.skuId !== undefined && (
        <small role="alert" className="quotation-bad">
          {errors.skuId}
        </small>
      )}
    </div>
  )
})

const nameSku = ({ goodsName, skuProps, skuCode }: SkuBrief): string => `${goodsName} ${formatSkuProps(skuProps)} · ${skuCode}`

const OtherGoods = ({ sku, replaces }: { sku: SkuBrief; replaces: boolean }) => (
  <div className="two-lines">
    <OpenInNewTabLink to="/sku" search={{ skuId: sku.skuId }}>
      {sku.goodsName}
    </OpenInNewTabLink>
    <small>
      {formatSkuProps(sku.skuProps)} · <span className="num">{sku.skuCode}</span>
      {replaces && ' · 替代品'}
    </small>
  </div>
)

import { Button, Input } from 'antd'
import { Trash2 } from 'lucide-react'
import { GoodsCell } from '#console/platform/components/goods-picture.tsx'
import { type Column, customColumn, EMPTY_CELL, moneyColumn } from '#console/platform/components/list/columns.tsx'
import { DataTable } from '#console/platform/components/list/data-table.tsx'
import type { SkuBrief } from '#contract/catalog/goods/sku-brief.ts'
import { computeSaleAndCreditAmount } from '#contract/catalog/pricing/visible-price-steps.ts'
import { findProposedGoodsFault, findProposedGoodsPrices, type GoodsToPropose } from '#contract/orders/order-proposals/goods-to-propose.ts'
import { formatMoney } from '#contract/platform/core/money.ts'
import { formatSkuProps } from '#contract/platform/core/sku-props.ts'
import { formatCount } from '#ui/format.ts'
import { type DraftLine, toGoodsToPropose } from './proposal-draft.ts'
import { ENTRY_FIELD_ID, focusField, type ProposalDraftEditor, quantityFieldId } from './use-proposal-draft.ts'

/** The goods of a line, with their stock, and the number of another maker by which they were found. */
export const ProposedGoodsCell = ({ sku, reason }: { sku: SkuBrief; reason?: string | undefined }) => (
  <GoodsCell
    image={sku.image}
    name={sku.goodsName}
    about={
      <>
        {formatSkuProps(sku.skuProps)} <span className="num">{sku.skuCode}</span> · 可用{' '}
        <span className="num">{formatCount(sku.stock)}</span> {sku.unit}
        {reason !== undefined && <small className="mute"> {reason}</small>}
      </>
    }
  />
)

/** Both unit prices that the company pays now for the quantity. */
export function CurrentPricesCell(goods: GoodsToPropose) {
  const prices = findProposedGoodsPrices({ ...goods, goodsNum: Number.isNaN(goods.goodsNum) ? 1 : goods.goodsNum })
  if (prices === null) return EMPTY_CELL
  return (
    <div className="proposal-prices">
      <span>
        现金 <span className="num">{formatMoney(prices.sale)}</span>
      </span>
      <span>赊销 {prices.credit === null ? '不支持' : <span className="num">{formatMoney(prices.credit)}</span>}</span>
    </div>
  )
}

const amountOf = (line: DraftLine) => {
  const { sku, goodsNum } = toGoodsToPropose(line)
  return sku && !Number.isNaN(goodsNum) ? computeSaleAndCreditAmount(sku.steps, goodsNum) : null
}

/** The lines while they are put together. Enter in a quantity goes back to where the next goods are typed. */
export function EditedProposalLines({ editor }: { editor: ProposalDraftEditor }) {
  const columns: Column<DraftLine>[] = [
    customColumn({ title: '商品', value: ({ sku, reason }) => <ProposedGoodsCell sku={sku} reason={reason} /> }),
    customColumn({ title: '数量', width: 168, value: (line) => <QuantityCell line={line} editor={editor} /> }),
    customColumn({ title: '单价', width: 148, value: (line) => <CurrentPricesCell {...toGoodsToPropose(line)} /> }),
    moneyColumn({ title: '现金金额', value: (line) => amountOf(line)?.sale ?? null }),
    moneyColumn({ title: '赊销金额', value: (line) => amountOf(line)?.credit ?? null }),
    customColumn({
      title: '',
      width: 56,
      value: ({ sku }) => (
        <Button
          type="text"
          aria-label={`删除 ${sku.goodsName} ${sku.skuCode}`}
          icon={<Trash2 size={16} aria-hidden />}
          onClick={() => editor.drop(sku.skuId)}
        />
      ),
    }),
  ]
  return <DataTable columns={columns} rows={editor.draft.lines} rowKey={({ sku }) => sku.skuId} width={920} />
}

function QuantityCell({ line, editor }: { line: DraftLine; editor: ProposalDraftEditor }) {
  const { sku, quantity, why } = line
  const fault = (quantity === '' ? why : undefined) ?? findProposedGoodsFault(toGoodsToPropose(line))
  return (
    <div>
      <Input
        id={quantityFieldId(sku.skuId)}
        aria-label={`${sku.goodsName} ${sku.skuCode} 数量`}
        className="num"
        inputMode="numeric"
        autoComplete="off"
        maxLength={6}
        suffix={sku.unit}
        status={fault === undefined ? '' : 'error'}
        value={quantity}
        onChange={({ target }) => editor.setQuantity(sku.skuId, target.value)}
        onPressEnter={() => focusField(ENTRY_FIELD_ID)}
      />
      {fault !== undefined && <small className="proposal-bad">{fault}</small>}
    </div>
  )
}

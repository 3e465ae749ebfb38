import { Button, Input } from 'antd'
import { formatMoney } from '#contract/platform/core/money.ts'
import { formatSkuProps } from '#contract/platform/core/sku-props.ts'
import type { OpenRow } from './proposal-draft.ts'
import { ENTRY_FIELD_ID, focusField, type ProposalDraftEditor } from './use-proposal-draft.ts'

/** Where goods are typed, one after the other, or pasted as a list: Enter adds one and goes on to its quantity. */
export function GoodsEntry({ editor }: { editor: ProposalDraftEditor }) {
  return (
    <div className="proposal-entry">
      <Input
        id={ENTRY_FIELD_ID}
        aria-label="添加商品"
        placeholder="编码、名称或型号和数量；可粘贴清单"
        autoComplete="off"
        autoFocus
        allowClear
        maxLength={400}
        value={editor.entry}
        readOnly={editor.busy}
        onChange={({ target }) => editor.setEntry(target.value)}
        onPressEnter={() => editor.enter(editor.entry)}
        onPaste={(event) => {
          const pasted = event.clipboardData.getData('text')
          if (!pasted.trim().includes('\n')) return
          event.preventDefault()
          editor.enter(pasted)
        }}
      />
      {editor.draft.open.map((row) => (
        <OpenRowChoice key={row.rowNo} row={row} editor={editor} />
      ))}
    </div>
  )
}

/** A row of which no line could be made: the goods that it may mean, or that nothing was found. */
function OpenRowChoice({ row: { rowNo, text, why, candidates }, editor }: { row: OpenRow; editor: ProposalDraftEditor }) {
  return (
    <section className="proposal-open" aria-label={`请确认“${text}”`}>
      <p>
        <b>{text}</b> <span className="mute">{candidates.length > 0 ? '请确认要买的商品' : why}</span>
        <Button
          size="small"
          type="link"
          onClick={() => {
            editor.dropRow(rowNo)
            focusField(ENTRY_FIELD_ID)
          }}
        >
          删除这一行
        </Button>
      </p>
      {candidates.map(({ sku, goodsNum, reason }) => (
        <Button key={sku.skuId} id={`choice-${sku.skuId}`} block onClick={() => editor.choose(rowNo, { sku, goodsNum, reason })}>
          <span>
            {sku.goodsName} {formatSkuProps(sku.skuProps)} · <span className="num">{sku.skuCode}</span>
            {reason !== undefined && <small className="mute"> {reason}</small>}
          </span>
          <span className="num mute">
            {formatMoney(sku.salePrice)} · 可用 {sku.stock} {sku.unit}
          </span>
        </Button>
      ))}
    </section>
  )
}

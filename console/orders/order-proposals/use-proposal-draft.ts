import { App } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { ERROR_MESSAGE_SECONDS, useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { useConfirmBeforeLeave } from '#console/platform/components/use-confirm-before-leave.ts'
import type { ConsoleOrderProposal } from '#contract/orders/order-proposals/shapes.ts'
import { parseQuickOrderText } from '#contract/orders/quick-order/rows.ts'
import {
  addDraftLine,
  addMatchesToDraft,
  EMPTY_PROPOSAL_DRAFT,
  type OpenRow,
  type ProposalDraft,
  toRowsOfProposal,
} from './proposal-draft.ts'
import { proposalApi } from './proposals-api.ts'

/** The id of the quantity field of a SKU's line, so that the focus can go to it. */
export const quantityFieldId = (skuId: string): string => `quantity-${skuId}`
export const ENTRY_FIELD_ID = 'proposal-entry'

/** As long as a slow machine may take to render a field that was asked for. */
const FRAMES_MAX = 60

/** Focuses a field as soon as it is rendered and enabled. */
export const focusField = (id: string, frames = FRAMES_MAX): void => {
  requestAnimationFrame(() => {
    const field = document.getElementById(id)
    field?.focus()
    if (field instanceof HTMLInputElement) field.select()
    if (document.activeElement !== field && frames > 0) focusField(id, frames - 1)
  })
}

/** The lines as they are put together: what is typed or pasted is looked up with the prices of the company, and first those of a copied proposal. */
export function useProposalDraft(enterpriseId: string, copied?: ConsoleOrderProposal) {
  const { message } = App.useApp()
  const [draft, setDraft] = useState<ProposalDraft>(EMPTY_PROPOSAL_DRAFT)
  const [entry, setEntry] = useState('')
  // A ref, because the page is left in the same moment in which it was sent.
  const isSent = useRef(false)
  const markSent = () => {
    isSent.current = true
  }
  const lookup = useApiMutation((rows: { rowNo: number; code: string; quantity: string }[]) => proposalApi.match({ enterpriseId, rows }), {
    onSuccess: (found, rows) => {
      const typed = new Map(
        rows.map(({ rowNo, code, quantity }) => [rowNo, { text: [code, quantity].filter((part) => part !== '').join(' '), quantity }]),
      )
      setDraft((was) => addMatchesToDraft(was, found, typed))
      setEntry('')
      const [only] = found.rows
      if (found.rows.length !== 1) return
      if (only?.skuId != null) focusField(quantityFieldId(only.skuId))
      else if (only?.candidates[0]) focusField(`choice-${only.candidates[0].skuId}`)
    },
  })
  const isCopied = useRef(false)
  const look = lookup.mutate
  useEffect(() => {
    if (!copied || isCopied.current) return
    isCopied.current = true
    look(toRowsOfProposal(copied))
  }, [copied, look])
  useConfirmBeforeLeave({
    isUnsaved: () => !isSent.current && (draft.lines.length > 0 || draft.open.length > 0),
    isSame: () => false,
    loss: () => '添加的商品还没有发给买家',
    abandon: markSent,
  })
  return {
    draft,
    /** What is typed and not looked up yet. It stays until its goods are found, so that nothing is sent without them. */
    entry,
    setEntry,
    busy: lookup.isPending,
    markSent,
    /** Looks up what was typed or pasted. */
    enter: (text: string) => {
      const { rows } = parseQuickOrderText(text)
      if (rows.length === 0) {
        if (text.trim() !== '') message.info({ content: '没有读到商品，请输入编码、名称或型号', duration: ERROR_MESSAGE_SECONDS })
      } else lookup.mutate(rows)
    },
    choose: (rowNo: number, chosen: OpenRow['candidates'][number]) => {
      setDraft(({ lines, open }) => ({ lines: addDraftLine(lines, chosen), open: open.filter((row) => row.rowNo !== rowNo) }))
      focusField(quantityFieldId(chosen.sku.skuId))
    },
    dropRow: (rowNo: number) => setDraft(({ lines, open }) => ({ lines, open: open.filter((row) => row.rowNo !== rowNo) })),
    setQuantity: (skuId: string, quantity: string) =>
      setDraft(({ lines, open }) => ({
        open,
        lines: lines.map((line) => (line.sku.skuId === skuId ? { sku: line.sku, reason: line.reason, quantity } : line)),
      })),
    drop: (skuId: string) => {
      setDraft(({ lines, open }) => ({ open, lines: lines.filter(({ sku }) => sku.skuId !== skuId) }))
      focusField(ENTRY_FIELD_ID)
    },
  }
}
export type ProposalDraftEditor = ReturnType<typeof useProposalDraft>
